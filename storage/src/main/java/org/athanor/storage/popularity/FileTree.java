// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/**
 * The paths of the files that are remembered, as a tree of names, so that a directory with any
 * number of files is renamed in constant time. Each file has a number that it keeps when it or a
 * directory above it is renamed. A new file gets the lowest free number. Directories have numbers,
 * too, and exist as long as a file is below them.
 *
 * <p>A name costs about 44 bytes plus its string, which is about 60 bytes for one of 16 letters.
 */
final class FileTree {
  static final int NONE = -1;

  /** The {@link #handle} of no file. */
  static final long NO_HANDLE = 0;

  private static final int ROOT = 0;

  private String[] names = new String[16];
  private int[] parents = new int[16];
  private int[] firstChildren = new int[16];
  private int[] nexts = new int[16];
  private int[] previouses = new int[16];

  /** How often each number was given to another name, or its file moved to another directory. */
  private int[] changes = new int[16];

  /** Nodes by parent and name: open addressing, at most half full; {@link #NONE} is a free slot. */
  private int[] table = new int[64];

  private final BitSet files = new BitSet();
  private final BitSet used = new BitSet();
  private int nodes;
  private int end = 1;
  private int fileCount;

  /** No free number is lower. */
  private int firstFree = 1;

  FileTree() {
    Arrays.fill(table, NONE);
    reset(ROOT);
    used.set(ROOT);
    names[ROOT] = "";
  }

  /** Number of files. */
  int size() {
    return fileCount;
  }

  /** One more than the highest number that a file may have. */
  int end() {
    return end;
  }

  boolean isFile(int node) {
    return files.get(node);
  }

  /** The number of a file, or {@link #NONE}. */
  int file(String path) {
    int node = node(path);
    return node != NONE && files.get(node) ? node : NONE;
  }

  /**
   * As {@link #file(String)}, but faster if the file has the path since a handle was made: its own
   * name need not be read then, only those of its directories, which files have in common.
   *
   * @param handle that of the file which had this path; or {@link #NO_HANDLE}
   */
  int file(String path, long handle) {
    int node = (int) (handle >>> Integer.SIZE);
    boolean isThere =
        node != ROOT
            && changes[node] == (int) handle
            && files.get(node)
            && isDirectoryOf(parents[node], path);
    return isThere ? node : file(path);
  }

  /** By which {@link #file(String, long)} finds a file again that has the same path. */
  long handle(int node) {
    return (long) node << Integer.SIZE | Integer.toUnsignedLong(changes[node]);
  }

  /** Whether a directory has the path of a file's directory; false if that has needless slashes. */
  private boolean isDirectoryOf(int directory, String path) {
    int stop = path.lastIndexOf('/');
    for (int at = directory; at != ROOT; at = parents[at]) {
      String name = names[at];
      int start = stop - name.length();
      if (start < 1 || path.charAt(start - 1) != '/' || !path.startsWith(name, start)) {
        return false;
      }
      stop = start - 1;
    }
    return stop == 0;
  }

  /**
   * The number of a file, which is added if it is not there. What contradicts it, such as a file
   * with the path of one of its directories, cannot exist any more and is removed.
   *
   * @param removed is told the number of each file that is removed
   */
  int add(String path, IntConsumer removed) {
    int node = ensure(path, removed);
    if (node == ROOT) {
      throw new IllegalArgumentException("path=\"" + path + "\": must not be the root");
    }
    if (!files.get(node)) {
      removeBelow(node, removed);
      mark(node);
    }
    return node;
  }

  /** Removes a file, or all files below a directory. */
  void remove(String path, IntConsumer removed) {
    int node = node(path);
    if (node != NONE) {
      remove(node, removed);
    }
  }

  /** Removes the file with a number. */
  void remove(int node, IntConsumer removed) {
    removeBelow(node, removed);
    unmark(node, removed);
    prune(node);
  }

  /**
   * Renames a file or a directory as HDFS does: into the new path if it is a directory, else to it.
   * What had the new path is removed. Does nothing for a rename that HDFS refuses: of the root, of
   * a directory to a path below itself, and onto a directory above.
   */
  void rename(String from, String to, IntConsumer removed) {
    int node = node(from);
    int target = node(to);
    if (node == ROOT || node == target) {
      return;
    }
    if (node == NONE) {
      if (target != NONE && files.get(target)) {
        remove(target, removed);
      }
      return;
    }
    if (leadsThrough(to, node)) {
      return;
    }
    boolean into = target != NONE && !files.get(target);
    int newParent = into ? target : ensure(parentOf(to), removed);
    String newName = into ? names[node] : nameOf(to);
    unmark(newParent, removed);
    int replaced = child(newParent, newName);
    if (replaced != NONE) {
      if (isSameOrBelow(node, replaced)) {
        return;
      }
      removeBelow(replaced, removed);
      unmark(replaced, removed);
      unlink(replaced);
      free(replaced);
    }
    int oldParent = parents[node];
    unlink(node);
    changes[node]++;
    names[node] = newName;
    link(node, newParent);
    prune(oldParent);
  }

