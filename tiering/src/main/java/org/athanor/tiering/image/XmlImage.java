// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads what {@code hdfs oiv -p XML} writes. The file is read twice: first for the directories, as
 * they come after the inodes in it, then for the files, which are not kept. Memory: about 50 bytes
 * an inode and 120 bytes, with the name, a directory.
 *
 * <p>Inodes that only snapshots have, and symbolic links, are left out. Checked with Hadoop 3.3.6,
 * 3.4.2 and 3.5.0.
 */
public final class XmlImage {
  private static final String STORAGE_POLICY = "hsm.block.storage.policy.id";

  private final Path file;

  /** Reads nothing yet. */
  public XmlImage(Path file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  /**
   * Reads the whole file, which must not change meanwhile.
   *
   * @throws ImageException if it is not as it should be; files before that have been visited
   * @throws IOException if the file cannot be read
   */
  public void read(ImageVisitor visitor) throws IOException {
    XmlTree tree;
    try (InputStream in = new CarriageReturns(Files.newInputStream(file))) {
      tree = XmlTree.read(enter(in));
    }
    try (InputStream in = new CarriageReturns(Files.newInputStream(file))) {
      XmlCursor cursor = enter(in);
      for (String section = cursor.next(); section != null; section = cursor.next()) {
        if (section.equals("INodeSection")) {
          readInodes(cursor, tree, visitor);
          return;
        }
        cursor.skip();
      }
      throw cursor.problem("there is no <INodeSection>");
    }
  }

  private XmlCursor enter(InputStream in) throws ImageException {
    XmlCursor cursor = new XmlCursor(file, in);
    String root = cursor.next();
    if (!"fsimage".equals(root)) {
      throw cursor.problem("<" + root + "> instead of <fsimage>: not an image by 'oiv -p XML'");
    }
    return cursor;
  }

  private static void readInodes(XmlCursor cursor, XmlTree tree, ImageVisitor visitor)
      throws ImageException {
    for (String name = cursor.next(); name != null; name = cursor.next()) {
      if (name.equals("inode")) {
        Inode inode = Inode.read(cursor);
        Optional<XmlTree.Location> location = tree.locationOf(inode.id, cursor);
        try {
          if (XmlTree.isRoot(inode.id)) {
            visitor.directory(inode.directory("/"));
          } else if (location.isPresent()) {
            inode.visit(location.get(), tree, visitor);
          }
        } catch (IllegalArgumentException e) {
          throw cursor.problem(e.getMessage());
        }
      } else {
        cursor.skip();
      }
    }
  }

  /** What the image has of an inode. */
  private static final class Inode {
    private long id;
    private String type = "";
    private String name = "";
    private int replication;
    private long modified;
    private long accessed;
    private long blockBytes;
    private long bytes;
    private int blocks;
    private int policy = FileRecord.INHERITED;
    private boolean coded;
    private boolean underConstruction;

    static Inode read(XmlCursor cursor) throws ImageException {
      Inode inode = new Inode();
      for (String field = cursor.next(); field != null; field = cursor.next()) {
        switch (field) {
          case "id" -> inode.id = cursor.id();
          case "type" -> inode.type = cursor.text();
          case "name" -> inode.name = cursor.name();
          case "replication" -> inode.replication = (int) cursor.number(0, Short.MAX_VALUE);
          case "mtime" -> inode.modified = cursor.number(0, Long.MAX_VALUE);
          case "atime" -> inode.accessed = cursor.number(0, Long.MAX_VALUE);
          // The second is how Hadoop 2 spells it.
          case "preferredBlockSize", "perferredBlockSize" ->
              inode.blockBytes = cursor.number(0, Long.MAX_VALUE);
          case "blocks" -> inode.readBlocks(cursor);
          case "storagePolicyId" -> inode.policy = (int) cursor.number(0, 255);
          case "erasureCodingPolicyId" -> {
            inode.coded = true;
            cursor.skip();
          }
          case "blockType" -> inode.coded |= cursor.text().equals("STRIPED");
          case "file-under-construction" -> {
            inode.underConstruction = true;
            cursor.skip();
          }
          case "xattrs" -> inode.readAttributes(cursor);
          default -> cursor.skip();
        }
      }
      if (inode.id == 0) {
        throw cursor.problem("<inode> without <id>");
      }
      return inode;
    }

    private void readBlocks(XmlCursor cursor) throws ImageException {
      for (String block = cursor.next(); block != null; block = cursor.next()) {
        blocks++;
        for (String field = cursor.next(); field != null; field = cursor.next()) {
          if (field.equals("numBytes")) {
            bytes += cursor.number(0, Long.MAX_VALUE - bytes);
          } else {
            cursor.skip();
          }
        }
      }
    }

    private void readAttributes(XmlCursor cursor) throws ImageException {
      for (String xattr = cursor.next(); xattr != null; xattr = cursor.next()) {
        String space = "";
        String key = "";
        String value = "";
        for (String field = cursor.next(); field != null; field = cursor.next()) {
          switch (field) {
            case "ns" -> space = cursor.text();
            case "name" -> key = cursor.name();
            case "val" -> value = cursor.name();
            default -> cursor.skip();
          }
        }
        // The number is the value's only byte, which the image has as a character.
        if (space.equals("SYSTEM") && key.equals(STORAGE_POLICY) && value.length() == 1) {
          policy = value.charAt(0);
        }
      }
    }

    DirectoryRecord directory(String path) {
      return new DirectoryRecord(path, id, Instant.ofEpochMilli(modified), policy);
    }

    void visit(XmlTree.Location location, XmlTree tree, ImageVisitor visitor) {
      XmlTree.checkName(id, name);
      String path = location.prefix() + name;
      switch (type) {
        case "FILE" -> visitor.file(file(path, snapshots(location, tree)));
        case "DIRECTORY" -> visitor.directory(directory(path));
        case "SYMLINK" -> {}
        default -> throw new IllegalArgumentException("inode " + id + " has type '" + type + "'");
      }
    }

    private SnapshotState snapshots(XmlTree.Location location, XmlTree tree) {
      if (tree.isChanged(id)) {
        return SnapshotState.CHANGED;
      }
      return location.isHeld() ? SnapshotState.HELD : SnapshotState.NONE;
    }

    private FileRecord file(String path, SnapshotState snapshots) {
      return new FileRecord(
          path,
          id,
          bytes,
          blocks,
          blockBytes,
          coded ? 1 : replication,
          Instant.ofEpochMilli(modified),
          Instant.ofEpochMilli(accessed),
          policy,
          coded,
          Knowledge.of(underConstruction),
          snapshots);
    }
  }
}
