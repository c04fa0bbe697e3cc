// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;

/**
 * The files and jobs of a trace. A trace has bytes and times, nothing else; what it does not say is
 * decided here: a job has a reduce for each gigabyte that it shuffles, and computes as the nearest
 * of some known applications. Jobs that name the same path and length read the same file.
 *
 * @param files that the jobs read
 * @param jobs in the order of the trace
 */
public record SwimWorkload(List<FileSpec> files, List<JobSpec> jobs) {
  private static final long BYTES_OF_REDUCE = 1L << 30;

  /** Of a job without input. */
  private static final long MOST_MAPS = 1_000_000;

  public SwimWorkload {
    files = List.copyOf(files);
    jobs = List.copyOf(jobs);
  }

  /**
   * Makes files and jobs.
   *
   * @param divisor by which all bytes are divided, for a cluster that is smaller than the trace's;
   *     from 1
   * @param blockBytes of the files, from 1
   * @param replication of the files, from 1
   * @param mostReduces of a job, from 1
   */
  public static SwimWorkload of(
      List<SwimJob> trace, double divisor, long blockBytes, int replication, int mostReduces) {
    if (!(divisor >= 1) || mostReduces < 1) {
      throw new IllegalArgumentException(
          "divisor=" + divisor + ", most reduces=" + mostReduces + ": must be from 1");
    }
    Map<String, FileSpec> files = new LinkedHashMap<>();
    List<JobSpec> jobs = new ArrayList<>();
    for (SwimJob job : trace) {
      long input = Math.round(job.inputBytes() / divisor);
      long shuffle = Math.round(job.shuffleBytes() / divisor);
      long output = Math.round(job.outputBytes() / divisor);
      String path = "";
      if (input > 0) {
        // A job without a path has a file of its own, also if another one's path is its name.
        String name =
            job.inputPath().isEmpty() ? "of-job/" + job.name() : "path/" + job.inputPath();
        path = "/input/" + name + "/" + input;
        files.putIfAbsent(path, new FileSpec(path, input, blockBytes, replication));
      }
      long reduces =
          shuffle == 0 ? 0 : Math.max(1, Math.min(mostReduces, shuffle / BYTES_OF_REDUCE));
      ApplicationClass application = ApplicationClass.nearest(job);
      jobs.add(
          new JobSpec(
              job.name(),
              "default",
              job.submitSeconds(),
              path,
              input > 0 ? 0 : mapsWithoutInput(shuffle, output, blockBytes),
              (int) reduces,
              shuffle,
              output,
              application.mapCyclesPerByte(),
              application.reduceCyclesPerByte()));
    }
    return new SwimWorkload(List.copyOf(files.values()), jobs);
  }

  /** A map for each block that they make. */
  private static int mapsWithoutInput(long shuffle, long output, long blockBytes) {
    return (int) Math.max(1, Math.min(MOST_MAPS, Math.max(shuffle, output) / blockBytes));
  }
}
