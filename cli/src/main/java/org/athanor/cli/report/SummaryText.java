// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.Locale;
import java.util.OptionalLong;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;

/** Writes a summary of a job for people. A line is left out if its counter is 0 or missing. */
final class SummaryText {
  /** Bytes from which a rate is shown: with fewer, it would depend on start-up time only. */
  private static final long WORTH_A_RATE = 1_000_000;

  private SummaryText() {}

  static String of(JobReport job) {
    StringBuilder text = new StringBuilder();
    text.append(job.name() + " (" + job.id() + "): " + outcome(job));
    if (!job.failure().isEmpty()) {
      text.append(": ").append(job.failure());
    }
    text.append(System.lineSeparator());
    group(text, "maps", job.maps(), 0);
    group(text, "reduces", job.reduces(), job.reduces().overlapMillis(job.maps()));
    rate(text, "read", job.counter(FileInputFormatCounter.BYTES_READ), job.millis());
    rate(text, "written", job.counter(FileOutputFormatCounter.BYTES_WRITTEN), job.millis());
    records(text, "map input", job.counter(TaskCounter.MAP_INPUT_RECORDS));
    records(text, "map output", job.counter(TaskCounter.MAP_OUTPUT_RECORDS));
    records(text, "combined to", job.counter(TaskCounter.COMBINE_OUTPUT_RECORDS));
    records(text, "spilled", job.counter(TaskCounter.SPILLED_RECORDS));
    records(text, "reduce output", job.counter(TaskCounter.REDUCE_OUTPUT_RECORDS));
    job.skew().ifPresent(skew -> skew.table().lines().forEach(line -> indented(text, line)));
    return text.toString();
  }

  private static void indented(StringBuilder text, String line) {
    text.append("  ").append(line).append(System.lineSeparator());
  }

  private static String outcome(JobReport job) {
    String state = job.state().name().toLowerCase(Locale.ROOT);
    return job.ended() && job.submitTime() > 0
        ? state + " in " + Amounts.duration(job.millis())
        : state;
  }

  private static void group(StringBuilder text, String name, TaskGroup tasks, long overlapMillis) {
    if (tasks.total() == 0) {
      return;
    }
    String number =
        tasks.complete() == tasks.total()
            ? "" + tasks.total()
            : tasks.complete() + " of " + tasks.total();
    String overlap =
        overlapMillis == 0 ? "" : ", " + Amounts.duration(overlapMillis) + " of it while maps ran";
    line(text, name, number + " in " + Amounts.duration(tasks.millis()) + overlap);
  }

  private static void rate(StringBuilder text, String name, OptionalLong bytes, long millis) {
    if (bytes.isEmpty() || bytes.getAsLong() == 0 || millis <= 0) {
      return;
    }
    String rate = String.format(Locale.ROOT, ", %.1f MB/s", bytes.getAsLong() / 1e3 / millis);
    String value =
        Amounts.bytes(bytes.getAsLong()) + (bytes.getAsLong() < WORTH_A_RATE ? "" : rate);
    line(text, name, value);
  }

  private static void records(StringBuilder text, String name, OptionalLong records) {
    if (records.isPresent() && records.getAsLong() > 0) {
      line(text, name, Amounts.count(records.getAsLong()) + " records");
    }
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "  %-14s %s%n", name, value));
  }
}
