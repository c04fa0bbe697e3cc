// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * What a mesh's first row says of the latest import: whether it is complete, and which it is. As
 * bytes, it is {@code begun} or {@code complete}, a space, and a name, which is a UUID.
 *
 * @param text as it is in the table
 */
record ImportMark(String text) {
  private static final String BEGUN = "begun ";
  private static final String COMPLETE = "complete ";

  /** Returns the mark of a new import. */
  static ImportMark begun() {
    return new ImportMark(BEGUN + UUID.randomUUID());
  }

  /** Reads a mark. */
  static ImportMark of(byte[] value) {
    return new ImportMark(new String(value, StandardCharsets.UTF_8));
  }

  /** Returns whether the import has ended well. */
  boolean isComplete() {
    return text.startsWith(COMPLETE);
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
