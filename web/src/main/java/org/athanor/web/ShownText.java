// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

/**
 * Makes text of users fit to be shown: not too long, and without characters that no page may have,
 * or that change the order in which others are shown. Stateless.
 */
public final class ShownText {
  /** The most characters of a text. */
  public static final int MOST = 20_000;

  private static final char UNKNOWN = '\uFFFD';

  private ShownText() {}

  /** The text, or its beginning. */
  static String of(String text) {
    return of(text, MOST);
  }

  /**
   * The text, or its beginning and an ellipsis.
   *
   * @param most characters, from 1
   */
  public static String of(String text, int most) {
    StringBuilder shown = new StringBuilder(Math.min(text.length(), most) + 1);
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (shown.length() >= most) {
        shown.setCharAt(shown.length() - 1, '\u2026');
        return shown.toString();
      }
      shown.appendCodePoint(isFit(c) ? c : UNKNOWN);
      i += Character.charCount(c);
    }
    return shown.toString();
  }

  private static boolean isFit(int c) {
    if (c == '\n' || c == '\t') {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.FORMAT -> c == '\u200D' || c == '\u200C'; // joiners, which scripts need
      default -> true;
    };
  }
}