  /** The path of a file. */
  String path(int node) {
    StringBuilder path = new StringBuilder();
    for (int at = node; at != ROOT; at = parents[at]) {
      path.insert(0, names[at]).insert(0, '/');
    }
    return path.toString();
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(end);
    for (int node = 1; node < end; node++) {
      out.writeInt(parents[node]);
      if (used.get(node)) {
        out.writeUTF(names[node]);
        out.writeBoolean(files.get(node));
      }
    }
  }

  static FileTree read(DataInput in) throws IOException {
    int end = Growth.checked(in.readInt());
    FileTree tree = new FileTree();
    int[] parents = new int[0];
    for (int node = 1; node < end; node++) {
      if (node >= parents.length) {
        parents = Arrays.copyOf(parents, Growth.filling(parents.length, end));
      }
      parents[node] = in.readInt();
      tree.reserve(node);
      if (parents[node] != NONE) {
        tree.used.set(node);
        tree.names[node] = in.readUTF();
        if (tree.names[node].isEmpty() || tree.names[node].indexOf('/') >= 0) {
          throw Growth.damaged("a name that is empty, or has a slash");
        }
        if (in.readBoolean()) {
          tree.mark(node);
        }
      }
    }
    tree.end = Math.max(1, end);
    for (int node = 1; node < end; node++) {
      int parent = parents[node];
      if (parent == NONE) {
        continue;
      }
      if (parent < 0 || parent >= end || (parent != ROOT && parents[parent] == NONE)) {
        throw Growth.damaged("a name without a directory");
      }
      if (tree.child(parent, tree.names[node]) != NONE) {
        throw Growth.damaged("two files of the same name in a directory");
      }
      tree.link(node, parent);
    }
    tree.checkShape();
    return tree;
  }

  /**
   * Fails if directories contain each other in a circle, which would make each walk endless, or if
   * there are files below a file, or directories without one.
   */
  private void checkShape() throws IOException {
    int reached = 0;
    int at = ROOT;
    while (true) {
      if (firstChildren[at] != NONE) {
        at = firstChildren[at];
      } else {
        while (at != ROOT && nexts[at] == NONE) {
          at = parents[at];
        }
        if (at == ROOT) {
          break;
        }
        at = nexts[at];
      }
      reached++;
      if (files.get(at) != (firstChildren[at] == NONE)) {
        throw Growth.damaged("a file in a file, or a directory without files");
      }
    }
    if (reached != nodes) {
      throw Growth.damaged("directories in a circle");
    }
  }

  /** The node of a path, or {@link #NONE}. Repeated slashes count as one. */
  private int node(String path) {
    int node = ROOT;
    int start = 0;
    while (node != NONE && (start = nameStart(path, start)) < path.length()) {
      int stop = nameEnd(path, start);
      node = child(node, path, start, stop);
      start = stop;
    }
    return node;
  }

  private int ensure(String path, IntConsumer removed) {
    int node = ROOT;
    int start = 0;
    while ((start = nameStart(path, start)) < path.length()) {
      int stop = nameEnd(path, start);
      unmark(node, removed);
      int child = child(node, path, start, stop);
      if (child == NONE) {
        child = allocate();
        names[child] = path.substring(start, stop);
        link(child, node);
      }
      node = child;
      start = stop;
    }
    return node;
  }

  private static int nameStart(String path, int from) {
    int start = from;
    while (start < path.length() && path.charAt(start) == '/') {
      start++;
    }
    return start;
  }

  private static int nameEnd(String path, int start) {
    int stop = path.indexOf('/', start);
    return stop < 0 ? path.length() : stop;
  }

  private static String parentOf(String path) {
    return path.substring(0, lastNameStart(path));
  }

  private static String nameOf(String path) {
    String rest = path.substring(lastNameStart(path));
    int slash = rest.indexOf('/');
    return slash < 0 ? rest : rest.substring(0, slash);
  }

  private static int lastNameStart(String path) {
    int stop = path.length();
    while (stop > 0 && path.charAt(stop - 1) == '/') {
      stop--;
    }
    return path.lastIndexOf('/', stop - 1) + 1;
  }

  /** Whether a node is on the way to a path, or is its end. */
  private boolean leadsThrough(String path, int node) {
    int at = ROOT;
    int start = 0;
    while (at != NONE && (start = nameStart(path, start)) < path.length()) {
      int stop = nameEnd(path, start);
      at = child(at, path, start, stop);
      if (at == node) {
        return true;
      }
      start = stop;
    }
    return false;
  }

