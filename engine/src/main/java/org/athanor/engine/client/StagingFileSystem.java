// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The local file system for submitters, under the name {@value #SCHEME}. Without Hadoop's native
 * library the usual one starts a process for every permission it sets or reads, some twenty for a
 * submission; this one asks the JDK. It writes no checksum files. In everything else, its URI
 * included, it is the local file system, since old output formats and {@code JobClient.getFs} get
 * it from Hadoop.
 */
public final class StagingFileSystem extends RawLocalFileSystem {
  static final String SCHEME = "athanor-staging";
  private static final String CLASS_KEY = "fs." + SCHEME + ".impl";

  /** Lets {@code conf} resolve paths of this scheme. */
  static void registerIn(Configuration conf) {
    conf.setClass(CLASS_KEY, StagingFileSystem.class, org.apache.hadoop.fs.FileSystem.class);
  }

  /** The path for submitters to the local file or directory {@code local}. */
  static Path forSubmitters(Path local) {
    return new Path(SCHEME, null, local.toUri().getPath());
  }

  /** {@code text} with every path of this scheme as what it is to everybody else, a local one. */
  static String asLocal(String text) {
    return text.replace(SCHEME + ":", "file:");
  }

  /** Counts what it does as local, or jobs would have counters of this scheme. */
  @Override
  public void initialize(URI name, Configuration conf) throws IOException {
    super.initialize(getUri(), conf);
  }

  @Override
  protected void checkPath(Path path) {
    if (!SCHEME.equals(path.toUri().getScheme())) {
      super.checkPath(path);
    }
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    PosixFileAttributeView posix = posix(path);
    if (posix == null) {
      super.setPermission(path, permission);
      return;
    }
    posix.setPermissions(toPosix(permission.toShort()));
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
        new FsPermission(fromPosix(attributes.permissions())),
        attributes.owner().getName(),
        attributes.group().getName(),
        status.getPath());
  }

  private PosixFileAttributeView posix(Path path) {
    return Files.getFileAttributeView(pathToFile(path).toPath(), PosixFileAttributeView.class);
  }

  /** Bits as of chmod, of which those above 0777 are left out. */
  private static Set<PosixFilePermission> toPosix(int mode) {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (PosixFilePermission permission : PosixFilePermission.values()) {
      if ((mode & bit(permission)) != 0) {
        permissions.add(permission);
      }
    }
    return permissions;
  }

  private static short fromPosix(Set<PosixFilePermission> permissions) {
    int mode = 0;
    for (PosixFilePermission permission : permissions) {
      mode |= bit(permission);
    }
    return (short) mode;
  }

  /** The enum's order is that of the bits, from the owner's read permission down. */
  private static int bit(PosixFilePermission permission) {
    return 0400 >> permission.ordinal();
  }
}
