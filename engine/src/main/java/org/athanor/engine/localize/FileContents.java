// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Compares the contents of files and directories. */
final class FileContents {
  private FileContents() {}

  /**
   * Returns whether both are files with the same bytes, or directories with the same names and
   * contents. Symbolic links are followed. A file that cannot be read counts as different.
   */
  static boolean same(Path one, Path other) {
    try {
      return Files.exists(one) && Files.exists(other) && sameExisting(one, other);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean sameExisting(Path one, Path other) throws IOException {
    if (Files.isSameFile(one, other)) {
      return true;
    }
    if (Files.isDirectory(one) && Files.isDirectory(other)) {
      Set<Path> names = names(one);
      if (!names.equals(names(other))) {
        return false;
      }
      for (Path name : names) {
        if (!sameExisting(one.resolve(name), other.resolve(name))) {
          return false;
        }
      }
      return true;
    }
    return Files.isRegularFile(one)
        && Files.isRegularFile(other)
        && Files.size(one) == Files.size(other)
        && Files.mismatch(one, other) == -1;
  }

  private static Set<Path> names(Path directory) throws IOException {
    Set<Path> names = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        names.add(entry.getFileName());
      }
    }
    return names;
  }
}
