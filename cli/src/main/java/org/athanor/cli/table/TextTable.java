// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.table;

import java.util.ArrayList;
import java.util.List;

/** A table of text whose columns are aligned, two spaces apart. Not thread-safe. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Boolean> right = new ArrayList<>();

  /**
   * @param headings one for each column; a column is aligned to the right if its heading ends with
   *     {@code >}
   */
  public TextTable(String... headings) {
    List<String> texts = new ArrayList<>();
    for (String heading : headings) {
      boolean numbers = heading.endsWith(">");
      right.add(numbers);
      texts.add(numbers ? heading.substring(0, heading.length() - 1) : heading);
    }
    rows.add(texts);
  }

  /** Adds a row with a cell for each heading. */
  public void add(String... cells) {
    rows.add(List.of(cells));
  }

  /** All rows, each with an end of line and without trailing spaces. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        String space = " ".repeat(width(column) - length(cell));
        line.append(right.get(column) ? space + cell : cell + space).append("  ");
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0);
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
