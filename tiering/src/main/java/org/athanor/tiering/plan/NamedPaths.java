// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.athanor.tiering.image.FileRecord;

/**
 * Which files and directories of an image the events of a log have named so far. The image is of
 * the end of the log, so a path that no event has named yet may be there only because of a rename
 * that is still to come.
 *
 * <p>Memory: 5 bytes for each file of the image, and about 150 bytes and the path for each
 * directory. Events add nothing: paths that the image does not have are not kept.
 */
final class NamedPaths {
  private static final int NONE = -1;

  private final Namespace namespace;

  /** The numbers of the directories that have files of the image in them, or below them. */
  private final Map<String, Integer> directories = new HashMap<>();

  /** The directory of each file, and the directory above each directory. */
  private final int[] directoriesOfFiles;

  private int[] parents = new int[16];

  private final BitSet namedDirectories = new BitSet();
  private final BitSet namedFiles = new BitSet();

  /** No path was named yet. */
  NamedPaths(Namespace namespace) {
    this.namespace = namespace;
    List<FileRecord> files = namespace.files();
    directoriesOfFiles = new int[files.size()];
    for (int file = 0; file < directoriesOfFiles.length; file++) {
      directoriesOfFiles[file] = directoryAbove(files.get(file).path());
    }
  }

  /** The number of the directory above a path, which becomes known; {@link #NONE} for the root. */
  private int directoryAbove(String path) {
    Deque<String> unknown = new ArrayDeque<>();
    int end = path.lastIndexOf('/');
    while (end > 0 && !directories.containsKey(path.substring(0, end))) {
      unknown.push(path.substring(0, end));
      end = path.lastIndexOf('/', end - 1);
    }
    int above = end > 0 ? directories.get(path.substring(0, end)) : NONE;
    while (!unknown.isEmpty()) {
      int number = directories.size();
      directories.put(unknown.pop(), number);
      if (number == parents.length) {
        parents = Arrays.copyOf(parents, 2 * number);
      }
      parents[number] = above;
      above = number;
    }
    return above;
  }

  /**
   * An event names something in the directories above a path.
   *
   * @param file number of the file with this path in the image, if it is there
   */
  void nameDirectories(String path, OptionalInt file) {
    if (file.isPresent()) {
      markUpwards(directoriesOfFiles[file.getAsInt()]);
      return;
    }
    for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      String above = path.substring(0, end);
      Integer directory = directories.get(above);
      if (directory != null) {
        markUpwards(directory);
        return;
      }
      namespace.number(above).ifPresent(namedFiles::set); // it was a directory before
    }
  }

  /** An event names a path as the new one of a file or directory. */
  void nameTarget(String path) {
    OptionalInt file = namespace.number(path);
    nameDirectories(path, file);
    file.ifPresent(namedFiles::set);
    Integer directory = directories.get(path);
    if (directory != null) {
      namedDirectories.set(directory);
    }
  }

  private void markUpwards(int from) {
    int directory = from;
    while (directory != NONE && !namedDirectories.get(directory)) {
      namedDirectories.set(directory);
      directory = parents[directory];
    }
  }

  /** Whether the image has a file or directory with a path that no event has named yet. */
  boolean isKnownFromImageOnly(String path) {
    Integer directory = directories.get(path);
    if (directory != null) {
      return !namedDirectories.get(directory);
    }
    OptionalInt file = namespace.number(path);
    return file.isPresent() && !namedFiles.get(file.getAsInt());
  }
}
