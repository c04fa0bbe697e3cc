// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FinishTimePolicy.Goal;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.record.DecisionRecording;
import org.athanor.scheduler.record.RecordedPolicy;
import org.athanor.scheduler.replay.Replay;
import org.athanor.scheduler.replay.ReplayResult;
import org.athanor.scheduler.service.Policies;
import org.athanor.simulator.file.ClustersFile;
import org.athanor.simulator.file.ClustersVariant;
import org.athanor.simulator.file.Sources;
import org.athanor.simulator.run.PlacedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of four fast nodes that need much power, and one of two slow ones that need little. */
class PlacedRunsTest {
  private static final String TEXT =
      """
      clusters:
        large: {nodes: {worker: {count: 4, cores: 4, clock: 3 GHz, link: 1 Gbit/s, containers: 4,
          power: {idle: 100, busy: 400},
          devices: {disk: {type: disk, read: 100 MB/s, write: 80 MB/s, capacity: 100g}}}}}
        small: {nodes: {worker: {count: 3, cores: 2, clock: 1.5 GHz, link: 1 Gbit/s, containers: 2,
          power: {idle: 20, busy: 40},
          devices: {disk: {type: ssd, read: 400 MB/s, write: 300 MB/s, capacity: 100g}}}}}
      hdfs: {replication: 2}
      scheduling: {copies: COPIES, between: 1 Gbit/s}
      jobs:
        - {name: sort, input: 1g, reduces: 4, shuffle: 1g, output: 1g, times: 5, every: 7s}
        - {name: scan, input: 512m, output: 1m, map cycles per byte: 5, times: 5, every: 9s}
        - {name: compute, maps: 6, output: 6m, map cycles per byte: 20000, times: 4, every: 3s}
      seed: 3
      """;

  @TempDir Path directory;

  /** Nobody watches. */
  private static final PlacedProgress QUIET =
      new PlacedProgress() {
        @Override
        public void simulatedAlone(String cluster, int done, int of) {}

        @Override
        public void jobsEnded(int index, int jobs) {}
      };

  /** A file that was read, and its jobs alone on each cluster. */
  private record Runs(ClustersVariant variant, PlacedRuns runs) {
    PlacedRun run(String name, double error) {
      return run(name, Policies.named(name), error);
    }

    PlacedRun run(String name, Policy policy, double error) {
      return runs.run(new PlacedItem(variant, name, error), policy, jobs -> {});
    }
  }

  private Runs runs(int copies) throws IOException, InterruptedException {
    return runs(TEXT.replace("COPIES", "" + copies));
  }

  private Runs runs(String text) throws IOException, InterruptedException {
    ClustersVariant variant = read(text).get(0);
    return new Runs(variant, new PlacedRuns(variant, new AloneRuns(2, QUIET)));
  }

  private List<ClustersVariant> read(String text) throws IOException {
    ClustersFile file =
        ClustersFile.read(
            Files.writeString(directory.resolve("c.yaml"), text),
            OptionalLong.empty(),
            Sources.none());
    assertThat(file.problems()).isEmpty();
    return file.variants();
  }

  /** The decisions of a simulation are those of the scheduler's classes for the same views. */
  @Test
  void simulatedDecisionsAreThoseOfTheRecording() throws Exception {
    Runs runs = runs(1);
    for (String name : Policies.names()) {
      Path recorded = directory.resolve(name);
      Map<String, String> started = new HashMap<>();
      PlacedRun run;
      try (DecisionRecording recording =
          DecisionRecording.create(
              recorded,
              new RecordedPolicy(name, OptionalDouble.empty()),
              notice -> {
                throw new AssertionError(notice);
              })) {
        Policy policy = recording.of(Policies.named(name));
        run =
            runs.run(
                name,
                (view, now, seed) -> {
                  List<Decision> decisions = policy.decide(view, now, seed);
                  decisions.forEach(
                      each -> {
                        if (each instanceof Decision.Start start) {
                          started.put(start.job(), start.cluster());
                        }
                      });
                  return decisions;
                },
                0.3);
      }
      ReplayResult replayed = Replay.of(recorded);
      assertThat(replayed.shown()).as(name).isEmpty();
      assertThat(replayed.decisions()).as(name).isGreaterThanOrEqualTo(14);
      Map<String, String> ran = new HashMap<>();
      run.result().jobs().forEach(job -> ran.put(job.name(), job.cluster()));
      assertThat(ran).as(name).isEqualTo(started).hasSize(14);
      String other = name.equals("oblivious") ? "phi" : "oblivious";
      Path changed = directory.resolve("changed");
      Files.writeString(
          changed,
          Files.readString(recorded).replaceFirst("\"policy\":\"" + name, "\"policy\":\"" + other));
      assertThat(Replay.of(changed).differences()).as(name + " as " + other).isPositive();
    }
  }

