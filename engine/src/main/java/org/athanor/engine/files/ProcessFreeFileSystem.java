// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's raw local file system, which without Hadoop's native library starts a process for every
 * permission it sets or reads; this one asks the JDK. The same in everything else. Where files have
 * no POSIX permissions it is Hadoop's own. Thread-safe.
 */
public class ProcessFreeFileSystem extends RawLocalFileSystem {
  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    PosixFileAttributeView posix = posix(path);
    if (posix == null) {
      super.setPermission(path, permission);
      return;
    }
    // Bits above 0777 (sticky) have no meaning on files that jobs write.
    FsPermission plain = new FsPermission((short) (permission.toShort() & 0777));
    posix.setPermissions(PosixFilePermissions.fromString(plain.toString()));
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path); // reads owner and permission only when asked
    PosixFileAttributeView posix = posix(path);
    if (posix == null) {
      return status;
    }
    PosixFileAttributes attributes = posix.readAttributes();
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getAccessTime(),
        FsPermission.valueOf("-" + PosixFilePermissions.toString(attributes.permissions())),
        attributes.owner().getName(),
        attributes.group().getName(),
        status.getPath());
  }

  /** What this file system counts. */
  final Statistics statistics() {
    return statistics;
  }

  private PosixFileAttributeView posix(Path path) {
    return Files.getFileAttributeView(pathToFile(path).toPath(), PosixFileAttributeView.class);
  }
}
