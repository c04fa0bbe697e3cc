// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.athanor.results.Better.LESS;
import static org.athanor.results.Better.NEITHER;
import static org.athanor.results.Unit.BYTES;
import static org.athanor.results.Unit.COUNT;
import static org.athanor.results.Unit.SECONDS;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;

/**
 * What frameworks count in a trial, over all of its jobs. Each constant names what it is called by
 * each API, in the order of {@link Source}; where that is empty, the framework does not report it.
 *
 * <p>A map is a task that reads no output of other tasks, such as one of a stage of Spark without
 * parents; all others are reduces.
 */
public enum Counter {
  JOBS("Jobs", COUNT, NEITHER, "jobs of the program", "jobs", "JobStart", "jobs"),
  TASKS(
      "Tasks",
      COUNT,
      NEITHER,
      "attempts at tasks",
      "TOTAL_LAUNCHED_MAPS + TOTAL_LAUNCHED_REDUCES",
      "TaskEnd",
      "tasks of vertices"),
  TASKS_FAILED(
      "Failed tasks",
      COUNT,
      LESS,
      "attempts that failed",
      "NUM_FAILED_MAPS + NUM_FAILED_REDUCES",
      "TaskEnd: Failed",
      ""),
  TASKS_KILLED(
      "Killed tasks",
      COUNT,
      LESS,
      "attempts that were killed, such as slower duplicates",
      "NUM_KILLED_MAPS + NUM_KILLED_REDUCES",
      "TaskEnd: Killed",
      ""),
  MAP_SECONDS(
      "Maps, time",
      SECONDS,
      LESS,
      "sum over tasks that read no output of other tasks",
      "MILLIS_MAPS",
      "executorRunTime of stages without parents",
      ""),
  REDUCE_SECONDS(
      "Reduces, time",
      SECONDS,
      LESS,
      "sum over all other tasks",
      "MILLIS_REDUCES",
      "executorRunTime of stages with parents",
      ""),
  MAP_CPU_SECONDS(
      "Maps, CPU time",
      SECONDS,
      LESS,
      "sum over tasks that read no output of other tasks",
      "",
      "executorCpuTime of stages without parents",
      ""),
  REDUCE_CPU_SECONDS(
      "Reduces, CPU time",
      SECONDS,
      LESS,
      "sum over all other tasks",
      "",
      "executorCpuTime of stages with parents",
      ""),
  TASK_CPU_SECONDS(
      "Tasks, CPU time",
      SECONDS,
      LESS,
      "sum over all tasks",
      "CPU_MILLISECONDS",
      "executorCpuTime",
      ""),
  TASK_GC_SECONDS(
      "Tasks, garbage collection",
      SECONDS,
      LESS,
      "of the tasks' JVMs while tasks run, added up over tasks, so that a pause of a JVM with"
          + " several tasks counts several times",
      "GC_TIME_MILLIS",
      "jvmGCTime",
      ""),
  INPUT_RECORDS(
      "Records, input",
      COUNT,
      NEITHER,
      "records that tasks read from the input of jobs",
      "MAP_INPUT_RECORDS",
      "input.recordsRead",
      ""),
  SHUFFLED_RECORDS(
      "Records, shuffled",
      COUNT,
      LESS,
      "records that tasks read from other tasks",
      "REDUCE_INPUT_RECORDS",
      "shuffle.read.recordsRead",
      "read-records"),
  OUTPUT_RECORDS(
      "Records, output",
      COUNT,
      NEITHER,
      "records that tasks wrote to the output of jobs",
      "REDUCE_OUTPUT_RECORDS, without reduces MAP_OUTPUT_RECORDS",
      "output.recordsWritten",
      ""),
  SPILLED_RECORDS(
      "Records, spilled",
      COUNT,
      LESS,
      "records written to local files because memory was short, and by MapReduce before the"
          + " shuffle",
      "SPILLED_RECORDS",
      "",
      ""),
  FORMAT_BYTES_READ(
      "Bytes, input",
      BYTES,
      NEITHER,
      "bytes that input formats read",
      "FileInputFormatCounter.BYTES_READ",
      "input.bytesRead",
      ""),
  SHUFFLED_BYTES(
      "Bytes, shuffled",
      BYTES,
      LESS,
      "bytes that tasks read from other tasks, of the same node too",
      "REDUCE_SHUFFLE_BYTES",
      "shuffle.read.remoteBytesRead + localBytesRead",
      "read-bytes"),
  FORMAT_BYTES_WRITTEN(
      "Bytes, output",
      BYTES,
      NEITHER,
      "bytes that output formats wrote",
      "FileOutputFormatCounter.BYTES_WRITTEN",
      "output.bytesWritten",
      ""),
  SPILLED_BYTES(
      "Bytes, spilled",
      BYTES,
      LESS,
      "bytes written to local files because memory was short",
      "",
      "diskBytesSpilled",
      ""),
  HDFS_BYTES_READ("HDFS, read", BYTES, LESS, "bytes read from HDFS", "HDFS_BYTES_READ", "", ""),
  HDFS_BYTES_WRITTEN(
      "HDFS, written",
      BYTES,
      LESS,
      "bytes written to HDFS, without replicas",
      "HDFS_BYTES_WRITTEN",
      "",
      ""),
  FILE_BYTES_READ(
      "Local files, read",
      BYTES,
      LESS,
      "bytes through Hadoop's file systems, with the input if it is local",
      "FILE_BYTES_READ",
      "",
      ""),
  FILE_BYTES_WRITTEN(
      "Local files, written",
      BYTES,
      LESS,
      "bytes through Hadoop's file systems, with the output if it is local",
      "FILE_BYTES_WRITTEN",
      "",
      "");

  /**
   * The bytes between maps and reduces of MapReduce, which catalogue and simulator use. It has a
   * figure of its own.
   */
  public static final MeasureInfo INTERMEDIATE_DATA =
      MeasureInfo.result(
          TrialResult.INTERMEDIATE_DATA,
          "Intermediate data",
          BYTES,
          LESS,
          "bytes between maps and reduces, all jobs");

  /** Whose records a reading is from. */
  public enum Source {
    HADOOP("MapReduce"),
    SPARK("Spark"),
    FLINK("Flink");

    private final String title;

    Source(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  private final String label;
  private final Unit unit;
  private final Better better;
  private final String meaning;
  private final String hadoop;
  private final String spark;
  private final String flink;

  Counter(
      String label,
      Unit unit,
      Better better,
      String meaning,
      String hadoop,
      String spark,
      String flink) {
    this.label = label;
    this.unit = unit;
    this.better = better;
    this.meaning = meaning;
    this.hadoop = hadoop;
    this.spark = spark;
    this.flink = flink;
  }

  /** The declaration of its readings. */
  public MeasureInfo info() {
    return new MeasureInfo(
        name().toLowerCase(Locale.ROOT), label, unit, better, MeasureInfo.Kind.COUNTER, meaning);
  }

  /** What the source calls it; empty if the source does not report it. */
  public String name(Source source) {
    return switch (source) {
      case HADOOP -> hadoop;
      case SPARK -> spark;
      case FLINK -> flink;
    };
  }

  /** The declarations of all that frameworks report. */
  public static List<MeasureInfo> declarations() {
    return Stream.concat(Stream.of(INTERMEDIATE_DATA), Arrays.stream(values()).map(Counter::info))
        .toList();
  }
}
