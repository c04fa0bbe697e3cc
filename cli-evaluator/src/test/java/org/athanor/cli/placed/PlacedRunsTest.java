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
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.record.DecisionRecording;
import org.athanor.scheduler.record.RecordedPolicy;
import org.athanor.scheduler.replay.Replay;
import org.athanor.scheduler.replay.ReplayResult;
import org.athanor.scheduler.service.Policies;
import org.athanor.simulator.file.ClustersFile;
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

  private PlacedRuns runs(int copies) throws IOException {
    return runs(TEXT.replace("COPIES", "" + copies));
  }

  private PlacedRuns runs(String text) throws IOException {
    ClustersFile file =
        ClustersFile.read(
            Files.writeString(directory.resolve("c.yaml"), text),
            OptionalLong.empty(),
            Sources.none());
    assertThat(file.problems()).isEmpty();
    return new PlacedRuns(file);
  }

  /** The decisions of a simulation are those of the scheduler's classes for the same views. */
  @Test
  void simulatedDecisionsAreThoseOfTheRecording() throws IOException {
    PlacedRuns runs = runs(1);
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
  void aJobAloneTakesAsLongAsPredicted() throws IOException {
    String alone =
        TEXT.replace("COPIES", "2")
            .replace(", times: 5, every: 7s", "")
            .replaceAll("  - .*(scan|compute).*\n", "");
    PlacedRuns runs = runs(alone);
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
  void aPolicyIsAskedAFewTimesForEachJob() throws IOException {
    String large = TEXT.substring(TEXT.indexOf("  large"), TEXT.indexOf("  small"));
    String small = TEXT.substring(TEXT.indexOf("  small"), TEXT.indexOf("hdfs"));
    String four =
        TEXT.replace(small, small + large.replace("large", "big") + small.replace("small", "tiny"))
            .replace("COPIES", "1")
            .replaceAll("times: [45]", "times: 20");
    PlacedRuns runs = runs(four);
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
  void theSameFileHasTheSameResults() throws IOException {
    for (String name : List.of("phi", "finish-time", "oblivious")) {
      PlacedRun one = runs(1).run(name, 0.5);
      PlacedRun other = runs(1).run(name, 0.5);
      assertThat(other.result()).isEqualTo(one.result());
      assertThat(other.movedBytes()).isEqualTo(one.movedBytes());
    }
  }

  /** Where the input is counts: oblivious placement never moves any, and phi does if it must. */
  @Test
  void inputsAreMovedAtACost() throws IOException {
    assertThat(runs(1).run("oblivious", 0).movedBytes()).isZero();
    assertThat(runs(2).run("first-fit", 0).movedBytes()).isZero();
    PlacedRun moved = runs(1).run("first-fit", 0);
    assertThat(moved.movedBytes()).isPositive();
    List<PlacedJob> late =
        moved.result().jobs().stream()
            .filter(job -> job.record().spec().submitSeconds() > job.started() + 1e-6)
            .toList();
    double bytes =
        late.stream().mapToDouble(job -> job.name().startsWith("sort") ? 1 << 30 : 1 << 29).sum();
    assertThat(bytes).as("inputs of those that waited").isEqualTo(moved.movedBytes());
    for (PlacedJob job : late) {
      double input = job.name().startsWith("sort") ? 1 << 30 : 1 << 29;
      assertThat(job.record().spec().submitSeconds() - job.started())
          .as("at 1 Gbit/s")
          .isCloseTo(input / 125e6, within(1e-6));
    }
  }

  /** The policy that looks at energy alone needs the least of it beyond idle nodes. */
  @Test
  void energyIsWhatThePolicyAsksFor() throws IOException {
    PlacedRuns runs = runs(2);
    double energy = runs.run("energy", 0).result().joulesBeyondIdle();
    assertThat(energy).isLessThan(runs.run("finish-time", 0).result().joulesBeyondIdle());
    assertThat(runs.run("finish-time", 0).result().makespan())
        .isLessThan(runs.run("energy", 0).result().makespan());
  }
}
