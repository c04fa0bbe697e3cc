// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.document;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * Each name has one place. Marks in blocks of code are text. Immutable.
 */
public final class MarkedDocument {
  private static final Pattern MARK = Pattern.compile("<!-- (/?)bench:(\\S(?:.*\\S)?) -->");
  private static final Pattern FENCE = Pattern.compile("\\s{0,3}(```|~~~).*");
  private static final String BEGIN = "<!-- bench:%s -->";
  private static final String END = "<!-- /bench:%s -->";

  private final Path file;
  private final List<String> lines;
  private final String separator;

  /** Name → its place. */
  private final Map<String, Place> places;

  /** The lines of the marks, counted from 0. */
  private record Place(int begin, int end) {}

  private MarkedDocument(
      Path file, List<String> lines, String separator, Map<String, Place> places) {
    this.file = file;
    this.lines = lines;
    this.separator = separator;
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
    String separator = text.contains("\r\n") ? "\r\n" : "\n";
    List<String> lines = List.of(text.split("\r?\n", -1));
    return new MarkedDocument(file, lines, separator, places(file, lines));
  }

  private static Map<String, Place> places(Path file, List<String> lines) throws IOException {
    Map<String, Place> places = new LinkedHashMap<>();
    String open = null;
    int begin = 0;
    boolean code = false;
    for (int i = 0; i < lines.size(); i++) {
      code ^= FENCE.matcher(lines.get(i)).matches();
      Matcher mark = MARK.matcher(lines.get(i).strip());
      if (code || !mark.matches()) {
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
   * @param texts by the name of the place; lines are separated by {@code \n}
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
    List<String> all = new ArrayList<>();
    int next = 0;
    for (Map.Entry<String, Place> place : places.entrySet()) {
      String text = texts.get(place.getKey());
      if (text != null) {
        all.addAll(lines.subList(next, place.getValue().begin() + 1));
        text.strip().lines().forEach(all::add);
        next = place.getValue().end();
      }
    }
    all.addAll(lines.subList(next, lines.size()));
    return String.join(separator, all);
  }

  /**
   * Writes texts into their places. The file is replaced whole or not at all.
   *
   * @throws IOException as {@link #with}, or if it cannot be written
   */
  public void write(Map<String, String> texts) throws IOException {
    String whole = with(texts);
    // The rename of a new file would replace a link.
    WholeFile.write(file.toRealPath(), whole);
  }
}
