// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A real OpenSSH server on a node, with its own keys. Needs the package openssh-server. */
public final class TestSshd {
  private static final Duration SOON = Duration.ofSeconds(20);

  private final Path directory;
  private final NodeProcess process;
  private final int port;

  private TestSshd(Path directory, NodeProcess process, int port) {
    this.directory = directory;
    this.process = process;
    this.port = port;
  }

  public static void assumeInstalled() {
    boolean there = Files.isExecutable(Path.of("/usr/sbin/sshd"));
    assumeTrue(there, "needs /usr/sbin/sshd: package openssh-server");
  }

  /** On the loopback interface of this machine. */
  static TestSshd onLoopback(Path directory, String... more) throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    TestSshd sshd = start(directory, Nodes.localhost(), "127.0.0.1", port, more);
    sshd.awaitBanner();
    return sshd;
  }

  /**
   * @param directory for keys, which are made once
   * @param more options of the server
   */
  public static TestSshd start(Path directory, Node node, String address, int port, String... more)
      throws Exception {
    Mark mark = new Mark("sshd");
    if (!Files.exists(directory.resolve("user"))) {
      for (String key : List.of("host", "user", "other")) {
        String file = directory.resolve(key).toString();
        run(mark, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", key, "-f", file);
      }
      Files.copy(directory.resolve("user.pub"), directory.resolve("authorized_keys"));
    }
    String hostKey = Files.readString(directory.resolve("host.pub"));
    Files.writeString(directory.resolve("known_hosts"), "* " + hostKey);
    Path privileges = Path.of("/run/sshd");
    if (Files.isWritable(privileges.getParent())) {
      Files.createDirectories(privileges);
    }
    List<String> line =
        new ArrayList<>(
            List.of(
                "/usr/sbin/sshd",
                "-D",
                "-e",
                "-f",
                "/dev/null",
                "-p",
                Integer.toString(port),
                "-h",
                directory.resolve("host").toString(),
                "-o",
                "ListenAddress=" + address,
                "-o",
                "AuthorizedKeysFile=" + directory.resolve("authorized_keys"),
                "-o",
                "StrictModes=no",
                "-o",
                "UsePAM=no",
                "-o",
                "PasswordAuthentication=no",
                "-o",
                "PidFile=none"));
    for (String option : more) {
      line.addAll(List.of("-o", option));
    }
    Command command =
        Command.of(line).loggedTo(directory.resolve(node.name() + "-sshd.log").toString());
    NodeProcess process = node.start(mark, command);
    return new TestSshd(directory, process, port);
  }

  private void awaitBanner() throws Exception {
    long deadline = System.nanoTime() + SOON.toNanos();
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        InputStream in = socket.getInputStream();
        assertThat(in.read()).isEqualTo('S');
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }

  public SshNode node(String host, Optional<NamespaceNode> from, String... more) {
    return new SshNode(Optional.empty(), host, OptionalInt.of(port), from, options(more));
  }

  /** The host seen from a network namespace. */
  public SshNode nodeSeenFrom(String namespace, String host) {
    return node(host, Optional.of(new NamespaceNode(namespace)));
  }

  /** Options come first: ssh takes the first value of each. */
  List<String> options(String... more) {
    List<String> options = new ArrayList<>(List.of("-F", "/dev/null"));
    for (String option : more) {
      options.addAll(List.of("-o", option));
    }
    options.addAll(
        List.of(
            "-o",
            "IdentityFile=" + directory.resolve("user"),
            "-o",
            "IdentitiesOnly=yes",
            "-o",
            "StrictHostKeyChecking=yes",
            "-o",
            "UserKnownHostsFile=" + directory.resolve("known_hosts")));
    return options;
  }

  Path directory() {
    return directory;
  }

  int port() {
    return port;
  }

  private static void run(Mark mark, String... command) throws Exception {
    CommandResult result = Nodes.localhost().run(mark, Command.of(command), SOON);
    assertThat(result.status()).as(result.errors()).isZero();
  }

  /** Stops the server by its process id: sshd overwrites its environment, and so its mark. */
  public void stop() throws Exception {
    process.end(SOON);
  }
}
