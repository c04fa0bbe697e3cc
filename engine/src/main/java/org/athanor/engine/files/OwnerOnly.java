// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Permissions for the owner only, as attributes for the creation of a file or directory, so that
 * others can access it at no time. There are none on a file system without Unix permissions.
 */
public final class OwnerOnly {
  private static final FileAttribute<?>[] NONE = {};
  private static final FileAttribute<?>[] DIRECTORY = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
  };
  private static final FileAttribute<?>[] FILE = {
    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
  };

  private OwnerOnly() {}

  /** Returns the attributes for the creation of the directory {@code path}. */
  public static FileAttribute<?>[] directory(Path path) {
    return isPosix(path) ? DIRECTORY.clone() : NONE;
  }

  /** Returns the attributes for the creation of the file {@code path}. */
  public static FileAttribute<?>[] file(Path path) {
    return isPosix(path) ? FILE.clone() : NONE;
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
