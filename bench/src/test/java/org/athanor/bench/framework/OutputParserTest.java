// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("short")
class OutputParserTest {

  private static final String TASKS = "org.apache.hadoop.mapreduce.TaskCounter";
  private static final String BYTES = "MAP_OUTPUT_MATERIALIZED_BYTES";
  private static final Instant START = Instant.ofEpochMilli(1_795_323_368_000L);

  @Test
  void findsMapsAndReducesOfHadoopsLocalRunner() throws Exception {
    OutputParser output = new MapReduceOutput();
    assertThat(output.phases(START, Captured.output("hadoop-local.log")))
        .containsExactly(new Phase("map", 1.472, 1.968), new Phase("reduce", 1.971, 2.108));
    assertThat(output.errorIn(Captured.output("hadoop-local.log"))).isEmpty();
  }

  @Test
  void findsOverlappingPhasesOfYarn() {
    assertThat(
            new MapReduceOutput()
                .phases(
                    START,
                    Captured.lines(
                        "INFO mapreduce.Job: Running job: job_1_0001",
                        "INFO mapreduce.Job:  map 0% reduce 0%",
                        "INFO mapreduce.Job:  map 50% reduce 0%",
                        "INFO mapreduce.Job:  map 75% reduce 17%",
                        "INFO mapreduce.Job:  map 100% reduce 17%",
                        "INFO mapreduce.Job:  map 100% reduce 100%",
                        "INFO mapreduce.Job: Job job_1_0001 completed successfully")))
        .containsExactly(new Phase("map", 0, 4), new Phase("reduce", 2, 6));
  }

  @Test
  void hadoopsLocalRunnerReportsTheEndOfMapsTooEarly() {
    assertThat(
            new MapReduceOutput()
                .phases(
                    START,
                    Captured.lines(
                        "INFO mapreduce.Job: Running job: job_local1_0001",
                        "INFO mapreduce.Job:  map 13% reduce 0%",
                        "INFO mapreduce.Job:  map 100% reduce 0%",
                        "INFO mapreduce.Job:  map 63% reduce 0%",
                        "INFO mapred.LocalJobRunner: map task executor complete.",
                        "INFO mapred.LocalJobRunner: Waiting for reduce tasks",
                        "INFO mapreduce.Job:  map 100% reduce 0%",
                        "INFO mapred.LocalJobRunner: reduce task executor complete.",
                        "INFO mapreduce.Job: Job job_local1_0001 completed successfully")))
        .containsExactly(new Phase("map", 0, 4), new Phase("reduce", 5, 7));
  }

  @Test
  void aReduceStartsAtTheProgressLineBeforeItIsReported() throws Exception {
    assertThat(new MapReduceOutput().phases(START, Captured.output("hadoop-yarn.log")))
        .containsExactly(new Phase("map", 3.013, 15.350), new Phase("reduce", 15.350, 22.553));
  }

  @Test
  void findsTheJobsOfHivesStages() {
    assertThat(
            new HiveOutput()
                .phases(
                    START,
                    Captured.lines(
                        "Launching Job 1 out of 2",
                        "Job running in-process (local Hadoop)",
                        "2026-11-28 02:11:02,175 Stage-1 map = 0%,  reduce = 0%",
                        "2026-11-28 02:11:05,402 Stage-1 map = 100%,  reduce = 0%",
                        "2026-11-28 02:11:06,526 Stage-1 map = 100%,  reduce = 100%",
                        "Ended Job = job_local426264632_0001",
                        "Starting Job = job_1_0002, Tracking URL = http://h/",
                        "2026-11-28 02:11:09,526 Stage-2 map = 100%,  reduce = 0%",
                        "Ended Job = job_1_0002")))
        .containsExactly(
            new Phase("Stage-1 map", 1, 3),
            new Phase("Stage-1 reduce", 3, 5),
            new Phase("Stage-2 map", 6, 8));
  }

