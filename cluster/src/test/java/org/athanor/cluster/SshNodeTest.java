// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshNodeTest extends NodeContract {
  private static final Mark MARK = new Mark("ssh-test");

  @TempDir static Path keys;
  private static TestSshd sshd;
  private static SshNode node;

  @BeforeAll
  static void startServer() throws Exception {
    TestSshd.assumeInstalled();
    sshd = TestSshd.onLoopback(keys);
    node = sshd.node("127.0.0.1", Optional.empty());
  }

  @AfterAll
  static void stopServer() throws Exception {
    if (sshd != null) {
      node.close();
      sshd.stop();
    }
  }

  @Override
  Node node() {
    return node;
  }

  @Test
  void aProcessWithALogOutlivesTheConnection() throws Exception {
    SshNode first = sshd.node("127.0.0.1", Optional.empty());
    Mark mark = new Mark("test-outlives");
    Path log = directory.resolve("log");
    first.start(mark, Command.of("sleep", "1000").loggedTo(log.toString()));
    first.close();
    assertThat(node.endAll(mark, SOON)).isEqualTo(1);
  }

  @Test
  void connectsAgainAfterItWasClosed() throws Exception {
    SshNode again = sshd.node("127.0.0.1", Optional.empty());
    try (again) {
      assertThat(again.run(MARK, Command.of("true"), SOON).status()).isZero();
      again.close();
      assertThat(again.run(MARK, Command.of("true"), SOON).status()).isZero();
    }
  }

  @Test
  void runsMoreCommandsAtOnceThanOneConnectionAllows() throws Exception {
    List<NodeProcess> processes = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      processes.add(node.start(MARK, Command.of("sleep", "1000")));
    }
    assertThat(node.endAll(MARK, SOON)).isEqualTo(14);
    for (NodeProcess process : processes) {
      assertThat(process.await(SOON)).hasValue(128 + 15);
    }
  }

  @Test
  void namesTheRemedyForARefusedKey() {
    List<String> options =
        List.of(
            "-F",
            "/dev/null",
            "-o",
            "IdentityFile=" + keys.resolve("other"),
            "-o",
            "IdentitiesOnly=yes",
            "-o",
            "UserKnownHostsFile=" + keys.resolve("known_hosts"));
    SshNode refused =
        new SshNode(
            Optional.of("me"), "127.0.0.1", OptionalInt.of(sshd.port()), Optional.empty(), options);
    assertFails(
        refused,
        "ssh me@127.0.0.1:%1$d: accepts none of your keys (publickey,keyboard-interactive): run"
            + " ssh-copy-id -p %1$d me@127.0.0.1, or load the key, ssh-add");
  }

  @Test
  void namesTheRemedyForAnUnknownHostKey() {
    assertFails(
        sshd.node("127.0.0.1", Optional.empty(), "UserKnownHostsFile=/dev/null"),
        "ssh 127.0.0.1:%1$d: its host key is not the one in known_hosts, or there is none: check"
            + " it by connecting once by hand, ssh -p %1$d 127.0.0.1");
  }

  @Test
  void saysThatAHostDoesNotAnswer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      SshNode node =
          new SshNode(
              Optional.empty(),
              "127.0.0.1",
              OptionalInt.of(silent.getLocalPort()),
              Optional.empty(),
              sshd.options("ConnectTimeout=1"));
      assertThatThrownBy(() -> node.run(MARK, Command.of("true"), SOON))
          .hasMessage(
              "127.0.0.1-%1$d: true: ssh 127.0.0.1:%1$d: does not answer: check that it is up and"
                  + " that no firewall blocks it",
              silent.getLocalPort());
    }
  }

  @Test
  void timesOutIfALoginShellHangs() throws Exception {
    TestSshd hanging = TestSshd.onLoopback(directory, "ForceCommand=exec sleep 1000");
    try (SshNode node = hanging.node("127.0.0.1", Optional.empty())) {
      assertThatThrownBy(() -> node.run(MARK, Command.of("true"), Duration.ofSeconds(2)))
          .isInstanceOf(CommandTimeoutException.class)
          .hasMessage(
              "127.0.0.1-%d: true: has not started after 2 s; check whether its login shell"
                  + " waits for input",
              hanging.port());
    } finally {
      hanging.stop();
    }
  }

  @Test
  void saysThatNothingListens() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    SshNode node =
        new SshNode(
            Optional.empty(), "127.0.0.1", OptionalInt.of(port), Optional.empty(), sshd.options());
    assertThatThrownBy(() -> node.system())
        .hasMessageEndingWith(
            "ssh 127.0.0.1:%d: nothing listens there: start sshd on it, or name its port,"
                + " HOST:PORT",
            port);
  }

  @Test
  void saysThatThereIsNoSuchHost() {
    assertFails(
        sshd.node("no-such-host.invalid", Optional.empty()),
        "ssh no-such-host.invalid:%1$d: there is no host of this name: check the spelling,"
            + " /etc/hosts or DNS");
  }

  private static void assertFails(SshNode node, String message) {
    assertThatThrownBy(() -> node.run(MARK, Command.of("true"), Duration.ofSeconds(30)))
        .hasMessage(node.name() + ": true: " + message, sshd.port());
  }
}
