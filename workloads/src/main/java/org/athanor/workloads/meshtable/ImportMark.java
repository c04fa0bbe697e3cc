// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a mesh's first row says of the latest import: whether it is complete, and which it is. As
 * bytes, it is {@code begun} or {@code complete}, a space, and a name. That of an import of this
 * tool is {@code @}, the time of its cells, a space and a UUID; other programs may choose any.
 *
 * @param text as it is in the table
 */
record ImportMark(String text) {
  private static final String BEGUN = "begun ";
  private static final String COMPLETE = "complete ";
  private static final Pattern TIMED = Pattern.compile("(?:begun|complete) @([0-9]{1,19}) .+");

  /**
   * Returns the mark of a new import.
   *
   * @param time which all of its cells have, not negative, in milliseconds as HBase counts it
   */
  static ImportMark begun(long time) {
    return new ImportMark(BEGUN + "@" + time + " " + UUID.randomUUID());
  }

  /** Reads a mark. */
  static ImportMark of(byte[] value) {
    return new ImportMark(new String(value, StandardCharsets.UTF_8));
  }

  /** Returns whether the import has ended well. */
  boolean isComplete() {
    return text.startsWith(COMPLETE);
  }

  /** Returns the time of the import's cells; empty if other programs have written them. */
  OptionalLong time() {
    Matcher timed = TIMED.matcher(text);
    if (!timed.matches()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(timed.group(1)));
    } catch (NumberFormatException tooLate) {
      return OptionalLong.empty(); // Another program's mark: HBase has no such time.
    }
  }

  /** Returns the mark of the same import when it is complete. */
  ImportMark completed() {
    if (!text.startsWith(BEGUN)) {
      throw new IllegalStateException(text + ": must have begun");
    }
    return new ImportMark(COMPLETE + text.substring(BEGUN.length()));
  }

  byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
