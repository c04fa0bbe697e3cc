// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.athanor.results.Better.LESS;
import static org.athanor.results.Better.NEITHER;
import static org.athanor.results.Unit.BYTES;
import static org.athanor.results.Unit.COUNT;
import static org.athanor.results.Unit.SECONDS;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;

/**
 * What frameworks count in a trial, over all of its jobs. Each constant names what each framework
 * calls it that reports it.
 *
 * <p>A map is a task that reads no output of other tasks, such as one of a stage of Spark without
 * parents; all others are reduces.
 */
public enum Counter {
  JOBS(
      "Jobs",
      COUNT,
      NEITHER,
      "jobs of the program",
      hadoop("jobs"),
      tez("DAGs"),
      spark("JobStart"),
      flink("jobs")),
  TASKS(
      "Tasks",
      COUNT,
      NEITHER,
      "attempts at tasks",
      hadoop("TOTAL_LAUNCHED_MAPS + TOTAL_LAUNCHED_REDUCES"),
      tez("TOTAL_LAUNCHED_TASKS"),
      spark("TaskEnd"),
      flink("tasks of vertices")),
  TASKS_FAILED(
      "Failed tasks",
      COUNT,
      LESS,
      "attempts that failed",
      hadoop("NUM_FAILED_MAPS + NUM_FAILED_REDUCES"),
      tez("NUM_FAILED_TASKS"),
      spark("TaskEnd: Failed")),
  TASKS_KILLED(
      "Killed tasks",
      COUNT,
      LESS,
      "attempts that were killed, such as slower duplicates",
      hadoop("NUM_KILLED_MAPS + NUM_KILLED_REDUCES"),
      tez("NUM_KILLED_TASKS"),
      spark("TaskEnd: Killed")),
  MAP_SECONDS(
      "Maps, time",
      SECONDS,
      LESS,
      "sum over tasks that read no output of other tasks",
      hadoop("MILLIS_MAPS"),
      tez("WALL_CLOCK_MILLISECONDS of vertices without inputs from others"),
      spark("executorRunTime of stages without parents")),
  REDUCE_SECONDS(
      "Reduces, time",
      SECONDS,
      LESS,
      "sum over all other tasks",
      hadoop("MILLIS_REDUCES"),
      tez("WALL_CLOCK_MILLISECONDS of all other vertices"),
      spark("executorRunTime of stages with parents")),
  MAP_CPU_SECONDS(
      "Maps, CPU time",
      SECONDS,
      LESS,
      "sum over tasks that read no output of other tasks",
      hadoop("CPU_MILLISECONDS of maps"),
      tez("CPU_MILLISECONDS of vertices without inputs from others"),
      spark("executorCpuTime of stages without parents")),
  REDUCE_CPU_SECONDS(
      "Reduces, CPU time",
      SECONDS,
      LESS,
      "sum over all other tasks",
      hadoop("CPU_MILLISECONDS of reduces"),
      tez("CPU_MILLISECONDS of all other vertices"),
      spark("executorCpuTime of stages with parents")),
  TASK_CPU_SECONDS(
      "Tasks, CPU time",
      SECONDS,
      LESS,
      "sum over all tasks",
      hadoop("CPU_MILLISECONDS"),
      tez("CPU_MILLISECONDS"),
      spark("executorCpuTime")),
  TASK_GC_SECONDS(
      "Tasks, garbage collection",
      SECONDS,
      LESS,
      "of the tasks' JVMs while tasks run, added up over tasks, so that a pause of a JVM with"
          + " several tasks counts several times",
      hadoop("GC_TIME_MILLIS"),
      tez("GC_TIME_MILLIS"),
      spark("jvmGCTime")),
  INPUT_RECORDS(
      "Records, input",
      COUNT,
      NEITHER,
      "records that tasks read from the input of jobs",
      hadoop("MAP_INPUT_RECORDS"),
      tez("INPUT_RECORDS_PROCESSED of vertices without inputs from others"),
      spark("input.recordsRead")),
  SHUFFLED_RECORDS(
      "Records, shuffled",
      COUNT,
      LESS,
      "records that tasks read from other tasks",
      hadoop("REDUCE_INPUT_RECORDS"),
      tez("REDUCE_INPUT_RECORDS"),
      spark("shuffle.read.recordsRead"),
      flink("read-records")),
  OUTPUT_RECORDS(
      "Records, output",
      COUNT,
      NEITHER,
      "records that tasks wrote to the output of jobs",
      hadoop("REDUCE_OUTPUT_RECORDS, without reduces MAP_OUTPUT_RECORDS"),
      tez("OUTPUT_RECORDS of vertices without outputs to others"),
      spark("output.recordsWritten")),
  SPILLED_RECORDS(
      "Records, spilled",
      COUNT,
      LESS,
      "records written to local files because memory was short, and by MapReduce before the"
          + " shuffle",
      hadoop("SPILLED_RECORDS"),
      tez("SPILLED_RECORDS")),
  FORMAT_BYTES_READ(
      "Bytes, input",
      BYTES,
      NEITHER,
      "bytes that input formats read",
      hadoop("FileInputFormatCounter.BYTES_READ"),
      spark("input.bytesRead")),
  SHUFFLED_BYTES(
      "Bytes, shuffled",
      BYTES,
      LESS,
      "bytes that tasks read from other tasks, of the same node too",
      hadoop("REDUCE_SHUFFLE_BYTES"),
      tez("SHUFFLE_BYTES"),
      spark("shuffle.read.remoteBytesRead + localBytesRead"),
      flink("read-bytes")),
  FORMAT_BYTES_WRITTEN(
      "Bytes, output",
      BYTES,
      NEITHER,
      "bytes that output formats wrote",
      hadoop("FileOutputFormatCounter.BYTES_WRITTEN"),
      spark("output.bytesWritten")),
  SPILLED_BYTES(
      "Bytes, spilled",
      BYTES,
      LESS,
      "bytes written to local files because memory was short",
      tez("ADDITIONAL_SPILLS_BYTES_WRITTEN"),
      spark("diskBytesSpilled")),
  HDFS_BYTES_READ(
      "HDFS, read",
      BYTES,
      LESS,
      "bytes read from HDFS",
      hadoop("HDFS_BYTES_READ"),
      tez("HDFS_BYTES_READ")),
  HDFS_BYTES_WRITTEN(
      "HDFS, written",
      BYTES,
      LESS,
      "bytes written to HDFS, without replicas",
      hadoop("HDFS_BYTES_WRITTEN"),
      tez("HDFS_BYTES_WRITTEN")),
  FILE_BYTES_READ(
      "Local files, read",
      BYTES,
      LESS,
      "bytes through Hadoop's file systems, with the input if it is local",
      hadoop("FILE_BYTES_READ"),
      tez("FILE_BYTES_READ")),
  FILE_BYTES_WRITTEN(
      "Local files, written",
      BYTES,
      LESS,
      "bytes through Hadoop's file systems, with the output if it is local",
      hadoop("FILE_BYTES_WRITTEN"),
      tez("FILE_BYTES_WRITTEN"));

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
    TEZ("Tez"),
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

