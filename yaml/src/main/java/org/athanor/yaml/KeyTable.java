// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.List;

/** Keys as a table in Markdown, for the reference manual. */
public final class KeyTable {
  private KeyTable() {}

  /** A table with a row for each key: its name, what is allowed, its default, and its text. */
  public static String of(List<? extends Key<?>> keys) {
    StringBuilder table = new StringBuilder("| key | value | default | |\n|---|---|---|---|\n");
    for (Key<?> key : keys) {
      String fallback = key.required() ? "required" : key.fallback();
      table
          .append("| `" + key.name() + "` | ")
          .append(cell(key.type().allowed()) + " | ")
          .append(fallback + " | ")
          .append(cell(key.text()) + " |\n");
    }
    return table.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }
}
