// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.simulator.measured.MeasuredRun;
import org.athanor.simulator.measured.MeasuredRunException;
import org.athanor.yaml.text.ByteSize;

/**
 * Runs that differ by chance only: same application, configuration, cluster and input. Derives from
 * them what a simulation needs and the catalogue does not have as such; docs/simulation.md, "Jobs
 * from measured runs", says how.
 */
final class LikeRuns {
  private static final String REDUCES = "mapreduce.job.reduces";
  private static final String BLOCK = "dfs.blocksize";
  private static final long STOCK_BLOCK = 128L << 20;

  private final List<Run> runs;
  private final Run newest;
  private final String name;

  /**
   * @param runs one or more, the newest last
   */
  LikeRuns(List<Run> runs) {
    this.runs = runs;
    newest = runs.get(runs.size() - 1);
    String id = "run " + newest.id();
    name = runs.size() == 1 ? id : id + " and " + (runs.size() - 1) + " like it";
  }

  /** What the runs measured: medians. */
  MeasuredRun measured() throws MeasuredRunException {
    long input = known(newest.input().bytes(), "size of its input");
    long shuffled = 0;
    boolean hasReduces = phase(newest, "reduce").isPresent();
    if (hasReduces) {
      shuffled = known(newest.execution().intermediateBytes(), "intermediate bytes");
    }
    int reduces = hasReduces ? reduces() : 0;
    return new MeasuredRun(
        name,
        input,
        shuffled,
        reduces,
        median(run -> known(run, Resource.CPU_OWN_SECONDS)),
        starts(input, reduces),
        ProcessorClock.of(newest),
        median(LikeRuns::mapSeconds),
        median(LikeRuns::reduceSeconds));
  }

  /** A figure of a run. */
  private interface Figure {
    double of(Run run) throws MeasuredRunException;
  }

  private double median(Figure figure) throws MeasuredRunException {
    double[] values = new double[runs.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = figure.of(runs.get(i));
    }
    Arrays.sort(values);
    int half = values.length / 2;
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }

  private static double known(Run run, Resource resource) throws MeasuredRunException {
    if (run.total(resource) instanceof Amount.Known known) {
      return known.value();
    }
    String reason = ((Amount.Unknown) run.total(resource)).reason();
    throw new MeasuredRunException(
        "run " + run.id() + " lacks " + resource.id() + " (" + reason + "); choose another run");
  }

  private long known(OptionalLong value, String what) throws MeasuredRunException {
    if (value.isEmpty() || (value.getAsLong() == 0 && what.endsWith("input"))) {
      throw new MeasuredRunException(name + " lacks the " + what + "; choose another run");
    }
    return value.getAsLong();
  }

  /** As set; bench sets one for each core otherwise. */
  private int reduces() throws MeasuredRunException {
    Configuration configuration = newest.configuration();
    String set = configuration.settings().get(REDUCES);
    if (set == null) {
      return configuration.coresPerNode() * newest.cluster().nodes();
    }
    if (!set.matches("\\d{1,6}")) {
      throw new MeasuredRunException(name + " has " + REDUCES + "=" + set + ": must be a number");
    }
    return Integer.parseInt(set);
  }

  /** JVMs of tasks: Hadoop on YARN starts one for each; others run tasks in JVMs that are there. */
  private int starts(long input, int reduces) {
    Configuration configuration = newest.configuration();
    boolean one =
        configuration.framework().kind().equals("hadoop")
            && configuration.framework().mode().equals("yarn");
    if (!one) {
      return 0;
    }
    long block =
        Optional.ofNullable(configuration.settings().get(BLOCK))
            .flatMap(ByteSize::parse)
            .map(ByteSize::bytes)
            .orElse(STOCK_BLOCK);
    return (int) Math.min(Integer.MAX_VALUE / 2, (input + block - 1) / block) + reduces;
  }

  private static double mapSeconds(Run run) throws MeasuredRunException {
    Phase maps = maps(run);
    double seconds = maps.endSeconds() - maps.startSeconds();
    if (seconds == 0) {
      throw new MeasuredRunException("run " + run.id() + " has maps that took no time");
    }
    return seconds;
  }

  private static double reduceSeconds(Run run) throws MeasuredRunException {
    double mapsEnd = maps(run).endSeconds();
    return phase(run, "reduce").map(it -> Math.max(0, it.endSeconds() - mapsEnd)).orElse(0.0);
  }

  private static Phase maps(Run run) throws MeasuredRunException {
    return phase(run, "map")
        .orElseThrow(
            () ->
                new MeasuredRunException(
                    "run "
                        + run.id()
                        + " has no phase map, so it is not one MapReduce job; its phases are "
                        + run.execution().phases().stream().map(Phase::name).toList()));
  }

  private static Optional<Phase> phase(Run run, String name) {
    return run.execution().phases().stream().filter(it -> it.name().equals(name)).findFirst();
  }
}