  @Test
  void anErrorOfHiveNamesWhatTheTaskInAContainerMet() {
    String error = "FAILED: Execution Error, return code 2 from MapRedTask";
    List<String> task =
        List.of(
            "Diagnostic Messages for this Task:",
            "Error: java.lang.RuntimeException: Error in configuring object",
            "\tat org.apache.hadoop.mapred.MapTask.run(MapTask.java:351)",
            "Caused by: java.lang.ClassNotFoundException: org.acme.Function",
            "2026-11-28 07:24:21,147 ERROR exec.Task: Examining task",
            "\tat java.base/java.lang.ClassLoader.loadClass(ClassLoader.java:525)",
            "\t... 28 more",
            "",
            "Something else");
    List<String> lines = new ArrayList<>(List.of("Ended Job = job_1 with errors"));
    lines.addAll(task);
    lines.addAll(List.of(error, "MapReduce Jobs Launched:"));
    assertThat(new HiveOutput().errorIn(Captured.lines(lines.toArray(String[]::new))))
        .contains(error + ": java.lang.ClassNotFoundException: org.acme.Function");
  }

  @Test
  void aTaskWithoutCausesIsKnownByItsFirstLine() throws Exception {
    String error = "FAILED: Execution Error, return code 2 from MapRedTask";
    assertThat(
            new HiveOutput()
                .errorIn(
                    Captured.lines(
                        "Launching Job 1 out of 1",
                        "Diagnostic Messages for this Task:",
                        "[2026-11-28 07:24:21.147]Container [pid=7] is beyond its memory limit.",
                        "Dump of the process-tree for container_1_0001_01_000002 :",
                        "\t|- 9 7 7 7 (java) 1 2 3 4 /usr/bin/java -Xmx9g org.acme.Task",
                        "",
                        error)))
        .contains(
            error + ": [2026-11-28 07:24:21.147]Container [pid=7] is beyond its memory limit.");
  }

  @Test
  void theErrorOfAnEarlierJobIsNoCause() throws Exception {
    String error = "FAILED: Execution Error, return code 1 from MoveTask";
    assertThat(
            new HiveOutput()
                .errorIn(
                    Captured.lines(
                        "Launching Job 1 out of 2",
                        "Diagnostic Messages for this Task:",
                        "Error: java.lang.OutOfMemoryError: Java heap space",
                        "",
                        "FAILED: Execution Error, return code 3 from MapredLocalTask",
                        "ATTEMPT: Execute BackupTask: MapRedTask",
                        "Launching Job 2 out of 2",
                        error)))
        .contains(error);
  }

  @Test
  void anErrorThatHiveGetsOverIsNone() throws Exception {
    String error = "FAILED: Execution Error, return code 3 from MapredLocalTask";
    OutputParser output = new HiveOutput();
    assertThat(
            output.errorIn(
                Captured.lines(error, "ATTEMPT: Execute BackupTask: MapRedTask", "Time taken: 3")))
        .isEmpty();
    String logged = "2026-11-28 02:11:02,175 ERROR ql.Driver: ";
    String retry = "ATTEMPT: Execute BackupTask: org.apache.hadoop.hive.ql.exec.mr.MapRedTask";
    assertThat(
            output.errorIn(
                Captured.lines(error, logged + error, retry, logged + retry, "Time taken: 3")))
        .isEmpty();
    assertThat(output.errorIn(Captured.lines(error, logged + error, "Time taken: 3", retry)))
        .contains(error);
    assertThat(output.errorIn(Captured.lines(error, logged + error))).contains(error);
    assertThat(output.errorIn(Captured.lines("Ended Job = job_1 with errors", error, "1 query")))
        .contains(error);
    assertThat(output.measures(Captured.lines(error)).get("jobs"))
        .isEqualTo(
            Reading.unavailable("Hive's command line does not print the counters of its jobs"));
  }

  @Test
  void findsVerticesInFlinksLocalLog() throws Exception {
    OutputParser output = new FlinkLog(List::of);
    assertThat(output.phases(START, Captured.output("flink-local.log")))
        .startsWith(
            new Phase("Source: read -> Flat Map -> combine", 5.752, 6.024),
            new Phase("Keyed Reduce -> Sink: Writer", 6.504, 6.586),
            new Phase("Sink: Committer", 6.742, 6.823));
    assertThat(output.errorIn(Captured.output("flink-local.log"))).isEmpty();
  }

