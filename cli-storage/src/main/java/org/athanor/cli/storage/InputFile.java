// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.cli.usage.UsageException;

/** Checks files that a command reads, before it does anything. */
final class InputFile {
  private InputFile() {}

  static void require(String option, Path file) throws UsageException {
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          option + "=" + file + (Files.exists(file) ? ": is no file" : ": does not exist"));
    }
    if (!Files.isReadable(file)) {
      throw new UsageException(option + "=" + file + ": may not be read by this user");
    }
  }
}
