// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.cli.usage.UsageException;

/**
 * A job that is submitted with a batch system's own command.
 *
 * @param system to which it is submitted
 * @param path directories of commands, as in the variable {@code PATH}
 * @param script absolute name of its script
 * @param text of the script
 */
record BatchJob(BatchSystem system, String path, Path script, String text) {

  /**
   * Writes the script and submits it. The output of the command that does so is this process's.
   *
   * @return the exit status of that command
   * @throws UsageException if there is no such command, or the script would replace a file that is
   *     none
   */
  int submit() throws IOException, InterruptedException, UsageException {
    Path command =
        system
            .command(path)
            .orElseThrow(
                () ->
                    new UsageException(
                        "there is no "
                            + system.submit()
                            + " in PATH, with which "
                            + system.id()
                            + " takes jobs; submit from a login node, or use --dry-run"));
    // Any bytes are characters of ISO 8859-1, so a file of whatever encoding can be examined.
    if (Files.exists(script)
        && !Files.readString(script, StandardCharsets.ISO_8859_1).contains(BatchScript.SIGN)) {
      throw new UsageException(script + ": is not a script of athanor bench submit; move it away");
    }
    Files.writeString(script, text);
    return new ProcessBuilder(command.toString(), script.toString()).inheritIO().start().waitFor();
  }
}
