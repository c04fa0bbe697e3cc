// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.Kind;

/**
 * Enters jobs that the scheduler ran, and that succeeded, into the catalogue: producer {@value
 * #PRODUCER}. Their output was not verified, and what they used of each node was not measured, so
 * that is unknown; what the cluster allocated to them is known from its ResourceManager. One node
 * stands for all of the cluster, so that a run on thousands of nodes is not thousands of rows.
 *
 * <p>The scheduler does not call it yet.
 */
public final class Feedback {
  /** Marks the runs. */
  public static final String PRODUCER = "scheduler";

  private static final Amount NOT_MEASURED = Amount.unknown("the scheduler does not measure nodes");

  private final String version;

  /**
   * Makes a writer.
   *
   * @param version of Athanor
   */
  public Feedback(String version) {
    this.version = version;
  }

  /**
   * An attempt of a job that succeeded.
   *
   * @param attempt identifies it everywhere and for ever, such as its tag
   * @param workflow name of the workflow
   * @param application name of the job's earlier runs
   * @param framework kind, such as {@code mapreduce}
   * @param settings of the job
   * @param inputBytes empty if it reads nothing, or if the size is not known
   * @param started when it was launched
   * @param wall from then to its end, above zero
   */
  public record Attempt(
      String attempt,
      String workflow,
      String application,
      String framework,
      Map<String, String> settings,
      OptionalLong inputBytes,
      Instant started,
      Duration wall) {}

  /**
   * What a cluster said about an attempt.
   *
   * @param load when it started
   * @param applications of the attempt; none on a local cluster
   */
  public record Place(
      Cluster cluster,
      ClusterLoad.Known load,
      List<org.athanor.scheduler.clusters.Application> applications) {}

  /**
   * Enters an attempt.
   *
   * @return false if the catalogue has it already
   */
  public boolean write(Catalogue catalogue, Attempt attempt, Place place)
      throws CatalogueException {
    return catalogue.add(run(attempt, place));
  }

  Run run(Attempt attempt, Place place) {
    double vcores = place.load().total().vcores();
    NodeKind kind =
        new NodeKind(
            "unknown",
            "all nodes of " + place.cluster().name(),
            (int) Math.max(1, Math.ceil(vcores)),
            (long) Math.max(1, place.load().total().memoryBytes()),
            Optional.empty());
    return new Run(
        Run.idOf(List.of(PRODUCER, attempt.attempt())),
        new Origin(PRODUCER, version, Optional.of(attempt.workflow()), attempt.attempt()),
        new Application(attempt.application(), Map.of()),
        new Configuration(
            new Framework(attempt.framework(), "unknown", mode(place.cluster()), "unknown"),
            "unknown",
            kind.processors(),
            kind.memoryBytes(),
            attempt.settings()),
        new Input("of a job of a workflow", attempt.inputBytes()),
        new Execution(
            attempt.started(),
            Math.max(0.001, attempt.wall().toMillis() / 1000.0),
            Optional.empty(),
            List.of(),
            OptionalLong.empty()),
        List.of(new NodeUse(place.cluster().name(), kind, notMeasured())),
        site(place, vcores));
  }

  private static Map<Resource, Amount> notMeasured() {
    Map<Resource, Amount> amounts = new EnumMap<>(Resource.class);
    for (Resource resource : Resource.values()) {
      amounts.put(resource, NOT_MEASURED);
    }
    return amounts;
  }

  private static String mode(Cluster cluster) {
    return cluster.kind() instanceof Kind.Yarn ? "yarn" : "local";
  }

  private static Site site(Place place, double vcores) {
    double total = place.load().total().vcores();
    OptionalDouble occupancy =
        total > 0
            ? OptionalDouble.of(Math.min(1, place.load().foreign().vcores() / total))
            : OptionalDouble.empty();
    return new Site(
        Optional.of(place.cluster().name()),
        place.cluster().traits().storage(),
        place.cluster().traits().network(),
        vcores > 0 ? OptionalDouble.of(vcores) : OptionalDouble.empty(),
        new Site.Scheduling(
            occupancy,
            queueSeconds(place),
            sum(place, use -> use.vcoreSeconds()),
            sum(place, use -> use.memoryMegabyteSeconds() * (double) (1 << 20))));
  }

  /** How long the first application waited for its first container. */
  private static OptionalDouble queueSeconds(Place place) {
    return place.applications().stream()
        .map(org.athanor.scheduler.clusters.Application::use)
        .min(Comparator.comparing(use -> use.submitted()))
        .flatMap(use -> use.launched().map(launched -> Duration.between(use.submitted(), launched)))
        .filter(wait -> !wait.isNegative())
        .stream()
        .mapToDouble(wait -> wait.toMillis() / 1000.0)
        .findFirst();
  }

  private static OptionalDouble sum(
      Place place, ToDoubleFunction<org.athanor.scheduler.clusters.Application.Use> of) {
    return place.applications().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            place.applications().stream().mapToDouble(app -> of.applyAsDouble(app.use())).sum());
  }
}