  @Test
  void asksFlinksJobManagerForVerticesOfTheClientsJobs() throws Exception {
    JsonNode details = JsonMapper.shared().readTree(Captured.text("flink-job.json"));
    OutputParser output =
        new FlinkSession(
            job ->
                job.equals("4a7032beff655fd5da4bfd6e9f8df288")
                    ? Optional.of(details)
                    : Optional.empty());
    assertThat(
            output.phases(
                Instant.ofEpochMilli(1_795_327_986_322L),
                Captured.lines(
                    "Job has been submitted with JobID 4a7032beff655fd5da4bfd6e9f8df288",
                    "Job has been submitted with JobID ffffffffffffffffffffffffffffffff")))
        .startsWith(new Phase("Source: read -> Flat Map -> combine", 3.429, 4.815));
  }

  @Test
  void aFailedFlinkProgramIsAnError() {
    assertThat(
            new FlinkSession(job -> Optional.empty())
                .errorIn(
                    Captured.lines(
                        "------",
                        " The program finished with the following exception:",
                        "org.apache.flink.client.program.ProgramInvocationException: no")))
        .contains("The program finished with the following exception:");
  }

  @Test
  void phasesOfSeveralJobsAreNumbered() {
    assertThat(
            new MapReduceOutput()
                .phases(
                    START,
                    Captured.lines(
                        "INFO mapreduce.Job: Running job: job_1_0001",
                        "INFO mapreduce.Job:  map 100% reduce 100%",
                        "INFO mapreduce.Job: Job job_1_0001 completed successfully",
                        "INFO mapreduce.Job: Running job: job_1_0002",
                        "INFO mapreduce.Job:  map 100% reduce 0%",
                        "INFO mapreduce.Job: Job job_1_0002 completed successfully")))
        .containsExactly(
            new Phase("map 1", 0, 1), new Phase("reduce 1", 1, 2), new Phase("map 2", 3, 4));
  }

  @Test
  void aFailedHadoopJobIsAnErrorWhateverTheDriverReturns() {
    assertThat(
            new MapReduceOutput()
                .errorIn(
                    Captured.lines(
                        "  map 100% reduce 0%",
                        "INFO mapreduce.Job: Job job_1_0001 failed with state FAILED due to: NA")))
        .contains("INFO mapreduce.Job: Job job_1_0001 failed with state FAILED due to: NA");
  }

  @Test
  void findsStagesOfSpark() throws Exception {
    OutputParser output = new SparkOutput(() -> "");
    assertThat(output.phases(START, Captured.output("spark-local.log")))
        .containsExactly(new Phase("stage 0", 3.688, 4.168), new Phase("stage 1", 4.182, 4.332));
    assertThat(output.errorIn(Captured.output("spark-local.log"))).isEmpty();
  }

  @Test
  void anAbortedSparkJobIsAnErrorWhateverTheDriverReturns() {
    assertThat(
            new SparkOutput(() -> "")
                .errorIn(
                    Captured.lines(
                        "INFO DAGScheduler: ResultStage 0 (x) failed in 1 s",
                        "org.apache.spark.SparkException: Job aborted due to stage failure: Task"
                            + " 0")))
        .contains("org.apache.spark.SparkException: Job aborted due to stage failure: Task 0");
  }

  @Test
  void findsPhasesOfAthanorByAbsoluteTimes() throws Exception {
    OutputParser output = new AthanorOutput();
    assertThat(output.phases(START, Captured.output("athanor-embedded.log")))
        .containsExactly(new Phase("map", 0.567, 0.775), new Phase("reduce", 0.776, 0.794));
    assertThat(output.errorIn(Captured.output("athanor-embedded.log"))).isEmpty();
  }

