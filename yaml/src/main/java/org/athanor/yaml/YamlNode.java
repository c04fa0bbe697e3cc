// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.List;

/** A node of a YAML document with its line. */
public sealed interface YamlNode {

  /** Line of the file, from 1. */
  int line();

  /**
   * A scalar value.
   *
   * @param text as written, without quotes
   * @param quoted whether the value is certainly a text, such as a quoted one, and must not be read
   *     as a number or as null
   */
  record Scalar(int line, String text, boolean quoted) implements YamlNode {
    private static final int SHOWN_LENGTH = 60;

    boolean isNull() {
      return !quoted && (text.isEmpty() || text.equals("~") || text.equalsIgnoreCase("null"));
    }

    /** The text as error messages show it. */
    String shown() {
      return text.length() <= SHOWN_LENGTH ? text : text.substring(0, SHOWN_LENGTH) + "…";
    }
  }

  /** A list of values. */
  record Sequence(int line, List<YamlNode> items) implements YamlNode {}

  /** Keys and values in the order of the file; a key may occur twice. */
  record Mapping(int line, List<Entry> entries) implements YamlNode {}

  /** One key of a mapping. */
  record Entry(int line, String key, YamlNode value) {}
}
