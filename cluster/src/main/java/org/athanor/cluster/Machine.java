// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;

/**
 * Identifies this machine by a random id, made once for each user. It is in a file on this
 * machine's own disk, because several machines may share home directories. A host name does not
 * identify a machine: two containers or two hosts may have the same.
 */
final class Machine {
  private static final Path LOCAL = Path.of("/var/tmp");

  private Machine() {}

  /**
   * The id of this machine.
   *
   * @throws IOException if it cannot be stored; the message is one line with the remedy
   */
  static String id() throws IOException {
    return idIn(LOCAL, System.getProperty("user.name"));
  }

  /**
   * @param local a directory that only this machine has
   */
  static String idIn(Path local, String user) throws IOException {
    Path directory = local.resolve("athanor-" + user.replaceAll("[^A-Za-z0-9._-]", "_"));
    try {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException there) {
      UserPrincipal owner = Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS);
      if (!owner.equals(Files.getOwner(Path.of("/proc/self")))) {
        throw new IOException(
            directory + ": belongs to " + owner.getName() + ", must be yours: have it removed");
      }
    }
    return RandomId.keptIn(directory.resolve("machine"));
  }
}
