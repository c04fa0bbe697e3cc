// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table: a directory of the input that is named after it, with files in text, a row in each line,
 * tabs between the columns, or in Parquet. No value has a tab, a line's end or quotes around it.
 */
public enum Table {
  RANKINGS("rankings", "pageURL STRING, pageRank INT, avgDuration INT"),
  USERVISITS(
      "uservisits",
      "sourceIP STRING, destURL STRING, visitDate DATE, adRevenue DOUBLE, userAgent STRING,"
          + " countryCode STRING, languageCode STRING, searchWord STRING, duration INT");

  /** The type of a column, named as in SQL. */
  enum Type {
    STRING,
    INT,
    DATE,
    DOUBLE
  }

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
    return List.copyOf(types().keySet());
  }

  /** Returns the type of each column, in their order. */
  Map<String, Type> types() {
    Map<String, Type> types = new LinkedHashMap<>();
    for (String column : columns.split(", ", -1)) {
      String[] words = column.split(" ", -1);
      types.put(words[0], Type.valueOf(words[1]));
    }
    return types;
  }

  /** Returns the URI of the table's directory. */
  public String in(String input) {
    return input.replaceAll("/+$", "") + "/" + label;
  }
}