  @Test
  void sumsUpTheCountersOfAthanorsJobs() throws Exception {
    OutputParser output = new AthanorOutput();
    assertThat(output.measures(Captured.output("athanor-embedded.log")))
        .contains(
            intermediate(69),
            Map.entry("tasks", Reading.of(3, Unit.COUNT)),
            Map.entry("tasks_failed", Reading.of(0, Unit.COUNT)),
            Map.entry("map_seconds", Reading.of(.208, Unit.SECONDS)),
            Map.entry("reduce_seconds", Reading.of(.032, Unit.SECONDS)),
            Map.entry("input_records", Reading.of(20000, Unit.COUNT)),
            Map.entry("output_records", Reading.of(5, Unit.COUNT)),
            Map.entry("shuffled_bytes", Reading.of(69, Unit.BYTES)),
            Map.entry("format_bytes_read", Reading.of(1160000, Unit.BYTES)),
            Map.entry("hdfs_bytes_read", Reading.of(0, Unit.BYTES)),
            Map.entry("file_bytes_read", Reading.of(1160139, Unit.BYTES)),
            Map.entry("task_cpu_seconds", Reading.unavailable("the tasks did not report it")));
    assertThat(
            output.measures(
                Captured.lines(
                    "{",
                    "  \"jobs\": [",
                    "    {\"counters\": {\"" + TASKS + "\": {\"" + BYTES + "\": 5}}},",
                    "    {\"counters\": {\"" + TASKS + "\": {\"MAP_INPUT_RECORDS\": 7}}},",
                    "    {\"counters\": {\"" + TASKS + "\": {\"" + BYTES + "\": 30}}}",
                    "  ]",
                    "}")))
        .contains(intermediate(35));
    assertThat(output.measures(Captured.lines("no summary"))).isEmpty();
  }

  private static Map.Entry<String, Reading> intermediate(long bytes) {
    return Map.entry("intermediate_data", Reading.of(bytes, Unit.BYTES));
  }

  /** The local runner prints the counters of attempts before those of the job. */
  @Test
  void sumsUpTheIntermediateDataOfHadoopsJobs() throws Exception {
    assertThat(
            new MapReduceOutput()
                .measures(
                    Captured.lines(
                        "INFO mapreduce.Job: Running job: job_1_0001",
                        "INFO mapred.Task: Final Counters for attempt_1_0001_m_0: Counters: 18",
                        "\t\tMap output materialized bytes=4",
                        "INFO mapreduce.Job: Counters: 56",
                        "\tMap-Reduce Framework",
                        "\t\tMap output bytes=90",
                        "\t\tMap output materialized bytes=40",
                        "INFO mapreduce.Job: Running job: job_1_0002",
                        "INFO mapreduce.Job: Counters: 20",
                        "\t\tMap input records=7",
                        "INFO mapreduce.Job: Running job: job_1_0003",
                        "INFO mapreduce.Job: Counters: 56",
                        "\t\tMap output materialized bytes=2")))
        .contains(intermediate(42));
    assertThat(new MapReduceOutput().measures(Captured.lines("no job"))).isEmpty();
  }

  @Test
  void intermediateDataOfJobsWithoutCountersAreUnknown() throws Exception {
    assertThat(
            new MapReduceOutput()
                .measures(
                    Captured.lines(
                        "INFO mapreduce.Job: Running job: job_1_0001",
                        "INFO mapreduce.Job: Counters: 56",
                        "\t\tMap output materialized bytes=40",
                        "INFO mapreduce.Job: Running job: job_1_0002",
                        "INFO mapreduce.Job: Counters: 0")))
        .contains(
            Map.entry(
                "intermediate_data",
                Reading.unavailable("the client printed the counters of 1 of 2 jobs")));
  }

  @Test
  void aFailedAthanorJobIsAnErrorWhateverTheDriverReturns() {
    assertThat(
            new AthanorOutput()
                .errorIn(
                    Captured.lines(
                        "{",
                        "  \"jobs\": [",
                        "    {",
                        "      \"name\": \"sort\",",
                        "athanor: something on standard error",
                        "      \"state\": \"FAILED\",",
                        "      \"failure\": \"map 0 failed\"",
                        "    }",
                        "  ]",
                        "}")))
        .contains("sort FAILED: map 0 failed");
  }
}
