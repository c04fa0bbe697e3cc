// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A host for tests: namespaces of this machine with their own processes and host name and, on
 * request, their own directories. Needs root and util-linux.
 */
public final class TestHost implements AutoCloseable {
  private static final String BOOT =
      """
      hostname "$1"
      shift
      for hidden; do mount -t tmpfs none "$hidden" || exit; done
      echo up
      # A shell that waits takes notice of the end of orphans, too.
      sleep 100000 &
      wait
      """;

  private final String name;
  private final Process process;
  private final long init;

  private TestHost(String name, Process process, long init) {
    this.name = name;
    this.process = process;
    this.init = init;
  }

  public static void assumePossible() throws Exception {
    boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    assumeTrue(root, "needs root: process and mount namespaces");
    int status =
        new ProcessBuilder("unshare", "--pid", "--mount", "--uts", "--fork", "true")
            .start()
            .waitFor();
    assumeTrue(status == 0, "needs process and mount namespaces, and unshare of util-linux");
  }

  /**
   * Starts a host.
   *
   * @param hidden directories of which the host has its own, empty at first
   */
  public static TestHost start(String name, List<Path> hidden) throws IOException {
    List<String> line =
        new ArrayList<>(List.of("unshare", "--pid", "--mount", "--uts", "--fork", "--kill-child"));
    line.addAll(List.of("--mount-proc", "sh", "-c", BOOT, "sh", name));
    hidden.forEach(directory -> line.add(directory.toString()));
    Process process =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = process.inputReader(UTF_8);
    assertThat(output.readLine()).isEqualTo("up");
    long init = process.children().findFirst().orElseThrow().pid();
    return new TestHost(name, process, init);
  }

  /** Returns the host as a node that needs no network. */
  public Node node() {
    return new HostNode(name, init, Optional.empty());
  }

  /**
   * Like {@link #node()}, with a specification by which other processes reach it, such as by ssh.
   */
  public Node node(String specification) {
    return new HostNode(name, init, Optional.of(specification));
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  private static final class HostNode extends ShellNode {
    private final String name;
    private final long init;
    private final Optional<String> specification;

    HostNode(String name, long init, Optional<String> specification) {
      this.name = name;
      this.init = init;
      this.specification = specification;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String specification() {
      return specification.orElse(name);
    }

    @Override
    public String address() {
      return LocalNode.NAME;
    }

    @Override
    ProcessBuilder launcher(List<String> command) {
      List<String> line = new ArrayList<>(List.of("setsid", "nsenter"));
      line.addAll(List.of("--target", "" + init, "--pid", "--mount", "--uts", "--wd=/", "--"));
      line.addAll(command);
      return LocalNode.withLoginEnvironment(line);
    }

    @Override
    String failure(int status, String errors) {
      return "ended with status " + status + ": " + errors;
    }

    @Override
    String rangeOfEnd() {
      return "all";
    }

    @Override
    public boolean hasFilesOfThisMachine() {
      return false;
    }
  }
}
