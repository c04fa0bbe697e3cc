// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.athanor.profile.run.Amount;
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
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;

/**
 * Jobs that the scheduler ran, and that succeeded, as runs of the catalogue: producer {@value
 * #PRODUCER}. Their output was not verified, and what they used of each node was not measured, so
 * that is unknown; what the cluster allocated to them is known from its ResourceManager. One node
 * stands for all of the cluster, so that a run on thousands of nodes is not thousands of rows.
 */
public final class Feedback {
  /** Marks the runs. */
  public static final String PRODUCER = "scheduler";

  /**
   * In names of nodes, between the name of a cluster, which has no such letter, and its identity.
   */
  private static final String IDENTITY = "@";

  private static final String UNKNOWN = "unknown";
  private static final Amount NOT_MEASURED = Amount.unknown("the scheduler does not measure nodes");

  private final String version;

  /**
   * Makes a converter.
   *
   * @param version of Athanor
   */
  public Feedback(String version) {
    this.version = version;
  }

  /**
   * The run. Its id is that of the attempt, so an attempt is in a catalogue once, however often it
   * is entered.
   *
   * @param applications of the attempt, as the ResourceManager knows them; none on a local cluster,
   *     or if it does not answer
   * @throws IllegalArgumentException if nobody knows how long it took
   */
  public Run run(EndedAttempt attempt, List<Application> applications) {
    EndedAttempt.Place place = attempt.place();
    Duration taken =
        attempt
            .duration(applications)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "nobody saw when it ended, and its ResourceManager does not know"));
    NodeKind kind =
        new NodeKind(
            UNKNOWN,
            "all nodes of " + place.cluster(),
            (int) Math.max(1, Math.ceil(place.vcores())),
            (long) Math.max(1, place.memoryBytes()),
            Optional.empty());
    return new Run(
        Run.idOf(List.of(PRODUCER, attempt.tag())),
        new Origin(PRODUCER, version, Optional.of(attempt.workflow()), attempt.tag()),
        new org.athanor.profile.run.Application(attempt.application(), Map.of()),
        new Configuration(
            new Framework(attempt.framework(), UNKNOWN, place.mode(), UNKNOWN),
            UNKNOWN,
            kind.processors(),
            kind.memoryBytes(),
            attempt.settings()),
        new Input("of a job of a workflow", attempt.inputBytes()),
        new Execution(
            attempt.started(),
            Math.max(0.001, taken.toMillis() / 1000.0),
            attempt.disturbance(),
            List.of(),
            OptionalLong.empty()),
        List.of(new NodeUse(node(place.cluster(), place.identity()), kind, notMeasured())),
        site(place, applications));
  }

  private static String node(String cluster, Optional<String> identity) {
    return identity.map(id -> cluster + IDENTITY + id).orElse(cluster);
  }

  /**
   * Whether a run was on another cluster than the given one, though it has the same name. It is
   * known of runs of schedulers only.
   */
  static boolean isElsewhere(Run run, Cluster cluster) {
    String name = cluster.name();
    String own = node(name, cluster.identity());
    return run.origin().producer().equals(PRODUCER)
        && run.site().cluster().filter(name::equals).isPresent()
        && run.nodes().stream()
            .map(NodeUse::node)
            .anyMatch(node -> node.startsWith(name + IDENTITY) && !node.equals(own));
  }

  private static Map<Resource, Amount> notMeasured() {
    Map<Resource, Amount> amounts = new TreeMap<>();
    for (Resource resource : Resource.values()) {
      amounts.put(resource, NOT_MEASURED);
    }
    return amounts;
  }

  private static Site site(EndedAttempt.Place place, List<Application> applications) {
    return new Site(
        Optional.of(place.cluster()),
        place.storage(),
        place.network(),
        place.vcores() > 0 ? OptionalDouble.of(place.vcores()) : OptionalDouble.empty(),
        new Site.Scheduling(
            place.occupancy(),
            Application.queueSeconds(applications),
            sum(applications, use -> use.vcoreSeconds()),
            sum(applications, use -> use.memoryMegabyteSeconds() * (double) (1 << 20))));
  }

  private static OptionalDouble sum(
      List<Application> applications, ToDoubleFunction<Application.Use> of) {
    return applications.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            applications.stream().mapToDouble(app -> of.applyAsDouble(app.use())).sum());
  }
}
