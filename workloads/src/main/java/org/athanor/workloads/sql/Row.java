// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.MalformedRecordException;

/** The values of a line of a table. Refers to the line's bytes. Not thread-safe. */
public final class Row {
  private final Table table;

  /** Offset of each value, and that after the last tab. */
  private final int[] starts;

  private Text line = new Text();

  public Row(Table table) {
    this.table = table;
    starts = new int[table.names().size() + 1];
  }

  /**
   * Returns the index of a column.
   *
   * @throws IllegalArgumentException if the table has no such column
   */
  public int column(String name) {
    int index = table.names().indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "column " + name + ": not in " + table.label() + "; must be one of " + table.names());
    }
    return index;
  }

  /**
   * Takes a line, until the next call.
   *
   * @throws MalformedRecordException if it does not have as many values as the table has columns
   */
  public void set(Text newLine) throws MalformedRecordException {
    line = newLine;
    int values = 0;
    byte[] bytes = line.getBytes();
    for (int i = 0; i < line.getLength(); i++) {
      if (bytes[i] == '\t') {
        values++;
        if (values + 1 < starts.length) {
          starts[values] = i + 1;
        }
      }
    }
    values++;
    if (values != starts.length - 1) {
      throw malformed("has " + values + " values; must have " + (starts.length - 1));
    }
    starts[values] = line.getLength() + 1;
  }

  private int length(int column) {
    return starts[column + 1] - 1 - starts[column];
  }

  /** Copies a value. */
  public void copy(int column, Text target) {
    target.set(line.getBytes(), starts[column], length(column));
  }

  /** Whether a value begins with some ASCII characters. */
  public boolean startsWith(int column, String prefix) {
    if (length(column) < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (line.getBytes()[starts[column] + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns a value of type DOUBLE. */
  public double number(int column) throws IOException {
    String text = text(column);
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException notANumber) {
      throw malformed(table.names().get(column) + " is " + text + "; must be a number");
    }
  }

  /** Returns a value of type INT. */
  public int whole(int column) throws IOException {
    String text = text(column);
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException notANumber) {
      throw malformed(table.names().get(column) + " is " + text + "; must be a whole number");
    }
  }

  /** Returns a value of type DATE. */
  public LocalDate date(int column) throws IOException {
    String text = text(column);
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException notADate) {
      throw malformed(
          table.names().get(column) + " is " + text + "; must be a date such as 1999-12-31");
    }
  }

  private String text(int column) {
    return new String(line.getBytes(), starts[column], length(column), StandardCharsets.UTF_8);
  }

  private MalformedRecordException malformed(String problem) {
    return new MalformedRecordException(table.label() + " line \"" + line + "\": " + problem);
  }
}
