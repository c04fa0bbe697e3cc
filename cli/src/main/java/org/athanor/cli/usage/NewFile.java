// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.usage;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A file that a user names and a command makes. */
public final class NewFile {
  private NewFile() {}

  /**
   * Checks that there is none yet, before any work is done.
   *
   * @param option that names it, as {@code --record}
   * @throws UsageException if there is, be it a link to nowhere
   */
  public static void check(String option, Path file) throws UsageException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException(option + "=" + file + ": exists already; give a new file");
    }
  }
}
