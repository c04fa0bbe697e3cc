// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.athanor.cluster.Reason;

/** A file with a password, which only its owner may read. The password is its first line. */
final class SecretFile {
  private static final int MOST_BYTES = 4096;

  private SecretFile() {}

  /**
   * Reads the password.
   *
   * @throws PowerException if there is none, or if others than the file's owner may read or write
   *     it
   */
  static String read(Path file) throws PowerException {
    try {
      if (!Files.isRegularFile(file)) {
        throw new PowerException(
            "the secret's file " + file + " " + (Files.exists(file) ? "is no file" : "is missing"));
      }
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
      if (rights.stream().anyMatch(right -> !right.name().startsWith("OWNER_"))) {
        throw new PowerException(
            "the secret's file "
                + file
                + " has the rights "
                + PosixFilePermissions.toString(rights)
                + ", so others may know the secret: change it, and run chmod 600 "
                + file);
      }
      String secret =
          Files.size(file) > MOST_BYTES
              ? ""
              : Files.readString(file).lines().findFirst().orElse("");
      if (secret.isBlank()) {
        throw new PowerException(
            "the secret's file " + file + " must have the password in its first line");
      }
      return secret;
    } catch (PowerException known) {
      throw known;
    } catch (IOException unreadable) {
      throw new PowerException("the secret's file " + file + ": " + Reason.of(unreadable));
    }
  }
}
