// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Sums that the tasks of a job pass to the driver. Each task writes a hidden file, which is
 * committed with its output. Counters are not used, because the client of Tez returns none.
 */
final class TaskSums {
  private static final String PREFIX = "_sums-";

  private TaskSums() {}

  /** Writes the sums of one task. Counts are exact below 2⁵³. */
  static void write(TaskInputOutputContext<?, ?, ?, ?> context, double... sums)
      throws IOException, InterruptedException {
    int task = context.getTaskAttemptID().getTaskID().getId();
    Path file = new Path(FileOutputFormat.getWorkOutputPath(context), PREFIX + task);
    try (FSDataOutputStream out =
        file.getFileSystem(context.getConfiguration()).create(file, true)) {
      for (double sum : sums) {
        out.writeDouble(sum);
      }
    }
  }

  /**
   * Adds up the sums of all tasks, always in the same order.
   *
   * @param output output directory of the job
   * @param count number of sums per task
   * @throws IOException if no task has written sums
   */
  static double[] read(Configuration configuration, Path output, int count) throws IOException {
    FileSystem files = output.getFileSystem(configuration);
    FileStatus[] tasks = files.globStatus(new Path(output, PREFIX + "*"));
    if (tasks == null || tasks.length == 0) {
      throw new IOException(output + ": the job's tasks have written no file " + PREFIX + "*");
    }
    Arrays.sort(tasks);
    double[] sums = new double[count];
    for (FileStatus task : tasks) {
      try (FSDataInputStream in = files.open(task.getPath())) {
        for (int i = 0; i < count; i++) {
          sums[i] += in.readDouble();
        }
      }
    }
    return sums;
  }
}
