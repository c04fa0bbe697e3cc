// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.usage;

import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a user names and a command reads. */
public final class InputFile {
  private InputFile() {}

  /**
   * Checks that it can be read, before any work is done.
   *
   * @param option that names it, as {@code --rules}
   * @throws UsageException if it is missing, no file, or may not be read
   */
  public static void require(String option, Path file) throws UsageException {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          option + "=" + file + (Files.exists(file) ? ": is no file" : ": does not exist"));
    }
    if (!Files.isReadable(file)) {
      throw new UsageException(option + "=" + file + ": may not be read by this user");
    }
  }
}
