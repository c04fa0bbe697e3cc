// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A report on uneven reduces as lines of text for people. Stateless. */
final class SkewTable {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

  /** Of more chunks, only the fastest and the slowest are shown. */
  private static final int CHUNKS = 4;

  /** How many other reduces are shown whose partitions were cut. */
  private static final int CUT = 10;

  private SkewTable() {}

  static String of(SkewReport report) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "uneven reduces: %d in %s, %d at once; evenly spread %s",
        report.reduces(),
        seconds(report.millis()),
        report.threads(),
        seconds(report.evenMillis()));
    line(
        text,
        "  %-9s %6s %9s %14s %7s %9s  %s",
        "",
        "reduce",
        "bytes",
        "records",
        "share",
        "time",
        "chunks");
    row(text, "fastest", report, report.fastest());
    row(text, "median", report, report.median());
    row(text, "slowest", report, report.slowest());
    List<ReduceLoad> cut =
        report.cut().stream()
            .filter(load -> load.reduce() != report.slowest().reduce())
            .filter(load -> load.reduce() != report.fastest().reduce())
            .filter(load -> load.reduce() != report.median().reduce())
            .toList();
    cut.stream().limit(CUT).forEach(load -> row(text, "cut", report, load));
    if (cut.size() > CUT) {
      line(text, "  and %d more were cut", cut.size() - CUT);
    }
    line(
        text,
        "  partitions: smallest %s, median %s, largest %s",
        bytes(report.smallest().bytes()),
        bytes(report.medianSize().bytes()),
        bytes(report.largest().bytes()));
    for (SkewReport.WeightyKey key : report.keys()) {
      line(
          text,
          "  key %s: %,d records, %.1f%% of all, in reduce %d",
          key.key().text(),
          key.key().records(),
          100 * key.share(),
          key.reduce());
    }
    line(text, "  advice: %s", report.advice());
    return text.toString();
  }

  private static void row(StringBuilder text, String name, SkewReport report, ReduceLoad load) {
    line(
        text,
        "  %-9s %6d %9s %14s %6.1f%% %9s  %s",
        name,
        load.reduce(),
        bytes(load.bytes()),
        String.format(Locale.ROOT, "%,d", load.records()),
        100.0 * load.records() / Math.max(1, report.records()),
        seconds(load.millis()),
        chunks(load));
  }

  private static String chunks(ReduceLoad load) {
    int chunks = load.shape().chunkMillis().size();
    if (chunks == 0) {
      return "";
    }
    String times =
        chunks <= CHUNKS
            ? load.shape().chunkMillis().stream()
                .map(SkewTable::seconds)
                .collect(Collectors.joining(", "))
            : load.shape().chunkMillis().stream()
                    .sorted()
                    .limit(1)
                    .map(SkewTable::seconds)
                    .collect(Collectors.joining())
                + " to "
                + seconds(
                    load.shape().chunkMillis().stream().mapToLong(Long::longValue).max().orElse(0));
    return chunks + ": " + times;
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }

  private static String bytes(long bytes) {
    double amount = bytes;
    int unit = 0;
    while (amount >= 999.95 && unit < UNITS.length - 1) {
      amount /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", amount, UNITS[unit]);
  }
}
