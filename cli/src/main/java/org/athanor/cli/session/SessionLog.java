// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;

/**
 * What the processes of a session say about themselves: lines in the session's log. Thread-safe.
 */
public final class SessionLog {
  private static volatile Path file = Path.of("/dev/stderr");

  private SessionLog() {}

  /** Sets the file, for all later lines. */
  public static void open(Path log) {
    file = log;
  }

  /** Removes the lines of a former session. */
  static void clear() throws IOException {
    Files.write(file, new byte[0]);
  }

  /** Adds a line. */
  public static void say(String line) {
    String text =
        LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS)
            + " "
            + line
            + "\n";
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      // There is nowhere to say it: the session goes on without its log.
      return;
    }
  }
}
