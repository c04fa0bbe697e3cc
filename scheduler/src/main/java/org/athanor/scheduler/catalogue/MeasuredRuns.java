// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.MeasuredRun;

/**
 * Runs of the catalogue as predictions need them.
 *
 * <ul>
 *   <li>The cluster is the label that a scheduler gave it, else what its nodes are.
 *   <li>Framework, settings, storage and network are the configuration: when one changes, earlier
 *       runs count no more.
 *   <li>Seconds are without those in the queue of the cluster.
 *   <li>Joules are those of packages and memory, so they include what idle packages use.
 *   <li>Resources are what the cluster allocated, else what was measured; unknown ones are 0.
 *   <li>Runs whose size of input is not known are left out if others of the application have one;
 *       otherwise their size is 0, from which predictions for other sizes take nothing.
 * </ul>
 */
public final class MeasuredRuns {
  /** The least duration that a run can have, without the time in the queue. */
  private static final double LEAST_SECONDS = 0.001;

  private MeasuredRuns() {}

  /** The undisturbed runs of a catalogue. */
  public static List<MeasuredRun> read(Catalogue catalogue) throws CatalogueException {
    List<Sized> all = new ArrayList<>();
    catalogue.forEachRun(
        RunFilter.ALL.onlyUndisturbed(),
        run -> all.add(new Sized(of(run), run.input().bytes().isPresent())));
    Set<String> sized =
        all.stream()
            .filter(Sized::sized)
            .map(each -> each.run().application())
            .collect(Collectors.toSet());
    return all.stream()
        .filter(each -> each.sized() || !sized.contains(each.run().application()))
        .map(Sized::run)
        .toList();
  }

  private record Sized(MeasuredRun run, boolean sized) {}

  /**
   * The newest undisturbed runs, as the scheduler's predictions need them, and the power of nodes:
   * applications and clusters have the names of {@link Frameworks}, and of runs whose framework the
   * scheduler does not use there are none. Nor are there runs that other schedulers ran on other
   * clusters with names of these ones.
   *
   * @param most so many runs at most
   * @param clusters of this scheduler
   */
  public static Learned learned(Catalogue catalogue, int most, List<Cluster> clusters)
      throws CatalogueException {
    ArrayDeque<Run> newest = new ArrayDeque<>();
    PowerOfNodes powers = new PowerOfNodes(clusters);
    catalogue.forEachRun(
        RunFilter.ALL.onlyUndisturbed(),
        run -> {
          if (clusters.stream().anyMatch(cluster -> Feedback.isElsewhere(run, cluster))) {
            return;
          }
          powers.add(run);
          newest.addLast(run);
          if (newest.size() > most) {
            newest.removeFirst();
          }
        });
    return new Learned(
        comparable(List.copyOf(newest)).stream().flatMap(run -> learned(run).stream()).toList(),
        powers.found());
  }

  private static Optional<LearnedRun> learned(Run run) {
    return Frameworks.application(run.configuration().framework(), name(run.application()))
        .map(
            application ->
                new LearnedRun(
                    run.origin().producer().equals(Feedback.PRODUCER)
                        ? Optional.of(run.origin().trial())
                        : Optional.empty(),
                    named(
                        of(run),
                        application,
                        Frameworks.place(
                            run.configuration().framework(), Choice.of(run).cluster()))));
  }

  private static MeasuredRun named(MeasuredRun run, String application, String place) {
    return new MeasuredRun(
        application,
        place,
        run.configuration(),
        run.ended(),
        run.bytes(),
        run.seconds(),
        run.joules(),
        run.resources());
  }

  /** One run that the scheduler ran, as {@link #learned(Catalogue, int, List)} would give it. */
  public static MeasuredRun scheduled(Run run) {
    return learned(run).orElseThrow().run();
  }

  /** Without those of unknown size whose application has some of known size; see the class. */
  static List<Run> comparable(List<Run> runs) {
    Set<Application> sized =
        runs.stream()
            .filter(run -> run.input().bytes().isPresent())
            .map(Run::application)
            .collect(Collectors.toSet());
    return runs.stream()
        .filter(run -> run.input().bytes().isPresent() || !sized.contains(run.application()))
        .toList();
  }

  /** One run; see the class. */
  public static MeasuredRun of(Run run) {
    Choice choice = Choice.of(run);
    return of(run, choice.cluster(), choice.settingsId());
  }

  static MeasuredRun of(Run run, String cluster, String configuration) {
    double wall = run.execution().wallSeconds();
    double seconds =
        Math.max(LEAST_SECONDS, wall - run.site().scheduling().queueSeconds().orElse(0));
    Instant ended =
        run.execution().started().plus(Duration.ofMillis(Math.round(Math.min(wall, 1e9) * 1000)));
    return new MeasuredRun(
        name(run.application()),
        cluster,
        configuration,
        ended,
        run.input().bytes().orElse(0),
        seconds,
        joules(run),
        resources(run, seconds));
  }

  /** The name of an application with its parameters, such as {@code pagerank (iterations=5)}. */
  public static String name(Application application) {
    return application.parameters().isEmpty()
        ? application.name()
        : application.parameters().entrySet().stream()
            .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
            .collect(Collectors.joining(", ", application.name() + " (", ")"));
  }

  private static OptionalDouble joules(Run run) {
    OptionalDouble packages = known(run.total(Resource.ENERGY_PACKAGE_JOULES));
    return packages.isPresent()
        ? OptionalDouble.of(
            packages.getAsDouble() + known(run.total(Resource.ENERGY_DRAM_JOULES)).orElse(0))
        : packages;
  }

  private static OptionalDouble known(Amount amount) {
    return amount instanceof Amount.Known some
        ? OptionalDouble.of(some.value())
        : OptionalDouble.empty();
  }

  private static Resources resources(Run run, double seconds) {
    Site.Scheduling allocated = run.site().scheduling();
    double cpuSeconds =
        allocated
            .vcoreSeconds()
            .orElseGet(() -> known(run.total(Resource.CPU_OWN_SECONDS)).orElse(0));
    double memory =
        allocated.memoryByteSeconds().isPresent()
            ? allocated.memoryByteSeconds().getAsDouble() / seconds
            : peaks(run);
    double disk =
        known(run.total(Resource.DISK_READ_BYTES)).orElse(0)
            + known(run.total(Resource.DISK_WRITTEN_BYTES)).orElse(0);
    double network = known(run.total(Resource.NETWORK_RECEIVED_BYTES)).orElse(0);
    return new Resources(cpuSeconds / seconds, memory, disk / seconds, network / seconds);
  }

  /** Of all nodes together; the catalogue's total is that of the node with the greatest peak. */
  private static double peaks(Run run) {
    double sum = 0;
    for (NodeUse node : run.nodes()) {
      sum += known(node.amounts().get(Resource.MEMORY_OWN_PEAK_BYTES)).orElse(0);
    }
    return sum;
  }
}
