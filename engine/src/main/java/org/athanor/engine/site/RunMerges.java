// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.engine.run.Run;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.RunMerge;
import org.athanor.engine.worker.Operation;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.Worker;

/**
 * The map output of some partitions of a job, and the merges of it on engine threads: while maps
 * run, and before the reduces if there are more runs than a reduce can read at once. Guarded by the
 * lock of its {@link WorkerJob}.
 */
final class RunMerges {
  private final JobFacts job;
  private final JobMapOutputs outputs;
  private final Worker worker;
  private final Share share;
  private final Merger merger;
  private final BitSet partitions;
  private final Map<List<Run>, Merge> running = new HashMap<>(); // by the runs that are merged
  private boolean stopped;

  /** A merge that waits for a thread or runs. */
  private record Merge(RunMerge work, Operation operation) {}

  /** Makes the step that runs a merge, without that lock, and calls {@link #ended}. */
  @FunctionalInterface
  interface Merger {
    JobOperation.Step step(RunMerges merges, RunMerge merge, List<Run> runs);
  }

  /**
   * @param partitions those whose records are needed; may become fewer
   */
  RunMerges(
      JobFacts job,
      JobMapOutputs outputs,
      Worker worker,
      Share share,
      Merger merger,
      BitSet partitions) {
    this.job = job;
    this.outputs = outputs;
    this.worker = worker;
    this.share = share;
    this.merger = merger;
    this.partitions = partitions;
  }

  /**
   * Starts all merges that can run now.
   *
   * @param last whether no more runs will come
   */
  void start(boolean last) {
    for (List<Run> runs = outputs.nextMerge(last);
        !runs.isEmpty();
        runs = outputs.nextMerge(last)) {
      RunMerge merge = new RunMerge(job, runs, (BitSet) partitions.clone());
      Operation operation =
          new JobOperation(Operation.Kind.MERGE, share, merger.step(this, merge, runs));
      running.put(runs, new Merge(merge, operation));
      worker.submit(operation);
    }
  }

  /** Returns whether a merge waits or runs, and its result is needed. */
  boolean isNeeded(List<Run> runs) {
    return !stopped && running.containsKey(runs);
  }

  /**
   * Records the end of a merge.
   *
   * @param to the merged run; empty if the merge has failed
   * @return false if the merge was abandoned; its result is then released
   */
  boolean ended(List<Run> from, Optional<Run> to) {
    if (running.remove(from) == null) {
      to.ifPresent(Run::release);
      return false;
    }
    to.ifPresentOrElse(run -> outputs.merged(from, run), () -> outputs.mergeFailed(from));
    return true;
  }

  /** Abandons merges that go on although they were interrupted; their memory is given back. */
  void abandon() {
    for (Map.Entry<List<Run>, Merge> merge : List.copyOf(running.entrySet())) {
      if (worker.abandon(merge.getValue().operation())) {
        merge.getValue().work().cutOff();
        ended(merge.getKey(), Optional.empty());
      }
    }
  }

  /** Withdraws merges that have not begun and interrupts the others; nothing of them is needed. */
  void stop() {
    stopped = true;
    for (Map.Entry<List<Run>, Merge> merge : List.copyOf(running.entrySet())) {
      Operation operation = merge.getValue().operation();
      if (worker.withdraw(operation)) {
        ended(merge.getKey(), Optional.empty());
      } else {
        worker.interrupt(operation);
      }
    }
  }

  boolean isIdle() {
    return !outputs.isMerging();
  }

  /** Adds the output of a map. */
  void add(List<Run> runs) {
    outputs.add(runs);
  }

  /** Returns the runs that reduces read; no merge may be waiting or running. */
  List<Run> runs() {
    return outputs.all();
  }

  /** Gives the memory of all runs back; no operation of the job may use them. */
  void release() {
    outputs.release();
  }
}
