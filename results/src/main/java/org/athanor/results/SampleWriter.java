// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a {@link SampleTable} row by row. Each row is written to the file at once: if the process
 * is killed, all rows but perhaps the last are complete. Not thread-safe.
 */
public final class SampleWriter implements Closeable {

  /** Above this a double cannot represent thousandths, and is written as it is. */
  private static final double MAX_WITH_DECIMALS = 9e12;

  private final BufferedWriter out;
  private final int columns;
  private final StringBuilder line = new StringBuilder();

  public SampleWriter(Path file, List<SampleTable.Column> columns) throws IOException {
    this.columns = columns.size();
    this.out = Files.newBufferedWriter(file);
    line.append("seconds");
    columns.forEach(column -> line.append(',').append(column.header()));
    flushLine();
  }

  /**
   * Appends a row.
   *
   * @param seconds since the trial's start
   * @param values one per column; {@code NaN} means not available
   */
  public void append(double seconds, double... values) throws IOException {
    if (values.length != columns) {
      throw new IllegalArgumentException(
          values.length + " values: must be " + columns + ", one per column");
    }
    line.setLength(0);
    number(seconds);
    for (double value : values) {
      line.append(',');
      if (!Double.isNaN(value)) {
        number(value);
      }
    }
    flushLine();
  }

  private void number(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(value + ": must be finite, or NaN for not available");
    }
    if (Math.abs(value) >= MAX_WITH_DECIMALS) {
      line.append(value);
      return;
    }
    long thousandths = Math.round(Math.abs(value) * 1000);
    if (value < 0 && thousandths > 0) {
      line.append('-');
    }
    line.append(thousandths / 1000);
    int decimals = (int) (thousandths % 1000);
    if (decimals > 0) {
      line.append('.').append((char) ('0' + decimals / 100));
      if (decimals % 100 > 0) {
        line.append((char) ('0' + decimals / 10 % 10));
      }
      if (decimals % 10 > 0) {
        line.append((char) ('0' + decimals % 10));
      }
    }
  }

  private void flushLine() throws IOException {
    out.append(line).append('\n');
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
