// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.athanor.engine.failure.AttemptStoppedException;
import org.athanor.engine.merge.MergedPartition;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunWriter;
import org.athanor.engine.worker.WorkArea;

/**
 * Merges some runs into one, all partitions (Flame-MR's merge operation, thesis §3.3.2): when there
 * are more than a reduce could read at once.
 */
public final class RunMerge {
  private RunMerge() {}

  /**
   * @param runs at least one; the caller releases them afterwards
   * @param loader of the job's classes, for its comparator
   */
  public static Run merge(JobFacts job, List<Run> runs, WorkArea work, ClassLoader loader)
      throws IOException {
    JobConf conf = new JobConf(job.configuration());
    conf.setClassLoader(loader);
    KeyOrder order = KeyOrder.of(conf.getMapOutputKeyClass(), conf.getOutputKeyComparator());
    int first = runs.stream().mapToInt(Run::mapIndex).min().orElseThrow();
    int partitions = job.reduces();
    try (RunWriter writer =
        new RunWriter(first, partitions, job.retained(), job.spill(), work.spare())) {
      for (int p = 0; p < partitions; p++) {
        try (WorkArea.ReadBuffers buffers = work.readBuffers();
            MergedPartition merged =
                new MergedPartition(runs, p, order, buffers::take, work.idle())) {
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
}
