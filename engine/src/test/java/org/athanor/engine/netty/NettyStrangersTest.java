// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.athanor.engine.testing.Warnings;
import org.athanor.engine.transport.Frame;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that do not belong to the session: nothing opens for them, and they cost little. */
@Timeout(120)
class NettyStrangersTest {
  private static final int HELLO_BYTES = Handshake.PREAMBLE_BYTES + Handshake.NONCE_BYTES;
  private static final TransportSettings PATIENT = Processes.settings(60_000, 3_000, 15_000);
  private static final TransportSettings IMPATIENT = Processes.settings(200, 3_000, 15_000);

  private final Processes processes = new Processes();
  private final Random random = Seeds.of("NettyStrangersTest");
  private Warnings warnings;

  @BeforeEach
  void collectWarnings() {
    warnings = Warnings.of(RefusalLog.class.getName());
  }

  @AfterEach
  void closeAll() {
    processes.close();
    warnings.close();
  }

  private void assertRefused(NettyTransport transport, String reason) {
    assertThat(warnings.lines()).hasSize(1);
    assertThat(warnings.lines().get(0))
        .matches("refused a connection from 127\\.0\\.0\\.1:\\d+: .*")
        .endsWith(": " + reason);
    assertThat(transport.unauthenticated()).isZero();
    processes.assertNothingAccepted();
  }

  @Test
  void aPeerWithAnotherSecretIsRefused() throws Exception {
    NettyTransport transport = processes.start();
    Recorder connected = new Recorder();
    processes
        .start(TransportSettings.of(Duration.ofSeconds(15)), new byte[16], null)
        .connect(transport.address(), connected);
    assertThat(connected.awaitClosed())
        .isEqualTo(
            "the peer closed the connection during the handshake; it may have another secret");
    assertThat(connected.hasOpened()).isFalse();
    assertRefused(transport, "the peer does not know the session's secret");
  }

  @Test
  void garbageIsRefusedAtOnceAndGetsNothing() throws Exception {
    NettyTransport transport = processes.start(PATIENT);
    try (RawPeer peer = new RawPeer(transport.address())) {
      peer.send("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(peer.drain()).isZero();
    }
    assertRefused(transport, "the peer does not speak Athanor's protocol");
  }

  @Test
  void aPeerThatSendsMoreThanItsTurnAllowsIsRefused() throws Exception {
    NettyTransport transport = processes.start(PATIENT);
    Handshake own =
        new Handshake(Handshake.Role.CONNECTS, Processes.SECRET, new byte[Handshake.NONCE_BYTES]);
    byte[] message = Arrays.copyOf(own.begin(), HELLO_BYTES + 1);
    try (RawPeer peer = new RawPeer(transport.address())) {
      peer.send(message);
      assertThat(peer.drain()).isZero();
    }
    assertRefused(transport, "the peer sent more than a message of the handshake");
  }

  @Test
  void aSilentPeerIsDisconnected() throws Exception {
    NettyTransport transport = processes.start(IMPATIENT);
    try (RawPeer peer = new RawPeer(transport.address())) {
      assertThat(peer.drain()).isZero();
    }
    assertRefused(
        transport, "the peer did not prove that it knows the session's secret within 200 ms");
  }

  @Test
  void aSlowHandshakeIsDisconnected() throws Exception {
    NettyTransport transport = processes.start(IMPATIENT);
    Handshake own =
        new Handshake(Handshake.Role.CONNECTS, Processes.SECRET, new byte[Handshake.NONCE_BYTES]);
    try (RawPeer peer = new RawPeer(transport.address())) {
      peer.send(own.begin());
      assertThat(peer.drain()).isEqualTo(HELLO_BYTES);
    }
    assertRefused(
        transport, "the peer did not prove that it knows the session's secret within 200 ms");
  }

  @Test
  void aServerThatIsSilentIsGivenUp() throws Exception {
    Recorder connected = new Recorder();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      processes.start(IMPATIENT).connect(address(server), connected);
      assertThat(connected.awaitClosed())
          .isEqualTo("the peer did not prove that it knows the session's secret within 200 ms");
    }
    assertThat(connected.hasOpened()).isFalse();
    assertThat(warnings.lines()).isEmpty();
  }

  private static InetSocketAddress address(ServerSocket server) {
    return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
  }

  @Test
  void aServerThatSendsBackWhatItGetsIsRefused() throws Exception {
    for (boolean changesTheRole : new boolean[] {false, true}) {
      Recorder connected = new Recorder();
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        processes.start(PATIENT).connect(address(server), connected);
        try (RawPeer peer = new RawPeer(server.accept())) {
          byte[] hello = peer.read(HELLO_BYTES);
          if (changesTheRole) {
            hello[Handshake.PREAMBLE_BYTES - 1] = 'A';
            peer.send(hello);
            peer.send(peer.read(Handshake.PROOF_BYTES));
          } else {
            peer.send(hello);
          }
          assertThat(peer.drain()).isZero();
        }
        assertThat(connected.awaitClosed())
            .isEqualTo(
                changesTheRole
                    ? "the peer does not know the session's secret"
                    : "the peer claims the wrong role");
      }
      assertThat(connected.hasOpened()).isFalse();
    }
  }

  @Test
  void aRecordedHandshakeIsRefused() throws Exception {
    NettyTransport transport = processes.start(PATIENT);
    byte[] recorded;
    try (Meddler meddler = new Meddler(transport.address(), (number, frame, out) -> true)) {
      Recorder connected = new Recorder();
      processes.start().connect(meddler.address(), connected);
      connected.awaitOpened();
      processes.awaitAccepted();
      recorded = meddler.handshake();
      assertThat(recorded).hasSize(Meddler.HANDSHAKE_BYTES);
    }
    try (RawPeer peer = new RawPeer(transport.address())) {
      peer.send(Arrays.copyOf(recorded, HELLO_BYTES));
      peer.read(HELLO_BYTES);
      peer.send(Arrays.copyOfRange(recorded, HELLO_BYTES, recorded.length));
      assertThat(peer.drain()).isZero();
    }
    assertRefused(transport, "the peer does not know the session's secret");
  }

  @Test
  void aFloodOfStrangersKeepsNobodyOut() throws Exception {
    // One thread, so that the oldest connection is the one that was opened first.
    TransportSettings settings =
        new TransportSettings(
            1, 1 << 20, 4, PATIENT.openTimeout(), PATIENT.keepAlive(), PATIENT.silence());
    NettyTransport transport = processes.start(settings);
    List<RawPeer> strangers = new ArrayList<>();
    try {
      for (int i = 0; i < 50; i++) {
        strangers.add(new RawPeer(transport.address()));
        assertThat(transport.unauthenticated()).isLessThanOrEqualTo(4);
      }
      Recorder connected = new Recorder();
      NettyTransport member = processes.start();
      Frame frame = Processes.frame(random, 3, 3);
      member.connect(transport.address(), connected);
      connected.awaitOpened().send(frame);
      Processes.assertSame(processes.awaitAccepted().awaitFrame(), frame);
      // The member's connection has come after those, so all but the last ones were closed.
      for (RawPeer stranger : strangers.subList(0, 46)) {
        assertThat(stranger.drain()).isZero();
      }
      assertThat(warnings.lines()).hasSize(RefusalLog.MAX_LINES);
      assertThat(warnings.lines().get(0))
          .endsWith(": too many connections wait for their authentication");
    } finally {
      for (RawPeer stranger : strangers) {
        stranger.close();
      }
    }
  }
}
