// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Checks the estimate of Hadoop's example {@code pi}: 4 times the share of points in a circle that
 * touches the sides of the unit square. The points are a Halton sequence: point i, from 1, has the
 * digits of i in base 2, and in base 3, in reverse order, behind the point.
 */
public final class PiCheck implements Check {
  private static final String ESTIMATE = "estimate";

  /** Less than a point, of which there are at most 10<sup>12</sup>; the program rounds twice. */
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-15");

  private static final double RADIUS = 0.5;
  private static final int DIGITS = 20;
  private static final int MAX_BYTES = 100;

  private final FileSystem files;
  private final Path output;
  private final long points;

  /**
   * @param maps number of maps
   * @param samples points of each map
   */
  public PiCheck(Configuration configuration, Path output, int maps, long samples)
      throws IOException {
    this.files = output.getFileSystem(configuration);
    this.output = output;
    this.points = maps * samples;
  }

  @Override
  public String run() throws WrongOutputException, IOException {
    Path file = new Path(output, ESTIMATE);
    if (!files.exists(file)) {
      throw new WrongOutputException(file + ": is missing");
    }
    String found = read(file);
    BigDecimal expected = expected();
    if (!isNear(found, expected)) {
      throw new WrongOutputException(
          ESTIMATE + ": \"" + found + "\"; must be " + expected.toPlainString());
    }
    return "pi is " + found + " by " + points + " points";
  }

  private static boolean isNear(String found, BigDecimal expected) {
    try {
      return new BigDecimal(found).subtract(expected).abs().compareTo(TOLERANCE) <= 0;
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }

  private String read(Path file) throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8).strip();
    }
  }

  private BigDecimal expected() {
    long inside = 0;
    for (long i = 1; i <= points; i++) {
      double x = reversed(i, 2) - RADIUS;
      double y = reversed(i, 3) - RADIUS;
      if (x * x + y * y <= RADIUS * RADIUS) {
        inside++;
      }
    }
    return BigDecimal.valueOf(4)
        .setScale(DIGITS)
        .multiply(BigDecimal.valueOf(inside))
        .divide(BigDecimal.valueOf(points), RoundingMode.HALF_UP);
  }

  /** Returns the digits of a number in reverse order, behind the point. */
  private static double reversed(long number, int base) {
    long digits = 0;
    long denominator = 1;
    for (long rest = number; rest > 0; rest /= base) {
      digits = digits * base + rest % base;
      denominator *= base;
    }
    return (double) digits / denominator;
  }
}
