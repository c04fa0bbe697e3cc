// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses labelled documents: lines of a label, a tab and a text. A word is a run of the letters A
 * to Z, in lower case; everything else separates words. Empty lines are no documents. Words are
 * found without creating objects. Not thread-safe.
 */
public final class LabelledText {
  private byte[] text = new byte[256];
  private byte[] label = {};
  private int end;
  private int start;
  private int next;

  /**
   * Takes a line.
   *
   * @param line holds it in its first {@code length} bytes
   * @return true for a document, false for an empty line
   * @throws IllegalArgumentException if the line is neither
   */
  public boolean parse(byte[] line, int length) {
    int tab = 0;
    boolean ascii = true;
    while (tab < length && line[tab] != '\t') {
      ascii &= line[tab] >= 0;
      tab++;
    }
    if (length == 0) {
      return false;
    }
    if (tab == 0 || tab == length) {
      throw malformed(line, length);
    }
    label = Arrays.copyOf(line, tab);
    if (!ascii) {
      // As those frameworks see it that decode lines.
      label = new String(label, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
    }
    end = length - tab - 1;
    if (end > text.length) {
      text = new byte[Math.max(end, (int) Math.min(2L * text.length, Integer.MAX_VALUE - 8))];
    }
    for (int i = 0; i < end; i++) {
      byte character = line[tab + 1 + i];
      text[i] = character >= 'A' && character <= 'Z' ? (byte) (character + 32) : character;
    }
    start = 0;
    next = 0;
    return true;
  }

  /** Takes a line; see {@link #parse(byte[], int)}. */
  public boolean parse(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, bytes.length);
  }

  /** Returns the label in UTF-8, not a copy. */
  public byte[] label() {
    return label;
  }

  /** Goes to the next word; returns false at the end of the text. */
  public boolean nextWord() {
    start = next;
    while (start < end && !isLetter(text[start])) {
      start++;
    }
    next = start;
    while (next < end && isLetter(text[next])) {
      next++;
    }
    return start < next;
  }

  /** Returns the array with the word, from {@link #start} on. */
  public byte[] bytes() {
    return text;
  }

  public int start() {
    return start;
  }

  /** Returns the number of letters of the word. */
  public int length() {
    return next - start;
  }

  public String word() {
    return new String(text, start, next - start, StandardCharsets.US_ASCII);
  }

  private static boolean isLetter(byte character) {
    return character >= 'a' && character <= 'z';
  }

  private static IllegalArgumentException malformed(byte[] line, int length) {
    int shown = Math.min(length, 60);
    return new IllegalArgumentException(
        "document \""
            + new String(line, 0, shown, StandardCharsets.UTF_8)
            + (shown < length ? "…" : "")
            + "\": must be a label, a tab and a text");
  }
}
