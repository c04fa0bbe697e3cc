// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.List;

/** A node of a YAML document that knows its line. */
sealed interface YamlNode {

  /** From 1. */
  int line();

  /**
   * A value without parts.
   *
   * @param text as written, without quotes
   * @param quoted or otherwise certainly a text: not to be read as a number or as nothing
   */
  record Scalar(int line, String text, boolean quoted) implements YamlNode {
    private static final int SHOWN_LENGTH = 60;

    boolean isNothing() {
      return !quoted && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
    }

    /** How an error message shows it. */
    String shown() {
      return text.length() <= SHOWN_LENGTH ? text : text.substring(0, SHOWN_LENGTH) + "…";
    }
  }

  /** A list. */
  record Sequence(int line, List<YamlNode> items) implements YamlNode {}

  /** Keys and values in the order of the file; a key may occur twice. */
  record Mapping(int line, List<Entry> entries) implements YamlNode {}

  /** One key of a mapping. */
  record Entry(int line, String key, YamlNode value) {}
}
