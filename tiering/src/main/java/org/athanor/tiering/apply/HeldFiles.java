// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What snapshots hold of files. A directory is listed once in each snapshot that may have it, not
 * asked for file by file; what was listed last is kept, up to a number of files. A directory with
 * more is asked for file by file. For one thread at a time.
 */
final class HeldFiles {
  private final Source source;
  private final int mostKept;

  /** By the path of a directory, the one that was used last at the end. */
  private final Map<String, Directory> kept = new LinkedHashMap<>(16, 0.75f, true);

  private int keptFiles;

  /**
   * A file as a snapshot has it.
   *
   * @param id of the inode
   * @param bytes length
   * @param modifiedMillis when its content changed last, in milliseconds since 1970
   */
  record Held(long id, long bytes, long modifiedMillis) {}

  /** Takes files of a directory. */
  @FunctionalInterface
  interface Taker {
    /** Takes one; returns whether more are wanted. */
    boolean take(String name, Held file);
  }

  /** Where the snapshots are. */
  interface Source {
    /** Lists the files of a directory in a snapshot; none if it is not there. */
    void list(String directory, Taker taker) throws IOException;

    /** One file in a snapshot. */
    Optional<Held> file(String path) throws IOException;
  }

  /**
   * What the snapshots have of a directory's files: those with equal values once.
   *
   * @param files null if they are too many
   */
  private record Directory(Map<String, List<Held>> files, int count) {}

  /**
   * Keeps nothing yet.
   *
   * @param mostKept files of all snapshots and directories together, from 1; about 200 bytes each
   */
  HeldFiles(Source source, int mostKept) {
    this.source = source;
    this.mostKept = mostKept;
  }

  /**
   * What snapshots have under the name of a file, other files of that name too; those with equal
   * values may be there once.
   *
   * @param directory of the file, such as {@code /data}; empty for the root
   * @param name in it
   * @param roots the directory's paths in the snapshots
   */
  List<Held> of(String directory, String name, List<String> roots) throws IOException {
    Directory listed = kept.get(directory);
    if (listed == null) {
      listed = list(roots);
      keep(directory, listed);
    }
    if (listed.files != null) {
      return listed.files.getOrDefault(name, List.of());
    }
    List<Held> found = new ArrayList<>();
    for (String root : roots) {
      source.file(root + "/" + name).ifPresent(found::add);
    }
    return found;
  }

  private Directory list(List<String> roots) throws IOException {
    Map<String, List<Held>> files = new HashMap<>();
    int[] count = {0};
    for (String root : roots) {
      source.list(
          root,
          (name, file) -> {
            List<Held> versions = files.computeIfAbsent(name, none -> new ArrayList<>(1));
            if (!versions.contains(file)) {
              versions.add(file);
              count[0]++;
            }
            return count[0] <= mostKept;
          });
      if (count[0] > mostKept) {
        return new Directory(null, 1);
      }
    }
    return new Directory(files, 1 + count[0]);
  }

  private void keep(String directory, Directory listed) {
    kept.put(directory, listed);
    keptFiles += listed.count;
    Iterator<Directory> oldest = kept.values().iterator();
    while (keptFiles > mostKept && kept.size() > 1) {
      keptFiles -= oldest.next().count;
      oldest.remove();
    }
  }
}