  /** What is predicted without an error is what happens to a job that is alone. */
  @Test
  void aJobAloneTakesAsLongAsPredicted() throws Exception {
    String alone =
        TEXT.replace("COPIES", "2")
            .replace(", times: 5, every: 7s", "")
            .replaceAll("  - .*(scan|compute).*\n", "");
    Runs runs = runs(alone);
    List<Double> predicted = new ArrayList<>();
    Policy policy =
        (view, now, seed) -> {
          List<Decision> decisions = Policies.named("phi").decide(view, now, seed);
          decisions.forEach(
              each ->
                  each.candidates().stream()
                      .filter(it -> it.cluster().equals(((Decision.Start) each).cluster()))
                      .forEach(it -> predicted.add(it.seconds().orElseThrow().middle())));
          return decisions;
        };
    PlacedRun run = runs.run("phi", policy, 0);
    assertThat(run.result().jobs()).hasSize(1);
    // Blocks are elsewhere than in the simulation of the job alone.
    assertThat(run.result().makespan()).isCloseTo(predicted.get(0), within(0.3 * predicted.get(0)));
    assertThat(run.movedBytes()).isZero();
  }

  /** A policy that waits is asked when something happens, and at the earliest time it named. */
  @Test
  void aPolicyIsAskedAFewTimesForEachJob() throws Exception {
    String large = TEXT.substring(TEXT.indexOf("  large"), TEXT.indexOf("  small"));
    String small = TEXT.substring(TEXT.indexOf("  small"), TEXT.indexOf("hdfs"));
    String four =
        TEXT.replace(small, small + large.replace("large", "big") + small.replace("small", "tiny"))
            .replace("COPIES", "1")
            .replaceAll("times: [45]", "times: 20");
    Runs runs = runs(four);
    for (String name : List.of("heft", "finish-time", "epsilon")) {
      AtomicInteger asked = new AtomicInteger();
      Policy policy = Policies.named(name);
      PlacedRun run =
          runs.run(
              name,
              (view, now, seed) -> {
                asked.incrementAndGet();
                return policy.decide(view, now, seed);
              },
              0.5);
      assertThat(run.result().jobs()).hasSize(60);
      assertThat(asked.get()).as(name).isLessThan(60 * 12);
    }
  }

  @Test
  void theSameFileHasTheSameResults() throws Exception {
    for (String name : List.of("phi", "finish-time", "oblivious")) {
      PlacedRun one = runs(1).run(name, 0.5);
      PlacedRun other = runs(1).run(name, 0.5);
      assertThat(other.result()).isEqualTo(one.result());
      assertThat(other.movedBytes()).isEqualTo(one.movedBytes());
    }
  }

  /** Where the input is counts: oblivious placement never moves any, and first-fit must. */
  @Test
  void inputsAreMovedAtACost() throws Exception {
    assertThat(runs(1).run("oblivious", 0).movedBytes()).isZero();
    assertThat(runs(2).run("first-fit", 0).movedBytes()).isZero();
    String own =
        TEXT.replace("COPIES", "1")
            .replaceAll(", times: [45], every: .s", "")
            .replace("jobs:\n", "jobs:\n" + jobsWithInputsOfTheirOwn(6));
    PlacedRun moved = runs(own).run("first-fit", 0);
    assertThat(moved.movedBytes()).isPositive();
    List<PlacedJob> late =
        moved.result().jobs().stream()
            .filter(job -> job.record().spec().submitSeconds() > job.started() + 1e-6)
            .toList();
    double bytes = late.stream().mapToDouble(PlacedRunsTest::input).sum();
    assertThat(bytes).as("inputs of those that waited").isEqualTo(moved.movedBytes());
    for (PlacedJob job : late) {
      assertThat(job.record().spec().submitSeconds() - job.started())
          .as("at 1 Gbit/s")
          .isCloseTo(input(job) / 125e6, within(1e-6));
    }
  }

  private static double input(PlacedJob job) {
    return job.name().startsWith("scan") ? 1 << 29 : 1 << 30;
  }

  /** Jobs of 1 GiB each, one after the other. */
  private static String jobsWithInputsOfTheirOwn(int number) {
    return IntStream.range(0, number)
        .mapToObj(
            i ->
                "  - {name: own-"
                    + i
                    + ", input: 1g, reduces: 4, shuffle: 1g, output: 1g, submit: "
                    + 3 * i
                    + "s}\n")
        .collect(Collectors.joining());
  }

