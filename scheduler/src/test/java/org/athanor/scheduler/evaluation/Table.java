// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A frozen table beside this class: comments, names of columns, rows. */
record Table(List<Row> rows) {

  /** A row by names of columns. */
  record Row(Map<String, String> cells) {
    String text(String column) {
      return cells.get(column);
    }

    double number(String column) {
      return Double.parseDouble(cells.get(column));
    }
  }

  static Table read(String name) {
    try (InputStream in = Table.class.getResourceAsStream(name)) {
      List<String[]> lines =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> line.split(",", -1))
              .toList();
      return new Table(lines.stream().skip(1).map(line -> row(lines.get(0), line)).toList());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Row row(String[] columns, String[] line) {
    Map<String, String> cells = new HashMap<>();
    for (int i = 0; i < columns.length; i++) {
      cells.put(columns[i], line[i]);
    }
    return new Row(cells);
  }
}
