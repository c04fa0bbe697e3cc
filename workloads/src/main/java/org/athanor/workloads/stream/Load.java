// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * What the load generator sends, and what it demands; see {@link LoadGenerator} for the options.
 *
 * @param rate records per second; {@link Phase#SATURATING}; or, if {@code sustainable}, the first
 *     rate of the search
 * @param records of all partitions; not used if {@code sustainable}
 * @param settleSeconds records that are due in so many seconds at the start of a phase do not count
 *     for latencies
 * @param share the bound is on the latency that this share of the records does not exceed
 */
record Load(
    String bootstrap,
    long seed,
    int partitions,
    int producers,
    int dimension,
    double rate,
    boolean sustainable,
    long records,
    long settleSeconds,
    double boundSeconds,
    double share,
    long stepSeconds,
    int steps,
    long windowMillis) {
  private static final String SUSTAINABLE = "sustainable";
  private static final String SATURATING = "saturating";
  private static final int MOST_PARTITIONS = 1024;
  private static final long MOST_RECORDS = 4_000_000_000L;
  private static final long FASTEST = 100_000_000;
  private static final long DAY = 86_400;

  /** The largest width of the interval at the end of a search, relative to the rate that held. */
  static final double WIDTH = 0.1;

  static Load parse(String... args) throws UsageException {
    CommandLine line = new CommandLine(args);
    line.allow(
        List.of(
            "bootstrap",
            "seed",
            "partitions",
            "producers",
            "dimension",
            "rate",
            "start-rate",
            "records",
            "settle",
            "bound",
            "share",
            "step",
            "steps",
            "window"));
    String rate = line.required("rate");
    boolean sustainable = rate.equals(SUSTAINABLE);
    int partitions = (int) line.number("partitions", 1, MOST_PARTITIONS, 1);
    return new Load(
        line.required("bootstrap"),
        line.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1),
        partitions,
        (int) line.number("producers", 1, partitions, 1),
        (int) line.number("dimension", 0, StreamRecord.DIMENSIONS - 1, 0),
        rate.equals(SATURATING)
            ? Phase.SATURATING
            : line.number(sustainable ? "start-rate" : "rate", 1, FASTEST, 1000),
        sustainable,
        line.number("records", partitions, MOST_RECORDS, partitions),
        line.number("settle", 0, DAY, 0),
        line.decimal("bound", 0, DAY, 1),
        line.decimal("share", 0, 1, 1),
        line.number("step", 1, DAY, 1),
        (int) line.number("steps", 1, 1000, 1),
        line.number("window", 0, DAY * 1000, 0));
  }

  /** The bound in words, such as {@code p99 of the latency < 1 s}. */
  String bound() {
    return String.format(
        Locale.ROOT, "p%s of the latency < %s s", plain(share * 100), plain(boundSeconds));
  }

  static String plain(double number) {
    return BigDecimal.valueOf(number)
        .round(new MathContext(6))
        .stripTrailingZeros()
        .toPlainString();
  }
}
