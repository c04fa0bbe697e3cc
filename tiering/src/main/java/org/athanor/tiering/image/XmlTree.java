// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which directory each inode of an XML image is in, and what snapshots there are. About 50 bytes an
 * inode and 120 a directory.
 */
final class XmlTree {
  /** The number of the root directory in every HDFS. */
  private static final long ROOT = 16385;

  /** HDFS allows 1,000 directories in a path. */
  private static final int DEEPEST = 1000;

  private final Map<Long, String> directories = new HashMap<>();
  private final LongMap parents = new LongMap();
  private final List<Long> references = new ArrayList<>();
  private final List<long[]> referencedChildren = new ArrayList<>();
  private final Set<Long> snapshotRoots = new HashSet<>();
  private final Set<Long> changed = new HashSet<>();

  // The directory that was asked for last: many inodes that follow each other are in the same one.
  private long lastId;
  private Optional<Location> last = Optional.empty();

  /**
   * Where a directory is.
   *
   * @param prefix of the paths in it, with a slash at the end
   * @param isHeld whether it or one above it has a snapshot
   */
  record Location(String prefix, boolean isHeld) {}

  private XmlTree() {}

  /** Reads the tree of an image, whose root element the cursor has entered. */
  static XmlTree read(XmlCursor cursor) throws ImageException {
    XmlTree tree = new XmlTree();
    for (String section = cursor.next(); section != null; section = cursor.next()) {
      switch (section) {
        case "INodeSection" -> tree.readDirectories(cursor);
        case "INodeReferenceSection" -> tree.readReferences(cursor);
        case "INodeDirectorySection" -> tree.readEntries(cursor);
        case "SnapshotSection" -> tree.readSnapshots(cursor);
        case "SnapshotDiffSection" -> tree.readChanges(cursor);
        default -> cursor.skip();
      }
    }
    tree.resolve(cursor);
    return tree;
  }

  private void readDirectories(XmlCursor cursor) throws ImageException {
    for (String name = cursor.next(); name != null; name = cursor.next()) {
      if (!name.equals("inode")) {
        cursor.skip();
        continue;
      }
      long id = 0;
      String type = "";
      String own = "";
      for (String field = cursor.next(); field != null; field = cursor.next()) {
        switch (field) {
          case "id" -> id = cursor.id();
          case "type" -> type = cursor.text();
          case "name" -> own = cursor.name();
          default -> cursor.skip();
        }
      }
      if (type.equals("DIRECTORY")) {
        if (!isRoot(id)) {
          try {
            checkName(id, own);
          } catch (IllegalArgumentException e) {
            throw cursor.problem(e.getMessage());
          }
        }
        directories.put(id, own);
      }
    }
  }

  private void readReferences(XmlCursor cursor) throws ImageException {
    for (String name = cursor.next(); name != null; name = cursor.next()) {
      long referred = 0;
      for (String field = cursor.next(); field != null; field = cursor.next()) {
        if (field.equals("referredId")) {
          referred = cursor.id();
        } else {
          cursor.skip();
        }
      }
      references.add(referred);
    }
  }

  private void readEntries(XmlCursor cursor) throws ImageException {
    for (String name = cursor.next(); name != null; name = cursor.next()) {
      long parent = 0;
      for (String field = cursor.next(); field != null; field = cursor.next()) {
        switch (field) {
          case "parent" -> parent = cursor.id();
          case "child", "inode" -> {
            if (parent == 0) {
              throw cursor.problem("<" + field + "> before <parent>");
            }
            parents.put(cursor.id(), parent);
          }
          case "refChild", "inodereference-index" ->
              referencedChildren.add(new long[] {parent, cursor.number(0, Integer.MAX_VALUE)});
          default -> cursor.skip();
        }
      }
    }
  }

  private void readSnapshots(XmlCursor cursor) throws ImageException {
    for (String name = cursor.next(); name != null; name = cursor.next()) {
      if (!name.equals("snapshot")) {
        cursor.skip();
        continue;
      }
      for (String field = cursor.next(); field != null; field = cursor.next()) {
        if (field.equals("root")) {
          readSnapshotRoot(cursor);
        } else {
          cursor.skip();
        }
      }
    }
  }

  private void readSnapshotRoot(XmlCursor cursor) throws ImageException {
    for (String field = cursor.next(); field != null; field = cursor.next()) {
      if (field.equals("id")) {
        snapshotRoots.add(cursor.id());
      } else {
        cursor.skip();
      }
    }
  }

  private void readChanges(XmlCursor cursor) throws ImageException {
    for (String name = cursor.next(); name != null; name = cursor.next()) {
      if (!name.equals("fileDiffEntry")) {
        cursor.skip();
        continue;
      }
      long id = 0;
      for (String field = cursor.next(); field != null; field = cursor.next()) {
        switch (field) {
          case "inodeId" -> id = cursor.id();
          case "fileDiff" -> {
            changed.add(id);
            cursor.skip();
          }
          default -> cursor.skip();
        }
      }
    }
  }

  private void resolve(XmlCursor cursor) throws ImageException {
    for (long[] child : referencedChildren) {
      if (child[1] >= references.size()) {
        throw cursor.problem("reference " + child[1] + ", but there are only " + references.size());
      }
      parents.put(references.get((int) child[1]), child[0]);
    }
    referencedChildren.clear();
    references.clear();
  }

  /**
   * Checks the name of an inode that is not the root.
   *
   * @throws IllegalArgumentException if a path cannot have it
   */
  static void checkName(long id, String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException("inode " + id + " has the name '" + name + "'");
    }
  }

  /** Whether a snapshot holds an older state of a file. */
  boolean isChanged(long id) {
    return changed.contains(id);
  }

  static boolean isRoot(long id) {
    return id == ROOT;
  }

  /**
   * Where the directory of an inode is.
   *
   * @return nothing if the inode is in snapshots only
   */
  Optional<Location> locationOf(long id, XmlCursor cursor) throws ImageException {
    long parent = parents.get(id);
    if (parent != lastId) {
      last = locate(parent, cursor);
      lastId = parent;
    }
    return last;
  }

  private Optional<Location> locate(long directory, XmlCursor cursor) throws ImageException {
    Deque<String> names = new ArrayDeque<>();
    boolean held = false;
    for (long id = directory; ; id = parents.get(id)) {
      held |= snapshotRoots.contains(id);
      if (id == ROOT) {
        StringBuilder prefix = new StringBuilder("/");
        names.forEach(name -> prefix.append(name).append('/'));
        return Optional.of(new Location(prefix.toString(), held));
      }
      String name = directories.get(id);
      if (name == null) {
        return Optional.empty();
      }
      names.addFirst(name);
      if (names.size() > DEEPEST) {
        throw cursor.problem(
            "directory " + directory + " is in itself, or in more than " + DEEPEST + " others");
      }
    }
  }
}