  private boolean isSameOrBelow(int node, int directory) {
    for (int at = node; at != NONE; at = at == ROOT ? NONE : parents[at]) {
      if (at == directory) {
        return true;
      }
    }
    return false;
  }

  private void mark(int node) {
    files.set(node);
    fileCount++;
  }

  private void unmark(int node, IntConsumer removed) {
    if (files.get(node)) {
      files.clear(node);
      fileCount--;
      removed.accept(node);
    }
  }

  private void removeBelow(int top, IntConsumer removed) {
    int at = top;
    while (firstChildren[top] != NONE) {
      while (firstChildren[at] != NONE) {
        at = firstChildren[at];
      }
      int parent = parents[at];
      unmark(at, removed);
      unlink(at);
      free(at);
      at = parent;
    }
  }

  /** Removes a directory without children, and those above it that become empty. */
  private void prune(int from) {
    int node = from;
    while (node != ROOT && firstChildren[node] == NONE && !files.get(node)) {
      int parent = parents[node];
      unlink(node);
      free(node);
      node = parent;
    }
  }

  private int allocate() {
    int node = used.nextClearBit(firstFree);
    firstFree = node + 1;
    end = Math.max(end, node + 1);
    reserve(node);
    used.set(node);
    return node;
  }

  private void reserve(int node) {
    if (node >= names.length) {
      int length = Growth.of(names.length, node);
      names = Arrays.copyOf(names, length);
      parents = Arrays.copyOf(parents, length);
      firstChildren = Arrays.copyOf(firstChildren, length);
      nexts = Arrays.copyOf(nexts, length);
      previouses = Arrays.copyOf(previouses, length);
      changes = Arrays.copyOf(changes, length);
    }
    reset(node);
  }

  private void reset(int node) {
    names[node] = null;
    parents[node] = NONE;
    firstChildren[node] = NONE;
    nexts[node] = NONE;
    previouses[node] = NONE;
  }

  private void free(int node) {
    reset(node);
    changes[node]++;
    used.clear(node);
    firstFree = Math.min(firstFree, node);
  }

  private void link(int node, int parent) {
    int next = firstChildren[parent];
    parents[node] = parent;
    nexts[node] = next;
    previouses[node] = NONE;
    if (next != NONE) {
      previouses[next] = node;
    }
    firstChildren[parent] = node;
    nodes++;
    if (2 * nodes > table.length) {
      table = Arrays.copyOf(table, 2 * table.length);
      Arrays.fill(table, NONE);
      for (int other = 1; other < end; other++) {
        if (parents[other] != NONE && other != node) {
          enter(other);
        }
      }
    }
    enter(node);
  }

  private void unlink(int node) {
    leave(node);
    nodes--;
    int next = nexts[node];
    int previous = previouses[node];
    if (previous == NONE) {
      firstChildren[parents[node]] = next;
    } else {
      nexts[previous] = next;
    }
    if (next != NONE) {
      previouses[next] = previous;
    }
  }

  private int child(int parent, String name) {
    return child(parent, name, 0, name.length());
  }

  /** The child whose name is a part of a path; that is not copied, as most paths are known. */
  private int child(int parent, String path, int start, int stop) {
    int slot = slot(parent, hash(path, start, stop));
    while (table[slot] != NONE) {
      int node = table[slot];
      String name = names[node];
      if (parents[node] == parent
          && name.length() == stop - start
          && path.startsWith(name, start)) {
        return node;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    return NONE;
  }

  private void enter(int node) {
    int slot = slot(parents[node], names[node].hashCode());
    while (table[slot] != NONE) {
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = node;
  }

  /** Frees the slot of a node, and moves nodes back that are behind it because it was taken. */
  private void leave(int node) {
    int mask = table.length - 1;
    int hole = slot(parents[node], names[node].hashCode());
    while (table[hole] != node) {
      hole = (hole + 1) & mask;
    }
    int at = hole;
    while (true) {
      at = (at + 1) & mask;
      int other = table[at];
      if (other == NONE) {
        break;
      }
      int wanted = slot(parents[other], names[other].hashCode());
      if (((at - wanted) & mask) >= ((at - hole) & mask)) {
        table[hole] = other;
        hole = at;
      }
    }
    table[hole] = NONE;
  }

  /** The {@link String#hashCode} of a part of a path. */
  private static int hash(String path, int start, int stop) {
    int hash = 0;
    for (int i = start; i < stop; i++) {
      hash = 31 * hash + path.charAt(i);
    }
    return hash;
  }

  private int slot(int parent, int nameHash) {
    int hash = (parent * 0x9e3779b9) ^ nameHash;
    hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    return (hash ^ (hash >>> 13)) & (table.length - 1);
  }
}
