// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.synthetic;

import java.util.Optional;
import org.athanor.results.Outcome;
import org.athanor.results.TrialKey;

/** What goes wrong with an invented trial. */
enum Incident {
  NONE,
  /** Something else used a node; the trial was repeated. */
  DISTURBED,
  /** The same, and no attempt was left to repeat it. */
  SHAKEN,
  FAILURE,
  TIME_OUT,
  WRONG;

  static Incident of(TrialKey key) {
    String trial = key.framework() + " " + key.workload() + " " + key.nodes();
    int repetition = key.repetition();
    return switch (trial) {
      case "hadoop pagerank 4" -> repetition == 0 ? NONE : TIME_OUT;
      case "spark kmeans 4" -> repetition == 2 || repetition == 4 ? FAILURE : NONE;
      case "spark grep 8" -> repetition == 3 ? WRONG : NONE;
      case "athanor terasort 8", "hadoop wordcount 4" -> repetition == 4 ? DISTURBED : NONE;
      case "athanor grep 4" -> repetition == 5 ? SHAKEN : NONE;
      case "flink terasort 16" -> repetition % 7 == 3 ? FAILURE : NONE;
      default -> NONE;
    };
  }

  Outcome outcome() {
    return switch (this) {
      case NONE, DISTURBED, SHAKEN -> Outcome.VERIFIED;
      case FAILURE -> Outcome.FAILED;
      case TIME_OUT -> Outcome.TIMED_OUT;
      case WRONG -> Outcome.WRONG_OUTPUT;
    };
  }

  Optional<String> reason() {
    return switch (this) {
      case NONE, DISTURBED, SHAKEN -> Optional.empty();
      case FAILURE -> Optional.of("exit status 1: java.lang.OutOfMemoryError: Java heap space");
      case TIME_OUT -> Optional.of("ended after 180 s, the experiment's time-out");
      case WRONG ->
          Optional.of("output: 31,999,812 records, the reference has 32,000,000 (188 are missing)");
    };
  }

  Optional<String> disturbance() {
    return this == DISTURBED || this == SHAKEN
        ? Optional.of("node2: others used 41 % of the CPU, the limit is 10 % (apt-get, gzip)")
        : Optional.empty();
  }

  String output() {
    return this == WRONG ? "Job finished successfully\n" : "";
  }

  String errors() {
    if (this == FAILURE) {
      return """
      26/03/01 08:41:12 INFO DAGScheduler: Submitting 64 missing tasks from ShuffleMapStage 3
      26/03/01 08:41:38 WARN TaskSetManager: Lost task 17.0 in stage 3.0 (TID 209) (node3 executor 2)
      26/03/01 08:41:40 ERROR Executor: Exception in task 17.1 in stage 3.0 (TID 241)
      java.lang.OutOfMemoryError: Java heap space
      	at java.base/java.util.Arrays.copyOf(Arrays.java:3537)
      	at org.example.kmeans.Assign$<init>(Assign.scala:<synthetic>)
      26/03/01 08:41:41 ERROR TaskSetManager: Task 17 in stage 3.0 failed 4 times; aborting job
      """;
    }
    if (this == TIME_OUT) {
      return "26/03/01 09:12:00 INFO mapreduce.Job:  map 100% reduce 71%\n".repeat(6);
    }
    return "26/03/01 08:10:00 INFO Client: ready\n";
  }
}
