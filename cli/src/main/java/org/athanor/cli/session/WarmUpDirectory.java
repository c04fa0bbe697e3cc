// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.engine.files.DirectoryTree;

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
      DirectoryTree.delete(directory);
    } catch (IOException e) {
      SessionLog.say(directory + " is left: " + e.getMessage());
    }
  }
}
