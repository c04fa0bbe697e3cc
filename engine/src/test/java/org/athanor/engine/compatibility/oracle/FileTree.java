// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Names, kinds and contents of the files below a directory. Checksum files ({@code .crc}) are left
 * out: they follow from the others. Immutable.
 */
public final class FileTree {
  private static final int CONTEXT = 40;

  private final SortedMap<String, byte[]> contents;

  private FileTree(SortedMap<String, byte[]> contents) {
    this.contents = contents;
  }

  /** Reads a directory; a missing one is an empty tree. Directories' names end with a slash. */
  public static FileTree read(Path root) throws IOException {
    SortedMap<String, byte[]> contents = new TreeMap<>();
    if (Files.exists(root)) {
      try (Stream<Path> paths = Files.walk(root)) {
        paths.filter(path -> !path.equals(root)).forEach(path -> add(contents, root, path));
      }
    }
    return new FileTree(Collections.unmodifiableSortedMap(contents));
  }

  private static void add(SortedMap<String, byte[]> contents, Path root, Path path) {
    String name = root.relativize(path).toString();
    try {
      if (Files.isDirectory(path)) {
        contents.put(name + "/", new byte[0]);
      } else if (!name.endsWith(".crc")) {
        byte[] bytes = Files.readAllBytes(path);
        contents.put(name, SequenceFiles.is(bytes) ? SequenceFiles.canonical(path) : bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<String> names() {
    return new ArrayList<>(contents.keySet());
  }

  public boolean has(String name) {
    return contents.containsKey(name);
  }

  /** The content of a file as UTF-8. */
  public String text(String name) {
    byte[] content = contents.get(name);
    if (content == null) {
      throw new IllegalArgumentException(name + ": no such file; there are " + contents.keySet());
    }
    return new String(content, StandardCharsets.UTF_8);
  }

  /**
   * The contents of all files whose last name begins with {@code prefix}, in the order of names.
   */
  public String textOfAll(String prefix) {
    StringBuilder all = new StringBuilder();
    for (String name : contents.keySet()) {
      if (name.substring(name.lastIndexOf('/') + 1).startsWith(prefix)) {
        all.append(text(name));
      }
    }
    return all.toString();
  }

  /** Describes every difference, one line for each file; empty if there is none. */
  List<String> differences(FileTree other, UnaryOperator<String> normaliser) {
    List<String> differences = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>(contents.keySet());
    names.addAll(other.contents.keySet());
    for (String name : names) {
      byte[] mine = contents.get(name);
      byte[] theirs = other.contents.get(name);
      if (mine == null || theirs == null) {
        differences.add(name + ": only on " + (mine == null ? "the candidate" : "Hadoop"));
      } else if (!java.util.Arrays.equals(mine, theirs)) {
        addDifference(
            differences, name, normalise(mine, normaliser), normalise(theirs, normaliser));
      }
    }
    return differences;
  }

  private static byte[] normalise(byte[] content, UnaryOperator<String> normaliser) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    return normaliser.apply(text).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void addDifference(
      List<String> differences, String name, byte[] mine, byte[] theirs) {
    int at = java.util.Arrays.mismatch(mine, theirs);
    if (at >= 0) {
      differences.add(
          String.format(
              Locale.ROOT,
              "%s: %d bytes on Hadoop, %d on the candidate, first difference at %d:%n    %s%n   "
                  + " %s",
              name,
              mine.length,
              theirs.length,
              at,
              around(mine, at),
              around(theirs, at)));
    }
  }

  private static String around(byte[] content, int at) {
    int from = Math.max(0, at - CONTEXT);
    int to = Math.min(content.length, at + CONTEXT);
    String text = new String(content, from, Math.max(0, to - from), StandardCharsets.ISO_8859_1);
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t");
  }
}
