// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.sql;

import java.util.Arrays;
import java.util.List;

/**
 * A table: a directory of the input that is named after it, with text files, a row in each line,
 * tabs between the columns. No value has a tab, a line's end or quotes around it.
 */
public enum Table {
  RANKINGS("rankings", "pageURL STRING, pageRank INT, avgDuration INT"),
  USERVISITS(
      "uservisits",
      "sourceIP STRING, destURL STRING, visitDate DATE, adRevenue DOUBLE, userAgent STRING,"
          + " countryCode STRING, languageCode STRING, searchWord STRING, duration INT");

  private final String label;
  private final String columns;

  Table(String label, String columns) {
    this.label = label;
    this.columns = columns;
  }

  /** Returns the name in queries, which is that of the directory. */
  public String label() {
    return label;
  }

  /** Returns names and types of the columns as SQL declares them, with commas between them. */
  public String columns() {
    return columns;
  }

  /** Returns the names of the columns, in their order. */
  List<String> names() {
    return Arrays.stream(columns.split(", ", -1)).map(column -> column.split(" ", -1)[0]).toList();
  }

  /** Returns the URI of the table's directory. */
  public String in(String input) {
    return input.replaceAll("/+$", "") + "/" + label;
  }
}
