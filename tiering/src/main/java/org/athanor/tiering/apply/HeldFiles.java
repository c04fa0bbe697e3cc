// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What snapshots hold of files. The first few files of a directory are asked for one by one; for
 * more, it is listed once in each snapshot that may have it. What was listed last is kept, up to a
 * number of files. A directory of which more are listed, in all snapshots together, is asked for
 * file by file. For one thread at a time.
 */
final class HeldFiles {
  /** Files of a directory that are asked for before it is listed. */
  static final int ASKED_FIRST = 8;

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

  /** What is known of a directory. */
  private static final class Directory {
    private int asked;
    private boolean isTooLarge;

    /** What the snapshots have of its files, those with equal values once; null if not listed. */
    private Map<String, List<Held>> files;

    /** What it counts for {@link #mostKept}. */
    private int count = 1;
  }

  /**
   * Keeps nothing yet.
   *
   * @param mostKept files and directories of all snapshots together, from 1; about 200 bytes each
   */
  HeldFiles(Source source, int mostKept) {
    this.source = source;
    this.mostKept = mostKept;
  }

  /**
   * What snapshots have under the name of a file, other files of that name too; those with equal
   * values once.
   *
   * @param directory of the file, such as {@code /data}; empty for the root
   * @param name in it
   * @param roots the directory's paths in the snapshots
   */
  List<Held> of(String directory, String name, List<String> roots) throws IOException {
    Directory known = kept.get(directory);
    if (known == null) {
      known = new Directory();
      kept.put(directory, known);
      keptFiles++;
      makeRoom();
    }
    if (known.files == null && !known.isTooLarge && known.asked++ >= ASKED_FIRST) {
      list(known, roots);
      makeRoom();
    }
    if (known.files != null) {
      return known.files.getOrDefault(name, List.of());
    }
    Set<Held> found = new LinkedHashSet<>();
    for (String root : roots) {
      source.file(root + "/" + name).ifPresent(found::add);
    }
    return List.copyOf(found);
  }

  private void list(Directory directory, List<String> roots) throws IOException {
    Map<String, List<Held>> files = new HashMap<>();
    int[] read = {0};
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
            read[0]++;
            return read[0] <= mostKept;
          });
      if (read[0] > mostKept) {
        directory.isTooLarge = true;
        return;
      }
    }
    directory.files = files;
    directory.count += count[0];
    keptFiles += count[0];
  }

  /** Forgets what was used longest ago, but not what was used last. */
  private void makeRoom() {
    Iterator<Directory> oldest = kept.values().iterator();
    while (keptFiles > mostKept && kept.size() > 1) {
      keptFiles -= oldest.next().count;
      oldest.remove();
    }
  }
}
