// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;

/** Writes a job's progress as one line. */
final class ProgressLine {
  private static final int BAR_WIDTH = 12;
  private static final int NAME_WIDTH = 24;

  /** Below this progress, an estimate of the time left would be wrong. */
  private static final float MIN_PROGRESS = 0.03f;

  private ProgressLine() {}

  /**
   * Writes the line. It is cut off at the right if it does not fit; the less important parts are
   * there.
   *
   * @param now milliseconds since the epoch
   * @param columns of the terminal
   */
  static String of(JobReport job, long now, int columns) {
    float progress = Math.max(0, Math.min(1, job.progress()));
    List<String> parts = new ArrayList<>();
    parts.add(shortened(job.name()));
    parts.add(String.format(Locale.ROOT, "[%s] %3d %%", bar(progress), (int) (progress * 100)));
    parts.add("maps " + job.maps().complete() + "/" + job.maps().total());
    if (job.reduces().total() > 0) {
      parts.add("reduces " + job.reduces().complete() + "/" + job.reduces().total());
    }
    long elapsed = Math.max(0, now - job.submitTime());
    if (progress >= MIN_PROGRESS && !job.ended()) {
      parts.add(Amounts.clock((long) (elapsed * (1 - progress) / progress)) + " left");
    } else {
      parts.add(Amounts.clock(elapsed));
    }
    positive(
        job.counter(FileInputFormatCounter.BYTES_READ), n -> parts.add(Amounts.bytes(n) + " read"));
    positive(
        job.counter(TaskCounter.SPILLED_RECORDS),
        n -> parts.add(Amounts.count(n) + " records spilled"));
    return cut(String.join("  ", parts), columns);
  }

  /** Cuts a line off at the right if it does not fit. */
  static String cut(String line, int columns) {
    return line.length() < columns ? line : line.substring(0, Math.max(0, columns - 1));
  }

  private static void positive(OptionalLong value, LongConsumer action) {
    if (value.isPresent() && value.getAsLong() > 0) {
      action.accept(value.getAsLong());
    }
  }

  private static String bar(float progress) {
    int full = (int) (progress * BAR_WIDTH);
    return "#".repeat(full) + ".".repeat(BAR_WIDTH - full);
  }

  private static String shortened(String name) {
    return name.length() <= NAME_WIDTH ? name : name.substring(0, NAME_WIDTH - 1) + "…";
  }
}
