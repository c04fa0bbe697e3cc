// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Reads a {@link SampleTable} in one pass over its bytes. A report reads hundreds of megabytes of
 * samples, so columns that are not wanted are skipped, and plain decimal numbers are parsed without
 * creating strings.
 */
final class SampleReader {

  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  private static final int MAX_DIGITS = 18;

  private final InputStream in;
  private final String name;
  private final byte[] buffer = new byte[1 << 16];
  private int position;
  private int limit;
  private int line = 1;

  private final byte[] cell = new byte[64];
  private int cellLength;

  /** The character after the last cell: a comma or a line feed; -1 at the end of the file. */
  private int end;

  SampleReader(InputStream in, String name) {
    this.in = in;
    this.name = name;
  }

  SampleTable read(Predicate<SampleTable.Column> wanted) throws IOException {
    List<SampleTable.Column> columns = new ArrayList<>();
    boolean[] selected = header(wanted, columns);
    int width = columns.size() + 1;
    double[] cells = new double[64 * width];
    int used = 0;
    while (true) {
      if (used + width > cells.length) {
        cells = Arrays.copyOf(cells, cells.length * 2);
      }
      int at = used;
      for (int column = 0; column < selected.length; column++) {
        if (selected[column]) {
          cells[at++] = number();
        } else {
          skip();
        }
        if (end == -1) {
          return new SampleTable(columns, Arrays.copyOf(cells, used));
        }
        if ((end == '\n') != (column == selected.length - 1)) {
          throw bad("must have " + selected.length + " cells");
        }
      }
      if (Double.isNaN(cells[used])) {
        throw bad("must start with seconds");
      }
      used = at;
      line++;
    }
  }

  private boolean[] header(Predicate<SampleTable.Column> wanted, List<SampleTable.Column> columns)
      throws IOException {
    StringBuilder text = new StringBuilder();
    for (int c = next(); c != '\n'; c = next()) {
      if (c == -1) {
        throw bad("must have a header");
      }
      text.append((char) c);
    }
    String[] headers =
        new String(text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8)
            .split(",", -1);
    if (!headers[0].equals("seconds")) {
      throw bad("the first column must be seconds");
    }
    boolean[] selected = new boolean[headers.length];
    selected[0] = true;
    for (int i = 1; i < headers.length; i++) {
      SampleTable.Column column;
      try {
        column = SampleTable.Column.parse(headers[i]);
      } catch (IllegalArgumentException e) {
        throw new IOException(name + ", line 1: " + e.getMessage(), e);
      }
      selected[i] = wanted.test(column);
      if (selected[i]) {
        columns.add(column);
      }
    }
    line++;
    return selected;
  }

  /** Most cells are skipped, so this looks at the buffer itself. */
  private void skip() throws IOException {
    int c;
    do {
      int at = position;
      while (at < limit && buffer[at] != ',' && buffer[at] != '\n') {
        at++;
      }
      position = at;
      c = next();
    } while (c != ',' && c != '\n' && c != -1);
    end = c;
  }

  private double number() throws IOException {
    cellLength = 0;
    long digits = 0;
    int count = 0;
    int decimals = -1;
    boolean plain = true;
    int c = next();
    for (; c != ',' && c != '\n' && c != -1; c = next()) {
      if (cellLength == cell.length) {
        throw bad("\"" + text() + "…\" must be a number");
      }
      cell[cellLength++] = (byte) c;
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        count++;
        if (decimals >= 0) {
          decimals++;
        }
      } else if (c == '.' && decimals < 0) {
        decimals = 0;
      } else if (c != '-' || cellLength != 1) {
        plain = false;
      }
    }
    end = c;
    if (cellLength == 0) {
      return Double.NaN;
    }
    if (!plain || count == 0 || count > MAX_DIGITS || decimals >= POWERS.length) {
      return parse();
    }
    double amount = decimals > 0 ? digits / POWERS[decimals] : digits;
    return cell[0] == '-' ? -amount : amount;
  }

  private double parse() throws IOException {
    try {
      return Double.parseDouble(text());
    } catch (NumberFormatException e) {
      if (end == -1) {
        return Double.NaN;
      }
      throw new IOException(bad("\"" + text() + "\" must be a number").getMessage(), e);
    }
  }

  private String text() {
    return new String(cell, 0, cellLength, StandardCharsets.ISO_8859_1);
  }

  private IOException bad(String message) {
    return new IOException(name + ", line " + line + ": " + message);
  }

  private int next() throws IOException {
    if (position == limit) {
      limit = in.read(buffer, 0, buffer.length);
      position = 0;
      if (limit <= 0) {
        limit = 0;
        return -1;
      }
    }
    return buffer[position++] & 0xff;
  }
}
