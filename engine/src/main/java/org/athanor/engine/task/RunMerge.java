// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.merge.MergedPartition;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunWriter;
import org.athanor.engine.worker.WorkArea;

/**
 * Merges some runs into one, all partitions (Flame-MR's merge operation, thesis §3.3.2), when there
 * are more runs than a reduce can read at once. Runs once, on one thread.
 */
public final class RunMerge {
  private final JobFacts job;
  private final List<Run> runs;
  private final BitSet partitions;
  private volatile RunWriter output; // null before it is made
  private volatile MergedPartition input; // of the current partition; null before it is made
  private volatile boolean isCutOff;

  /**
   * @param runs at least one; the caller releases them after the merge
   * @param partitions those that the new run has records of
   */
  public RunMerge(JobFacts job, List<Run> runs, BitSet partitions) {
    this.job = job;
    this.runs = runs;
    this.partitions = partitions;
  }

  /**
   * Merges the runs and returns the new run, which the caller owns.
   *
   * @param loader loads the job's classes, such as its comparator
   * @throws AttemptStoppedException if the thread was interrupted, or the merge was cut off
   */
  public Run run(WorkArea work, ClassLoader loader) throws IOException {
    JobConf conf = new JobConf(job.configuration());
    conf.setClassLoader(loader);
    KeyOrder order = KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputKeyComparator());
    int first = runs.stream().mapToInt(Run::mapIndex).min().orElseThrow();
    try (RunWriter writer =
        new RunWriter(
            first, job.reduces(), job.store().retained(), job.store().spill(), work.spare())) {
      output = writer;
      for (int p = partitions.nextSetBit(0); p >= 0; p = partitions.nextSetBit(p + 1)) {
        try (WorkArea.ReadBuffers buffers = work.readBuffers();
            MergedPartition merged =
                new MergedPartition(runs, p, order, buffers::take, work.idle())) {
          input = merged;
          checkCutOff();
          if (merged.records() > 0) {
            writer.startPartition(p);
          }
          while (merged.next()) {
            if (Thread.currentThread().isInterrupted()) {
              throw new AttemptStoppedException();
            }
            writer.append(merged.data(), merged.recordOffset());
          }
        }
      }
      return writer.finish();
    }
  }

  private void checkCutOff() throws AttemptStoppedException {
    if (isCutOff) {
      cutOff();
      throw new AttemptStoppedException();
    }
  }

  /**
   * Gives the memory of the unfinished run back to the pool and ends the work of other threads for
   * the merge. For a merge whose own thread goes on although it was interrupted. Any thread; later
   * calls do nothing.
   */
  public void cutOff() {
    isCutOff = true;
    RunWriter written = output;
    if (written != null) {
      written.discard();
    }
    MergedPartition read = input;
    if (read != null) {
      read.close();
    }
  }
}
