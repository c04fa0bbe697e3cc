// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.Principal;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's raw local file system, with permissions set and read by the JDK. Without its native
 * library, Hadoop would start a process for each of them. If files have no Unix permissions,
 * nothing is changed. Thread-safe.
 */
public class ProcessFreeFileSystem extends RawLocalFileSystem {
  /** The bits of Hadoop's permissions: those of user, group and others, and the sticky bit. */
  private static final int MODE_BITS = 01777;

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    java.nio.file.Path file = pathToFile(path).toPath();
    if (!hasMode(file)) {
      super.setPermission(path, permission);
      return;
    }
    try {
      Files.setAttribute(file, "unix:mode", permission.toShort() & MODE_BITS);
    } catch (NoSuchFileException e) {
      throw notFound(path, e);
    }
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path); // loads owner and permission lazily
    java.nio.file.Path file = pathToFile(path).toPath();
    if (!hasMode(file)) {
      return status;
    }
    try {
      Map<String, Object> attributes = Files.readAttributes(file, "unix:mode,owner,group");
      return new FileStatus(
          status.getLen(),
          status.isDirectory(),
          status.getReplication(),
          status.getBlockSize(),
          status.getModificationTime(),
          status.getAccessTime(),
          new FsPermission((short) ((int) attributes.get("mode") & MODE_BITS)),
          ((Principal) attributes.get("owner")).getName(),
          ((Principal) attributes.get("group")).getName(),
          status.getPath());
    } catch (NoSuchFileException e) {
      throw notFound(path, e);
    }
  }

  /** Opens {@code file} for a reader of local files. */
  protected Window window(File file) throws IOException {
    return new FileWindow(file);
  }

  /** Returns the statistics of this file system. */
  final Statistics statistics() {
    return statistics;
  }

  private static boolean hasMode(java.nio.file.Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  /**
   * Returns the exception that Hadoop throws: code that lists a directory catches it for files that
   * have been deleted meanwhile.
   */
  private static FileNotFoundException notFound(Path path, NoSuchFileException cause) {
    FileNotFoundException e = new FileNotFoundException("File " + path + " does not exist");
    e.initCause(cause);
    return e;
  }
}
