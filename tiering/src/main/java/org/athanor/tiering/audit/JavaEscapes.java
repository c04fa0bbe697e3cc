// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

/** Escapes of Java's string literals, by which the NameNode writes paths. */
final class JavaEscapes {
  private static final String LETTERS = "btnfr\"'\\/";
  private static final String MEANINGS = "\b\t\n\f\r\"'\\/";

  private JavaEscapes() {}

  /** Replaces escapes; a backslash that does not begin one stays as it is. */
  static String remove(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      int letter = c == '\\' && i + 1 < text.length() ? LETTERS.indexOf(text.charAt(i + 1)) : -1;
      if (letter >= 0) {
        plain.append(MEANINGS.charAt(letter));
        i += 2;
      } else if (c == '\\' && isUnicode(text, i + 1)) {
        plain.append((char) Integer.parseInt(text, i + 2, i + 6, 16));
        i += 6;
      } else {
        plain.append(c);
        i++;
      }
    }
    return plain.toString();
  }

  private static boolean isUnicode(String text, int from) {
    if (from + 5 > text.length() || text.charAt(from) != 'u') {
      return false;
    }
    for (int i = from + 1; i < from + 5; i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }
}
