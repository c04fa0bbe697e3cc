// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.HeavyKey;
import org.athanor.engine.skew.ReduceLoad;
import org.junit.jupiter.api.Test;

class SummaryTest {
  /**
   * Maps run from 1 s to 9 s and reduces from 8 s to 11 s, so they overlap for one second. 500 MB
   * in 10 s are 50 MB/s.
   */
  private static FakeJob sorted() {
    return new FakeJob("sort")
        .submittedAt(1_000)
        .map(TIPStatus.COMPLETE, 1_000, 6_000)
        .map(TIPStatus.COMPLETE, 2_000, 9_000)
        .reduce(TIPStatus.COMPLETE, 8_000, 11_000)
        .ended(JobStatus.State.SUCCEEDED, 11_000)
        .counter(FileInputFormatCounter.BYTES_READ, 500_000_000)
        .counter(FileOutputFormatCounter.BYTES_WRITTEN, 700)
        .counter(TaskCounter.MAP_INPUT_RECORDS, 1_234_567)
        .counter(TaskCounter.SPILLED_RECORDS, 0);
  }

  @Test
  void writesPhasesRatesAndRecords() {
    assertThat(SummaryText.of(JobReport.of(sorted())))
        .isEqualToNormalizingNewlines(
            """
            sort (job_20260101_0007): succeeded in 10.0 s
              maps           2 in 8.0 s
              reduces        1 in 3.0 s, 1.0 s of it while maps ran
              read           500.0 MB, 50.0 MB/s
              written        700 B
              map input      1,234,567 records
            """);
  }

  @Test
  void writesWhyAJobFailed() {
    FakeJob job =
        new FakeJob("sort")
            .submittedAt(1_000)
            .map(TIPStatus.COMPLETE, 1_000, 2_000)
            .map(TIPStatus.FAILED, 1_000, 3_000)
            .ended(JobStatus.State.FAILED, 3_000)
            .failure("map 1 failed 4 times");

    assertThat(SummaryText.of(JobReport.of(job)))
        .isEqualToNormalizingNewlines(
            """
            sort (job_20260101_0007): failed in 2.0 s: map 1 failed 4 times
              maps           1 of 2 in 2.0 s
            """);
  }

  @Test
  void writesJsonThatAnotherParserReads() throws Exception {
    FakeJob odd =
        new FakeJob("a \"quoted\"\\ name\n\t\u0001 ü \ud83d\ude00 \ud83d")
            .submittedAt(5)
            .ended(JobStatus.State.KILLED, 9)
            .failure("killed");

    JsonNode root =
        new ObjectMapper()
            .readTree(
                SummaryJson.of(
                    "1.2", Optional.empty(), List.of(JobReport.of(sorted()), JobReport.of(odd))));

    assertThat(root.get("athanor").asText()).isEqualTo("1.2");
    JsonNode first = root.get("jobs").get(0);
    assertThat(first.get("id").asText()).isEqualTo("job_20260101_0007");
    assertThat(first.get("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(first.get("millis").asLong()).isEqualTo(10_000);
    assertThat(first.get("maps").get("total").asInt()).isEqualTo(2);
    assertThat(first.get("reduces").get("started").asLong()).isEqualTo(8_000);
    assertThat(
            first
                .get("counters")
                .get("org.apache.hadoop.mapreduce.TaskCounter")
                .get("MAP_INPUT_RECORDS")
                .asLong())
        .isEqualTo(1_234_567);
    JsonNode second = root.get("jobs").get(1);
    assertThat(second.get("name").asText()).isEqualTo(odd.name());
    assertThat(second.get("failure").asText()).isEqualTo("killed");
    assertThat(second.get("maps").has("started")).isFalse();
  }

  /** Two reduces of like size; the second has one key for the most part, and takes 9 s longer. */
  private static FakeJob uneven() {
    ReduceLoad.Shape shape =
        new ReduceLoad.Shape(
            Optional.of(List.of(new HeavyKey("\"the\"", 80))), List.of(), Cuts.OFF);
    return new FakeJob("words")
        .submittedAt(1_000)
        .ended(JobStatus.State.SUCCEEDED, 12_000)
        .load(new ReduceLoad(0, 1_000, 100, 1_000, 1_000, ReduceLoad.Shape.UNKNOWN))
        .load(new ReduceLoad(1, 1_000, 100, 1_000, 10_000, shape));
  }

  @Test
  void endsWithATableIfReducesWereUneven() {
    assertThat(SummaryText.of(JobReport.of(uneven())))
        .isEqualToNormalizingNewlines(
            """
            words (job_20260101_0007): succeeded in 11.0 s
              uneven reduces: 2 in 10.0 s, 2 at once; evenly spread 5.5 s
                          reduce     bytes        records   share      time  chunks
                fastest        0    1.0 kB            100   50.0%     1.0 s
                median         0    1.0 kB            100   50.0%     1.0 s
                slowest        1    1.0 kB            100   50.0%    10.0 s
                partitions: smallest 1.0 kB, median 1.0 kB, largest 1.0 kB
                key "the": 80 records, 40.0% of all, in reduce 1
                advice: key "the" is 80% of reduce 1 and 40% of all records, and one key is never divided by more reduces or another partitioner: only athanor.skew.mode=free, a combiner, or other keys help
            """);
  }

  @Test
  void hasTheSameAsJson() throws Exception {
    JsonNode job =
        new ObjectMapper()
            .readTree(SummaryJson.of("1", Optional.empty(), List.of(JobReport.of(uneven()))))
            .get("jobs")
            .get(0);
    assertThat(job.get("skew").get("evenMillis").asLong()).isEqualTo(5_500);
    assertThat(job.get("skew").get("slowest").get("millis").asLong()).isEqualTo(10_000);
    assertThat(job.get("skew").get("keys").get(0).get("key").asText()).isEqualTo("\"the\"");
    assertThat(job.get("skew").get("cut").isEmpty()).isTrue();
    assertThat(job.get("skew").get("advice").asText()).startsWith("key \"the\" is 80%");
  }

  @Test
  void writesAnEmptyListIfNoJobRan() {
    assertThat(SummaryJson.of("1.2", Optional.empty(), List.of()))
        .isEqualTo("{\n  \"athanor\": \"1.2\",\n  \"jobs\": []\n}");
  }

  @Test
  void readsCountersWithoutAddingAny() {
    JobReport report = JobReport.of(sorted());
    int before = report.counters().countCounters();

    assertThat(report.counter(TaskCounter.GC_TIME_MILLIS)).isEmpty();
    assertThat(report.counter(TaskCounter.MAP_INPUT_RECORDS)).hasValue(1_234_567);
    assertThat(report.counters().countCounters()).isEqualTo(before);
  }
}