  /** Three workflows at once, of three jobs each, and others; each last job has a deadline. */
  private static final String WORKFLOWS =
      TEXT.replace("COPIES", "2")
          .replaceAll(
              "(?s)jobs:.*",
              """
              jobs:
                - {name: other, maps: 8, output: 6m, map cycles per byte: 30000, times: 9, every: 1s}
                - {name: split, input: 512m, output: 512m, times: 3, submit: 1s}
                - {name: sort, input: 512m, reduces: 2, shuffle: 512m, output: 512m, times: 3,
                   after: split, submit: 1s}
                - {name: last, maps: 2, output: 1m, times: 3, after: [split, sort], within: 80s,
                   submit: 1s}
              seed: 3
              """);

  @Test
  void jobsStartWhenThoseBeforeThemHaveEnded() throws Exception {
    Runs runs = runs(WORKFLOWS);
    for (String name : Policies.names()) {
      AtomicInteger unready = new AtomicInteger();
      Policy policy = Policies.named(name);
      PlacedRun run =
          runs.run(
              name,
              (view, now, seed) -> {
                unready.addAndGet((int) view.jobs().stream().filter(it -> !it.ready()).count());
                return policy.decide(view, now, seed);
              },
              0.2);
      Map<String, PlacedJob> jobs = new HashMap<>();
      run.result().jobs().forEach(job -> jobs.put(job.name(), job));
      assertThat(jobs).as(name).hasSize(18);
      assertThat(unready.get()).as("jobs that the policy knows early").isGreaterThan(6);
      for (int i = 1; i <= 3; i++) {
        double split = jobs.get("split-" + i).record().end();
        double sort = jobs.get("sort-" + i).record().end();
        assertThat(jobs.get("sort-" + i).started()).as(name).isGreaterThan(split - 1e-6);
        assertThat(jobs.get("last-" + i).started()).as(name).isGreaterThan(sort - 1e-6);
      }
      assertThat(run.result().late()).as(name).isPresent();
    }
  }

  /** The same policy without deadlines is late with more workflows. */
  @Test
  void policiesAreToldOfDeadlines() throws Exception {
    Runs runs = runs(WORKFLOWS);
    long usual = runs.run("", FinishTimePolicy.best(Goal.MAKESPAN), 0).result().late().getAsLong();
    long late = runs.run("finish-time", 0).result().late().getAsLong();
    assertThat(late).as("%d without", usual).isLessThan(usual);
  }

  /** What was copied for one job is there for all that read the same file. */
  @Test
  void aCopyIsSharedByAllJobsThatReadTheFile() throws Exception {
    for (String name : List.of("first-fit", "phi", "heft")) {
      double files = (1 << 30) + (1 << 29);
      assertThat(runs(1).run(name, 0).movedBytes())
          .as(name + ": each file to the other cluster")
          .isPositive()
          .isLessThanOrEqualTo(files);
    }
  }

  /**
   * A plan that changes all the time does not copy an input to one cluster after the other, of
   * which there are three.
   */
  @Test
  void plansCopyInputsAboutOnce() throws Exception {
    String large = TEXT.substring(TEXT.indexOf("  large"), TEXT.indexOf("  small"));
    String small = TEXT.substring(TEXT.indexOf("  small"), TEXT.indexOf("hdfs"));
    int jobs = 60;
    String text =
        TEXT.replace(small, small + large.replace("large", "big") + small.replace("small", "tiny"))
                .replace("COPIES", "1")
                .replaceAll("(?s)jobs:.*", "jobs:\n")
            + jobsWithInputsOfTheirOwn(jobs)
            + "seed: 3\n";
    Runs runs = runs(text);
    for (String name : List.of("heft", "finish-time")) {
      double moved = runs.run(name, 0.5).movedBytes() / (1 << 30);
      assertThat(moved).as(name + ": inputs that were moved").isBetween(1.0, 1.5 * jobs);
    }
  }

  /** The policy that looks at energy alone needs the least of it beyond idle nodes. */
  @Test
  void energyIsWhatThePolicyAsksFor() throws Exception {
    Runs runs = runs(2);
    double energy = runs.run("energy", 0).result().joulesBeyondIdle();
    assertThat(energy).isLessThan(runs.run("finish-time", 0).result().joulesBeyondIdle());
    assertThat(runs.run("finish-time", 0).result().makespan())
        .isLessThan(runs.run("energy", 0).result().makespan());
  }
}
