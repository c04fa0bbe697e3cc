// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.document;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.results.WholeFile;

/**
 * A Markdown document with places for generated text. A place is what is between two lines:
 *
 * <pre>
 * &lt;!-- bench:NAME --&gt;
 * &lt;!-- /bench:NAME --&gt;
 * </pre>
 *
 * Each name has one place. Marks in fenced blocks of code are text. Immutable.
 */
public final class MarkedDocument {
  private static final Pattern MARK = Pattern.compile("<!-- (/?)bench:(\\S(?:.*\\S)?) -->");

  /** The line that begins a block of code, as CommonMark 0.31 (section 4.5) has it. */
  private static final Pattern OPENS = Pattern.compile(" {0,3}(`{3,}(?=[^`]*$)|~{3,}).*");

  private static final Pattern CLOSES = Pattern.compile(" {0,3}(`{3,}|~{3,})\\s*");
  private static final Pattern END_OF_LINE = Pattern.compile("\r?\n$");
  private static final String BEGIN = "<!-- bench:%s -->";
  private static final String END = "<!-- /bench:%s -->";

  private final Path file;
  private final String text;

  /** Each with its end. */
  private final List<String> lines;

  /** Name → its place. */
  private final Map<String, Place> places;

  /** The lines of the marks, counted from 0. */
  private record Place(int begin, int end) {}

  private MarkedDocument(Path file, String text, List<String> lines, Map<String, Place> places) {
    this.file = file;
    this.text = text;
    this.lines = lines;
    this.places = places;
  }

  /**
   * Reads a document.
   *
   * @throws IOException if it cannot be read, or a mark is wrong; one line that names the file
   */
  public static MarkedDocument read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException missing) {
      throw new IOException(file + ": no such file", missing);
    } catch (CharacterCodingException binary) {
      throw new IOException(file + ": is no text in UTF-8", binary);
    }
    List<String> lines = List.of(text.split("(?<=\n)", -1));
    return new MarkedDocument(file, text, lines, places(file, lines));
  }

  private static Map<String, Place> places(Path file, List<String> lines) throws IOException {
    Map<String, Place> places = new LinkedHashMap<>();
    String open = null;
    int begin = 0;
    String fence = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = END_OF_LINE.matcher(lines.get(i)).replaceFirst("");
      boolean inside = !fence.isEmpty();
      fence = fence(fence, line);
      Matcher mark = MARK.matcher(line.strip());
      if (inside || !mark.matches()) {
        continue;
      }
      String name = mark.group(2);
      if (mark.group(1).isEmpty()) {
        if (open != null) {
          throw wrong(file, begin, BEGIN.formatted(open), "has no end before the next begin");
        }
        if (places.containsKey(name)) {
          throw wrong(file, i, BEGIN.formatted(name), "is there twice");
        }
        open = name;
        begin = i;
      } else {
        if (!name.equals(open)) {
          throw wrong(file, i, END.formatted(name), "has no begin");
        }
        places.put(name, new Place(begin, i));
        open = null;
      }
    }
    if (open != null) {
      throw wrong(file, begin, BEGIN.formatted(open), "has no end, " + END.formatted(open));
    }
    return places;
  }

  /** The fence of the block of code after a line; empty if that is in none. */
  private static String fence(String before, String line) {
    if (before.isEmpty()) {
      Matcher opens = OPENS.matcher(line);
      return opens.matches() ? opens.group(1) : "";
    }
    Matcher closes = CLOSES.matcher(line);
    return closes.matches() && closes.group(1).startsWith(before) ? "" : before;
  }

  private static IOException wrong(Path file, int line, String mark, String what) {
    return new IOException(file + ":" + (line + 1) + ": " + mark + " " + what);
  }

  /** Whether it has a place. */
  public boolean has(String name) {
    return places.containsKey(name);
  }

  /**
   * The whole text, with other texts in some places.
   *
   * @param texts by the name of the place; lines are separated by {@code \n}, and end in the
   *     document as its mark does
   * @throws IOException if there is no place for one of them; one line that says what to add
   */
  public String with(Map<String, String> texts) throws IOException {
    for (String name : texts.keySet()) {
      if (!has(name)) {
        throw new IOException(
            file
                + ": has no place for "
                + name
                + "; add the lines "
                + BEGIN.formatted(name)
                + " and "
                + END.formatted(name));
      }
    }
    StringBuilder all = new StringBuilder();
    int next = 0;
    for (Map.Entry<String, Place> place : places.entrySet()) {
      String replacement = texts.get(place.getKey());
      if (replacement != null) {
        int begin = place.getValue().begin();
        lines.subList(next, begin + 1).forEach(all::append);
        String end = lines.get(begin).endsWith("\r\n") ? "\r\n" : "\n";
        replacement.strip().lines().forEach(line -> all.append(line).append(end));
        next = place.getValue().end();
      }
    }
    lines.subList(next, lines.size()).forEach(all::append);
    return all.toString();
  }

  /**
   * Writes texts into their places, see {@link WholeFile#replace}.
   *
   * @throws IOException as {@link #with} and {@link WholeFile#replace}
   */
  public void write(Map<String, String> texts) throws IOException {
    String whole = with(texts);
    // The rename of a new file would replace a link.
    WholeFile.replace(
        file.toRealPath(),
        text.getBytes(StandardCharsets.UTF_8),
        whole.getBytes(StandardCharsets.UTF_8));
  }
}
