// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another real user of this machine, {@code nobody}. Needs root and util-linux. */
public final class TestUser {
  private TestUser() {}

  public static void assumePossible() throws Exception {
    boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    assumeTrue(root, "needs root: commands of another user");
    assumeTrue(run("true").status() == 0, "needs the user nobody, and setpriv of util-linux");
  }

  /** Runs a command as the other user; its errors are in its output. */
  public static CommandResult run(String... command) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"));
    line.addAll(List.of(command));
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return new CommandResult(process.waitFor(), output, "");
  }

  /**
   * What the other user can read of a tree: files and directories below it that can be opened.
   * Empty if it cannot even be looked at.
   */
  public static List<String> readable(Path tree) throws IOException, InterruptedException {
    return run("find", tree.toString(), "-mindepth", "1", "-readable")
        .output()
        .lines()
        .filter(line -> line.startsWith("/"))
        .toList();
  }
}