  /** What a source calls a counter. */
  private record Name(Source source, String text) {}

  private final String label;
  private final Unit unit;
  private final Better better;
  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // changed by the constructor only
  private final Map<Source, String> names = new EnumMap<>(Source.class);

  Counter(String label, Unit unit, Better better, String meaning, Name... names) {
    this.label = label;
    this.unit = unit;
    this.better = better;
    this.meaning = meaning;
    for (Name name : names) {
      this.names.put(name.source(), name.text());
    }
  }

  private static Name hadoop(String text) {
    return new Name(Source.HADOOP, text);
  }

  private static Name tez(String text) {
    return new Name(Source.TEZ, text);
  }

  private static Name spark(String text) {
    return new Name(Source.SPARK, text);
  }

  private static Name flink(String text) {
    return new Name(Source.FLINK, text);
  }

  /** The declaration of its readings. */
  public MeasureInfo info() {
    return new MeasureInfo(
        name().toLowerCase(Locale.ROOT), label, unit, better, MeasureInfo.Kind.COUNTER, meaning);
  }

  /** What the source calls it; empty if the source does not report it. */
  public String name(Source source) {
    return names.getOrDefault(source, "");
  }

  /** The declarations of all that frameworks report. */
  public static List<MeasureInfo> declarations() {
    return Stream.concat(Stream.of(INTERMEDIATE_DATA), Arrays.stream(values()).map(Counter::info))
        .toList();
  }
}
