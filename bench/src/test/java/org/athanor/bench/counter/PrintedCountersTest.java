// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class PrintedCountersTest {
  private static final List<String> JOB =
      List.of(
          "INFO mapreduce.Job: Running job: job_1_0001",
          "INFO mapred.Task: Final Counters for attempt_1_0001_m_0: Counters: 18",
          "\tMap-Reduce Framework",
          "\t\tMap input records=1000000",
          "INFO mapreduce.Job: Counters: 19",
          "\tFile System Counters",
          "\t\tFILE: Number of bytes read=100",
          "\t\tFILE: Number of bytes written=200",
          "\t\tHDFS: Number of bytes read=300",
          "\t\tHDFS: Number of bytes written=400",
          "\tJob Counters ",
          "\t\tFailed map tasks=1",
          "\t\tLaunched map tasks=5",
          "\t\tLaunched reduce tasks=2",
          "\t\tTotal time spent by all map tasks (ms)=9000",
          "\t\tTotal time spent by all reduce tasks (ms)=3000",
          "\tMap-Reduce Framework",
          "\t\tMap input records=10",
          "\t\tMap output records=20",
          "\t\tReduce shuffle bytes=50",
          "\t\tReduce input records=12",
          "\t\tReduce output records=6",
          "\t\tSpilled Records=24",
          "\t\tGC time elapsed (ms)=70",
          "\t\tCPU time spent (ms)=4500",
          "\tFile Input Format Counters ",
          "\t\tBytes Read=280",
          "\tFile Output Format Counters ",
          "\t\tBytes Written=390",
          "INFO the next line");

  @Test
  void readsTheCountersOfAJob() {
    Map<String, Reading> readings = PrintedCounters.readings(JOB);

    assertThat(readings).hasSize(Counter.values().length);
    assertReading(readings, Counter.JOBS, 1, Unit.COUNT);
    assertReading(readings, Counter.TASKS, 7, Unit.COUNT);
    assertReading(readings, Counter.TASKS_FAILED, 1, Unit.COUNT);
    assertReading(readings, Counter.TASKS_KILLED, 0, Unit.COUNT);
    assertReading(readings, Counter.MAP_SECONDS, 9, Unit.SECONDS);
    assertReading(readings, Counter.REDUCE_SECONDS, 3, Unit.SECONDS);
    assertReading(readings, Counter.TASK_CPU_SECONDS, 4.5, Unit.SECONDS);
    assertReading(readings, Counter.TASK_GC_SECONDS, .07, Unit.SECONDS);
    assertReading(readings, Counter.INPUT_RECORDS, 10, Unit.COUNT);
    assertReading(readings, Counter.SHUFFLED_RECORDS, 12, Unit.COUNT);
    assertReading(readings, Counter.OUTPUT_RECORDS, 6, Unit.COUNT);
    assertReading(readings, Counter.SPILLED_RECORDS, 24, Unit.COUNT);
    assertReading(readings, Counter.SHUFFLED_BYTES, 50, Unit.BYTES);
    assertReading(readings, Counter.FORMAT_BYTES_READ, 280, Unit.BYTES);
    assertReading(readings, Counter.FORMAT_BYTES_WRITTEN, 390, Unit.BYTES);
    assertReading(readings, Counter.FILE_BYTES_READ, 100, Unit.BYTES);
    assertReading(readings, Counter.FILE_BYTES_WRITTEN, 200, Unit.BYTES);
    assertReading(readings, Counter.HDFS_BYTES_READ, 300, Unit.BYTES);
    assertReading(readings, Counter.HDFS_BYTES_WRITTEN, 400, Unit.BYTES);
    assertUnavailable(
        readings,
        Counter.MAP_CPU_SECONDS,
        "the client reported no counters of maps and reduces apart");
    assertUnavailable(readings, Counter.SPILLED_BYTES, "MapReduce does not report it");
  }

  @Test
  void readsNegativeCountersAndSkipsOtherLines() {
    List<String> lines = new ArrayList<>(JOB);
    lines.replaceAll(line -> line.replace("elapsed (ms)=70", "elapsed (ms)=-12"));
    lines.add(lines.indexOf("\t\tMap input records=10"), "hello");
    Map<String, Reading> readings = PrintedCounters.readings(lines);

    assertReading(readings, Counter.TASK_GC_SECONDS, -.012, Unit.SECONDS);
    assertReading(readings, Counter.SPILLED_RECORDS, 24, Unit.COUNT);
    assertReading(readings, Counter.FORMAT_BYTES_WRITTEN, 390, Unit.BYTES);
  }

  @Test
  void countersOfWhichSomeAreNotUnderstoodAreUnavailable() {
    for (String wrong : List.of("\t\tSpilled Records=many", "\t\tSpilled Records", "hello")) {
      List<String> lines = new ArrayList<>(JOB);
      lines.set(lines.indexOf("\t\tSpilled Records=24"), wrong);
      lines.addAll(JOB);
      Map<String, Reading> readings = PrintedCounters.readings(lines);

      for (Counter counter : List.of(Counter.JOBS, Counter.SPILLED_RECORDS, Counter.TASKS)) {
        assertUnavailable(readings, counter, "the client's output has 18 of 19 counters of a job");
      }
    }
  }

  /** A heading that belongs to {@code lines}, of which some have been removed. */
  private static List<String> without(String... texts) {
    List<String> lines =
        JOB.stream().filter(line -> Stream.of(texts).noneMatch(line::contains)).toList();
    long number = lines.stream().skip(5).filter(line -> line.startsWith("\t\t")).count();
    return lines.stream().map(line -> line.replace("Counters: 19", "Counters: " + number)).toList();
  }

  @Test
  void addsUpJobs() {
    List<String> two = new ArrayList<>(JOB);
    two.addAll(JOB);
    Map<String, Reading> readings = PrintedCounters.readings(two);

    assertReading(readings, Counter.JOBS, 2, Unit.COUNT);
    assertReading(readings, Counter.SHUFFLED_BYTES, 100, Unit.BYTES);
  }

  @Test
  void theOutputOfAJobWithoutReducesIsThatOfItsMaps() {
    List<String> mapsOnly = without("\tReduce");
    Map<String, Reading> readings = PrintedCounters.readings(mapsOnly);

    assertReading(readings, Counter.OUTPUT_RECORDS, 20, Unit.COUNT);
    assertReading(readings, Counter.SHUFFLED_BYTES, 0, Unit.BYTES);
  }

  /** The local runner counts neither tasks nor their CPU time. */
  @Test
  void whatIsNotPrintedIsUnavailable() {
    List<String> local = without("tasks", "Job Counters", "CPU time");
    Map<String, Reading> readings = PrintedCounters.readings(local);

    assertUnavailable(
        readings, Counter.TASKS, "MapReduce in the client's JVM does not count tasks");
    assertUnavailable(readings, Counter.TASK_CPU_SECONDS, "the tasks did not report it");
    assertReading(readings, Counter.SPILLED_RECORDS, 24, Unit.COUNT);
  }

  @Test
  void aJobWithoutCountersMakesAllUnavailable() {
    List<String> lines = new ArrayList<>(JOB);
    lines.add("INFO mapreduce.Job: Running job: job_1_0002");
    assertThat(PrintedCounters.readings(lines).values())
        .contains(Reading.unavailable("the client reported no counters of some jobs"))
        .noneMatch(Reading.Value.class::isInstance);
    lines.add("INFO mapreduce.Job: Counters: 0");
    assertThat(PrintedCounters.readings(lines).values()).noneMatch(Reading.Value.class::isInstance);
    assertThat(PrintedCounters.readings(List.of("no job"))).isEmpty();
  }

  private static void assertReading(
      Map<String, Reading> readings, Counter counter, double amount, Unit unit) {
    assertThat(readings).containsEntry(counter.info().id(), Reading.of(amount, unit));
  }

  private static void assertUnavailable(
      Map<String, Reading> readings, Counter counter, String reason) {
    assertThat(readings).containsEntry(counter.info().id(), Reading.unavailable(reason));
  }
}
