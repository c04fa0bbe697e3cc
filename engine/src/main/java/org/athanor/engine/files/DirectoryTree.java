// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * Deletes directories with their contents. Symbolic links are deleted, not followed, even if a
 * directory is replaced by a link meanwhile. An entry that does not exist any more is no error, so
 * several processes may delete the same directory.
 */
public final class DirectoryTree {
  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private DirectoryTree() {}

  /**
   * Deletes a directory, if it exists.
   *
   * @param directory absolute
   * @throws IOException if the directory or a part of it cannot be deleted
   */
  public static void delete(Path directory) throws IOException {
    try (DirectoryStream<Path> parent = Files.newDirectoryStream(directory.getParent())) {
      if (parent instanceof SecureDirectoryStream<Path> secure) {
        delete(secure, directory.getFileName());
        return;
      }
    } catch (NoSuchFileException gone) {
      return;
    }
    deleteByPath(directory);
  }

  /** Deletes the entry {@code name} of {@code parent}. */
  static void delete(SecureDirectoryStream<Path> parent, Path name) throws IOException {
    try {
      PosixFileAttributeView view =
          parent.getFileAttributeView(name, PosixFileAttributeView.class, NOFOLLOW_LINKS);
      PosixFileAttributes attributes = view.readAttributes();
      if (!attributes.isDirectory()) {
        parent.deleteFile(name);
        return;
      }
      if (!attributes.permissions().containsAll(OWNER)) {
        view.setPermissions(OWNER); // directories of an unpacked archive may lack permissions
      }
      try (SecureDirectoryStream<Path> directory =
          parent.newDirectoryStream(name, NOFOLLOW_LINKS)) {
        deleteContents(directory);
      }
      parent.deleteDirectory(name);
    } catch (NoSuchFileException gone) {
      return;
    }
  }

  /** Deletes the contents of {@code directory}. */
  static void deleteContents(SecureDirectoryStream<Path> directory) throws IOException {
    for (Path entry : directory) {
      delete(directory, entry.getFileName());
    }
  }

  private static void deleteByPath(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e)
              throws IOException {
            if (e != null) {
              throw e;
            }
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
