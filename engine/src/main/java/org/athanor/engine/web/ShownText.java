// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

/**
 * Makes text of users fit to be shown: not too long, and without characters that no page may have,
 * or that change the order in which others are shown. Stateless.
 */
final class ShownText {
  /** The most characters of a name or of another text of one line. */
  static final int LINE = 300;

  /** The most characters of the description of a failure. */
  static final int TRACE = 20_000;

  private static final char UNKNOWN = '\uFFFD';

  private ShownText() {}

  static String line(String text) {
    return of(text, LINE);
  }

  static String trace(String text) {
    return of(text, TRACE);
  }

  private static String of(String text, int most) {
    if (text == null) {
      return "";
    }
    StringBuilder shown = new StringBuilder(Math.min(text.length(), most));
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (shown.length() >= most) {
        return shown.append('\u2026').toString();
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
