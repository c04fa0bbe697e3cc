// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.athanor.cluster.DirectoryTree;
import org.athanor.cluster.Nodes;
import org.athanor.results.Outcome;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The master is reached over SSH and does not have the runner's files: its SSH server runs in a
 * mount namespace where the runner's directory is empty. Needs root and package openssh-server.
 */
class RemoteMasterTest {
  private static final String BOOT =
      "mount -t tmpfs none \"$1\" && mount --bind \"$2\" /usr/bin/date && shift 2"
          + " && exec /usr/sbin/sshd \"$@\"";

  @TempDir private Path directory;
  @TempDir private Path keys;
  private int port;
  private Process server;

  @BeforeEach
  void startServer() throws Exception {
    boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    assumeTrue(root, "needs root: a mount namespace");
    boolean sshd = Files.isExecutable(Path.of("/usr/sbin/sshd"));
    assumeTrue(sshd, "needs /usr/sbin/sshd: package openssh-server");
    Files.createDirectories(Path.of("/run/sshd"));
    for (String key : List.of("host", "user")) {
      run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", keys.resolve(key).toString());
    }
    String hostKey = Files.readString(keys.resolve("host.pub"));
    Files.writeString(keys.resolve("known_hosts"), "* " + hostKey);
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    List<String> line = new ArrayList<>(List.of("unshare", "--mount", "sh", "-c", BOOT, "sh"));
    line.add(directory.toString());
    Path real = Files.copy(Path.of("/usr/bin/date"), keys.resolve("date"));
    // All namespaces share the clock, so a command date that is 5 s ahead replaces the real one.
    String date = String.format("#!/bin/sh\necho $(($(%s \"$@\") + 5000000000))\n", real);
    Path early = Files.writeString(keys.resolve("early"), date);
    assertThat(early.toFile().setExecutable(true)).isTrue();
    line.add(early.toString());
    line.addAll(List.of("-D", "-e", "-f", "/dev/null", "-p", "" + port));
    line.addAll(List.of("-h", keys.resolve("host").toString()));
    for (String option :
        List.of(
            "ListenAddress=127.0.0.1",
            "AuthorizedKeysFile=" + keys.resolve("user.pub"),
            "StrictModes=no",
            "UsePAM=no",
            "PasswordAuthentication=no",
            "PidFile=none")) {
      line.addAll(List.of("-o", option));
    }
    server =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(keys.resolve("log").toFile())
            .start();
    awaitBanner();
  }

  private void awaitBanner() throws IOException {
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        assertThat(socket.getInputStream().read()).isEqualTo('S');
        return;
      } catch (IOException notYet) {
        if (!server.isAlive()) {
          throw new IOException(Files.readString(keys.resolve("log")), notYet);
        }
      }
    }
  }

  @AfterEach
  void stopServer() throws Exception {
    if (server != null) {
      server.destroy();
      server.waitFor();
    }
  }

  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private String options() {
    return String.format(
        "-F /dev/null -o IdentityFile=%s -o IdentitiesOnly=yes -o UserKnownHostsFile=%s",
        keys.resolve("user"), keys.resolve("known_hosts"));
  }

  /** Runs the experiment and returns what the runner prints. */
  private List<String> runExperiment() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RunnerMain.class.getName(),
                directory.toString(),
                "run")
            .redirectErrorStream(true);
    builder.environment().put(Nodes.SSH_OPTIONS, options());
    Process process = builder.start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertThat(process.waitFor()).as(lines.toString()).isBetween(0, 1);
    return lines;
  }

  private String remotely(String command) throws Exception {
    List<String> line = new ArrayList<>(List.of("ssh"));
    line.addAll(List.of(options().split(" ", -1)));
    line.addAll(List.of("-p", "" + port, "127.0.0.1", command));
    return run(line.toArray(String[]::new));
  }

  @Test
  @Tag("long")
  void runsThisBuildOfAthanorOnTheMasterAndLeavesNothing() throws Exception {
    Path launcher = directory.resolve("athanor");
    Files.writeString(launcher, "#!/bin/sh\ncat \"$(dirname \"$0\")/lib/engine/engine.jar\"\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Path jar = directory.resolve("lib/engine/engine.jar");
    Files.createDirectories(jar.getParent());
    assertThat(remotely("ls -A " + directory)).as("files of the runner on the master").isEmpty();

    for (String build : List.of("one", "two")) {
      // Both builds have the same length, as builds of one version may have.
      Files.writeString(jar, "build " + build);
      DirectoryTree.delete(directory.resolve("results"));
      new ScriptedFacilities(directory, line -> {})
          .file(
              String.format(
                  Locale.ROOT,
                  """
                  nodes: ["127.0.0.1:%d"]
                  frameworks:
                    - alpha: {settings: {client: 'echo now $(date +%%s%%N); mkdir "$1";
                        "$3" > "$1/part-0"'}}
                    - beta: {settings: {client: '[ "$("$3")" = "build %s" ] && mkdir "$1" &&
                        echo right > "$1/part-0"'}}
                  workloads:
                    - count:
                        hooks:
                          environment: {STORE: sesame-81}
                          prepare: 'test ${#STORE} = 9 && test -z "$(cat)" &&
                            ! grep -q sesam[e]-81 /proc/[0-9]*/cmdline 2>/dev/null'
                  repetitions: 1
                  warmup: 0
                  """,
                  port,
                  build));
      List<String> lines = runExperiment();
      assertThat(ResultsFile.read(directory.resolve("results")).trials())
          .as(lines.toString())
          .extracting(TrialResult::outcome)
          .containsExactlyInAnyOrder(Outcome.WRONG_OUTPUT, Outcome.VERIFIED);
      assertThat(lines)
          .filteredOn(line -> line.startsWith("warning"))
          .singleElement()
          .asString()
          .matches(
              "warning the clock of 127.0.0.1-\\d+ is [45]\\.\\d s ahead of this machine's; phases"
                  + " are corrected; synchronise the clocks, for example with NTP");
      assertThat(ResultsFile.read(directory.resolve("results")).trials())
          .flatExtracting(TrialResult::phases)
          .filteredOn(phase -> phase.name().equals("now"))
          .singleElement()
          .satisfies(phase -> assertThat(phase.startSeconds()).isBetween(-0.5, 3.0));
      assertThat(LeftoverProcesses.of(directory)).isEmpty();
      assertThat(remotely("ls -A " + directory.resolve("work"))).isEmpty();
      assertThat(directory.resolve("work")).isEmptyDirectory();
    }
    try (Stream<Path> copies = Files.list(directory.resolve("cache"))) {
      assertThat(copies).hasSize(2).allMatch(Files::isDirectory);
    }
  }
}
