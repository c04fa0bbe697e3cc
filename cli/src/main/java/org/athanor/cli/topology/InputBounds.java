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
 * Limits of the input that is shown. hwloc has none: an endless file, endlessly nested elements or
 * a description of 10⁹ PUs would exhaust the memory or the native stack.
 */
public final class InputBounds {
  static final int MAX_BYTES = 64 << 20;
  static final int MAX_LEVELS = 200;
  static final long MAX_PUS = 100_000;

  private static final Pattern ATTRIBUTES = Pattern.compile("\\([^)]*\\)|\\[[^\\]]*\\]");
  private static final Pattern COUNT = Pattern.compile("(?:^|:)(\\d+)$");

  private InputBounds() {}

  /**
   * Reads an XML file or a pipe.
   *
   * @throws UsageException if it is too long, or its elements are nested too deeply
   * @throws IOException if it cannot be read
   */
  public static String read(Path file) throws UsageException, IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    if (bytes.length > MAX_BYTES) {
      throw new UsageException(
          "--input=" + file + ": has more than " + (MAX_BYTES >> 20) + " MiB; is it hwloc's XML?");
    }
    if (levels(bytes) > MAX_LEVELS) {
      throw new UsageException(
          "--input=" + file + ": has elements nested more than " + MAX_LEVELS + " levels deep");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How deeply the elements are nested, if the text is XML. */
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
   * Checks a synthetic description.
   *
   * @throws UsageException if it has too many PUs
   */
  public static void check(String synthetic) throws UsageException {
    long pus = 1;
    for (String level : ATTRIBUTES.matcher(synthetic).replaceAll("").strip().split("\\s+", -1)) {
      Matcher count = COUNT.matcher(level);
      if (count.find()) {
        String digits = count.group(1);
        // No overflow: pus is at most MAX_PUS here, and a count has at most 12 digits.
        pus *= digits.length() > 12 ? MAX_PUS + 1 : Long.parseLong(digits);
        if (pus > MAX_PUS) {
          throw new UsageException(
              "--synthetic=" + synthetic + ": has more than " + MAX_PUS + " PUs");
        }
      }
    }
  }

  /** Replaces control characters, which names in XML may contain and a terminal would execute. */
  public static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> Character.isISOControl(c) && c != '\n' ? '?' : c)
        .forEach(printable::appendCodePoint);
    return printable.toString();
  }
}
