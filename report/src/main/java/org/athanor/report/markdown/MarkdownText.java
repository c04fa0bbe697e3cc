// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.markdown;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Texts of users in Markdown. They are escaped, so that none of them makes a cell, a link, markup,
 * or a mention of a person; of what looks like a path only the last name is left.
 */
public final class MarkdownText {
  /** The most characters of a cell's text. */
  private static final int LONGEST = 160;

  /** A space without width. */
  private static final String NO_WIDTH = "&#8203;";

  /** Characters that Markdown may take for markup. */
  private static final String SPECIAL = "\\`*_{}[]()|~!";

  /**
   * The directories of an absolute path or of a URI, with the user and password that it may name,
   * of a path that begins with a variable, a home or a dot, and of a relative path with two
   * directories or more. Names of these have two letters at least, so that units such as {@code
   * MB/s} stay.
   */
  private static final Pattern DIRECTORIES =
      Pattern.compile(
          "(?<![\\w/])(?:"
              + "[A-Za-z][A-Za-z0-9+.-]*://[^\\s/|]*@[^\\s/,;:|]*(?::\\d+)?/?(?:[^\\s/,;:|]+/)*|"
              + "(?:[A-Za-z][A-Za-z0-9+.-]*:)?/{1,3}(?:[^\\s/,;:|]+(?::\\d+)?/)+"
              + "|(?:\\$\\{?\\w+}?|~\\w*|\\.{1,2})/(?:[^\\s/,;:|]+/)*"
              + "|(?:[^\\s/,;:|]{2,}/){2,})");

  /** What servers make a link of, and the place where a space without width prevents that. */
  private static final Pattern LINK = Pattern.compile("(?i)(?<=:)(?=//)|(?<=www)(?=\\.)");

  private MarkdownText() {}

  /** A text for a cell of a table: in one line, and cut if it is long. */
  public static String cell(String text) {
    return escaped(text, LONGEST);
  }

  /** A text in one line in which nothing is markup; of paths only the last name is left. */
  public static String escaped(String text) {
    return escaped(text, Integer.MAX_VALUE);
  }

  /**
   * The same, cut.
   *
   * @param most how many characters are kept, before they are escaped. It is cut without paths:
   *     else a part of a directory's name would be last, and look like a file's
   */
  public static String escaped(String text, int most) {
    String named = DIRECTORIES.matcher(text).replaceAll("…/");
    boolean cut = named.codePointCount(0, named.length()) > most;
    String kept = cut ? named.substring(0, named.offsetByCodePoints(0, most)) + "…" : named;
    StringBuilder escaped = new StringBuilder();
    kept.codePoints()
        .forEach(
            c -> {
              if (SPECIAL.indexOf(c) >= 0) {
                escaped.append('\\').appendCodePoint(c);
              } else if (c == '<' || c == '>' || c == '&' || c == '$') {
                escaped.append(String.format(Locale.ROOT, "&#%d;", c));
              } else if (c == '@' || c == '#') {
                // Else it mentions a person or an issue, also if escaped.
                escaped.appendCodePoint(c).append(NO_WIDTH);
              } else {
                escaped.appendCodePoint(c < ' ' || c == 0x7F ? ' ' : c);
              }
            });
    return LINK.matcher(escaped).replaceAll(NO_WIDTH);
  }
}
