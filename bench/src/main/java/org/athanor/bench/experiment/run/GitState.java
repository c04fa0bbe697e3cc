// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.results.Results.ProjectInfo;

/** The state of a Git working tree, as the command {@code git} says it. */
final class GitState {
  private static final Pattern STATE = Pattern.compile("([0-9a-f]{40,64})(-dirty)?");

  /** A large tree on a slow disk needs some time to be compared. */
  private static final int SECONDS = 60;

  /** The most bytes that are read of each stream; an answer has far less. */
  private static final int MOST = 1000;

  private GitState() {}

  /**
   * Reads the state; changes nothing.
   *
   * @throws IOException if the directory is in no Git working tree, or Git cannot be run; one line
   */
  static ProjectInfo of(Path directory) throws IOException, InterruptedException {
    if (!Files.isDirectory(directory)) {
      throw new IOException("no such directory");
    }
    List<String> command =
        List.of(
            "git",
            "-C",
            directory.toString(),
            "describe",
            "--always",
            "--dirty",
            "--abbrev=64",
            "--exclude=*");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("GIT_OPTIONAL_LOCKS", "0");
    Process git;
    try {
      git = builder.start();
    } catch (IOException absent) {
      throw new IOException("git cannot be run: install it, or leave the option out", absent);
    }
    try {
      git.getOutputStream().close();
      if (!git.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("git has not answered within " + SECONDS + " s");
      }
      // Git may warn on the other stream, and still answer.
      String answer = text(git.getInputStream());
      Matcher state = STATE.matcher(answer);
      if (git.exitValue() != 0 || !state.matches()) {
        throw new IOException(
            "must be in a Git working tree with a commit; git says: "
                + (text(git.getErrorStream()) + "\n" + answer)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("nothing"));
      }
      return new ProjectInfo(state.group(1), state.group(2) != null);
    } finally {
      git.destroyForcibly();
    }
  }

  private static String text(InputStream stream) throws IOException {
    return new String(stream.readNBytes(MOST), UTF_8).strip();
  }
}
