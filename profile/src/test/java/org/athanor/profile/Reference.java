// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.Run;

/** A reference implementation of the catalogue's queries, over a list. */
record Reference(List<Run> runs) {

  List<Run> matching(RunFilter filter) {
    return runs.stream()
        .filter(run -> matches(filter, run))
        .sorted(Comparator.comparing((Run run) -> run.execution().started()).thenComparing(Run::id))
        .toList();
  }

  private static boolean matches(RunFilter filter, Run run) {
    OptionalLong bytes = run.input().bytes();
    return filter.runId().stream().allMatch(run.id()::equals)
        && filter.application().stream().allMatch(run.application().name()::equals)
        && filter.applicationId().stream().allMatch(run.application().id()::equals)
        && filter.framework().stream().allMatch(run.configuration().framework().kind()::equals)
        && filter.configurationId().stream().allMatch(run.configuration().id()::equals)
        && filter.clusterId().stream().allMatch(run.cluster().id()::equals)
        && filter.leastInputBytes().stream()
            .allMatch(least -> bytes.isPresent() && bytes.getAsLong() >= least)
        && filter.mostInputBytes().stream()
            .allMatch(most -> bytes.isPresent() && bytes.getAsLong() <= most)
        && !(filter.undisturbed() && run.execution().disturbance().isPresent());
  }

  Map<Typical.Group, Typical.Spread> medians(RunFilter filter, Measure measure) {
    return matching(filter).stream()
        .filter(run -> measure.of(run) instanceof Amount.Known)
        .collect(
            Collectors.groupingBy(
                run ->
                    new Typical.Group(
                        run.application(), run.configuration(), run.cluster(), run.input().bytes()),
                Collectors.collectingAndThen(
                    Collectors.mapping(
                        run -> ((Amount.Known) measure.of(run)).value(), Collectors.toList()),
                    Reference::spread)));
  }

  private static Typical.Spread spread(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    return new Typical.Spread(sorted.length, median, sorted[0], sorted[sorted.length - 1]);
  }

  /** The key by which throughputs are grouped. */
  record Place(Application application, String framework, NodeKind kind) {}

  Map<Place, Typical.Spread> throughputs(RunFilter filter) {
    return matching(filter).stream()
        .filter(run -> run.input().bytes().isPresent() && run.cluster().groups().size() == 1)
        .collect(
            Collectors.groupingBy(
                run ->
                    new Place(
                        run.application(),
                        run.configuration().framework().kind(),
                        run.nodes().get(0).kind()),
                Collectors.collectingAndThen(
                    Collectors.mapping(Reference::bytesPerSecondPerNode, Collectors.toList()),
                    Reference::spread)));
  }

  private static double bytesPerSecondPerNode(Run run) {
    return run.input().bytes().getAsLong() / run.execution().wallSeconds() / run.nodes().size();
  }

  OptionalLong nearestInputBytes(RunFilter filter, long bytes) {
    return matching(filter).stream()
        .flatMapToLong(run -> run.input().bytes().stream())
        .boxed()
        .min(
            Comparator.comparingDouble((Long size) -> Math.abs(Math.log((double) size / bytes)))
                .thenComparing(Function.identity()))
        .stream()
        .mapToLong(Long::longValue)
        .findFirst();
  }

  /** Filters that match some of the runs in different ways, and one that matches none. */
  Stream<RunFilter> filters() {
    Run run = runs.get(0);
    return Stream.of(
        RunFilter.ALL,
        RunFilter.ALL.onlyUndisturbed(),
        RunFilter.ALL.withRunId(run.id()),
        RunFilter.ALL.withApplication("sort").onlyUndisturbed(),
        RunFilter.ALL.withApplicationId(run.application().id()),
        RunFilter.ALL.withFramework("spark").withInputBytes(1, 1500),
        RunFilter.ALL.withConfigurationId(run.configuration().id()),
        RunFilter.ALL.withClusterId(run.cluster().id()).withApplication("grep"),
        RunFilter.ALL.withApplication("' OR 1 = 1 --"));
  }
}
