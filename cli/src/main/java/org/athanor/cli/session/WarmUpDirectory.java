// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Where an engine runs its first jobs. The engine deletes it after them; its keeper does if the
 * engine has ended before.
 */
public final class WarmUpDirectory {
  private static final String PREFIX = "warm-up-";

  private WarmUpDirectory() {}

  /** Returns the path of an engine's; it need not exist. */
  public static Path of(SessionPlace place, long process) {
    return place.directory().resolve(PREFIX + process);
  }

  /** Deletes those of all engines, none of which may run. What cannot be deleted is logged. */
  static void deleteAll(SessionPlace place) {
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(place.directory(), PREFIX.concat("*"))) {
      all.forEach(WarmUpDirectory::delete);
    } catch (IOException e) {
      SessionLog.say("files of former engines are left: " + e.getMessage());
    }
  }

  /** Deletes one with all that is in it, if it exists. What cannot be deleted is logged. */
  public static void delete(Path directory) {
    try {
      Files.walkFileTree(directory, new Deletion());
    } catch (IOException e) {
      SessionLog.say(directory + " is left: " + e.getMessage());
    }
  }

  /** Does not mind what another process deletes meanwhile. Does not follow links. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, IOException failure)
        throws IOException {
      Files.deleteIfExists(visited);
      return FileVisitResult.CONTINUE;
    }
  }
}
