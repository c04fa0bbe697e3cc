// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

/**
 * Hadoop's escapes for characters that XML does not allow: a backslash, hexadecimal digits, ";".
 */
final class HadoopXml {
  private static final int MOST_DIGITS = 6;

  private HadoopXml() {}

  /**
   * Replaces escapes.
   *
   * @throws IllegalArgumentException if a backslash does not begin one
   */
  static String unescape(String text) {
    int at = text.indexOf('\\');
    if (at < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    int from = 0;
    while (at >= 0) {
      plain.append(text, from, at);
      int end = text.indexOf(';', at);
      if (end < at + 2 || end > at + 1 + MOST_DIGITS) {
        throw wrong(text);
      }
      try {
        plain.appendCodePoint(Integer.parseUnsignedInt(text, at + 1, end, 16));
      } catch (IllegalArgumentException e) {
        throw wrong(text);
      }
      from = end + 1;
      at = text.indexOf('\\', from);
    }
    return plain.append(text, from, text.length()).toString();
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "'" + text + "': a backslash must begin an escape, as \\005c;");
  }
}
