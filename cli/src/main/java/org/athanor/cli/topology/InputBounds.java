// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cli.usage.UsageException;

/**
 * Bounds of what is shown. hwloc has none: an endless file, elements within elements without end or
 * a description of 10⁹ PUs would take all memory, or the native stack.
 */
public final class InputBounds {
  static final int MOST_BYTES = 64 << 20;
  static final int MOST_LEVELS = 200;
  static final long MOST_PUS = 100_000;

  private static final Pattern ATTRIBUTES = Pattern.compile("\\([^)]*\\)|\\[[^\\]]*\\]");
  private static final Pattern COUNT = Pattern.compile("(?:^|:)(\\d+)$");

  private InputBounds() {}

  /**
   * Reads an XML file, or from a pipe.
   *
   * @throws UsageException if it is too long, or its elements too deep
   * @throws IOException if it cannot be read
   */
  public static String read(Path file) throws UsageException, IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new UsageException(
          "--input=" + file + ": has more than " + (MOST_BYTES >> 20) + " MiB; is it hwloc's XML?");
    }
    if (levels(bytes) > MOST_LEVELS) {
      throw new UsageException(
          "--input=" + file + ": has elements in more than " + MOST_LEVELS + " levels");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How deep elements lie within each other, if it is XML. */
  static int levels(byte[] xml) {
    int level = 0;
    int deepest = 0;
    boolean inTag = false;
    byte quote = 0;
    for (int i = 0; i < xml.length; i++) {
      byte c = xml[i];
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (inTag && (c == '"' || c == '\'')) {
        quote = c;
      } else if (inTag && c == '>') {
        inTag = false;
        level -= xml[i - 1] == '/' ? 1 : 0;
      } else if (c == '<' && i + 1 < xml.length) {
        byte next = xml[i + 1];
        if (next == '/') {
          level--;
        } else if (next != '?' && next != '!') {
          inTag = true;
          level++;
          deepest = Math.max(deepest, level);
        }
      }
    }
    return deepest;
  }

  /**
   * Looks at a synthetic description.
   *
   * @throws UsageException if it has too many PUs
   */
  public static void check(String synthetic) throws UsageException {
    long pus = 1;
    for (String level : ATTRIBUTES.matcher(synthetic).replaceAll("").strip().split("\\s+", -1)) {
      Matcher count = COUNT.matcher(level);
      if (count.find()) {
        String digits = count.group(1);
        // 18 digits fit a long, and as many levels as one likes are refused at the first too many.
        pus *= digits.length() > 12 ? MOST_PUS + 1 : Long.parseLong(digits);
        if (pus > MOST_PUS) {
          throw new UsageException(
              "--synthetic=" + synthetic + ": has more than " + MOST_PUS + " PUs");
        }
      }
    }
  }

  /** The text without characters that a terminal would obey: XML may have them in names. */
  public static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) && c != '\n' ? '?' : c)
        .forEach(printable::appendCodePoint);
    return printable.toString();
  }
}
