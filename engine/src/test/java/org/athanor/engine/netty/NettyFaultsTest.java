// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that lose, damage, repeat or reorder what is sent, or that fall silent. */
@Timeout(120)
class NettyFaultsTest {
  private static final int FRAMES = 5;

  private final Processes processes = new Processes();
  private final Random random = Seeds.of("NettyFaultsTest");
  private NettyTransport sender;
  private NettyTransport receiver;

  @BeforeEach
  void startBoth() throws Exception {
    sender = processes.start();
    receiver = processes.start();
  }

  @AfterEach
  void closeAll() {
    processes.close();
  }

  /**
   * Sends some frames through a meddler, who damages what follows the first frames; checks that
   * these arrive and no others, and that both sides learn of the end.
   */
  private String send(int intact, Meddler.Meddling meddling) throws Exception {
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < FRAMES; i++) {
      frames.add(Processes.frame(random, 4, 20));
    }
    Recorder connected = new Recorder();
    try (Meddler meddler = new Meddler(receiver.address(), meddling)) {
      Connection connection = sender.connect(meddler.address(), connected);
      connected.awaitOpened();
      CountDownLatch sent = new CountDownLatch(FRAMES);
      frames.forEach(frame -> connection.send(frame, sent::countDown));
      Recorder acceptor = processes.awaitAccepted();
      String reason = acceptor.awaitClosed();
      connected.awaitClosed();
      assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();
      List<Frame> arrived = acceptor.frames();
      assertThat(arrived).hasSize(intact);
      for (int i = 0; i < intact; i++) {
        Processes.assertSame(arrived.get(i), frames.get(i));
      }
      return reason;
    }
  }

  private static final int FRAME_BYTES =
      FrameLayout.HEADER_BYTES + 4 + 20 + FrameLayout.CHECKSUM_BYTES;

  @Test
  void aFlippedBitAnywhereEndsTheConnection() throws Exception {
    for (int at = 0; at < FRAME_BYTES; at++) {
      int damaged = random.nextInt(FRAMES);
      int index = at;
      int bit = random.nextInt(8);
      String reason =
          send(
              damaged,
              (number, frame, out) -> {
                if (number == damaged) {
                  frame[index] ^= (byte) (1 << bit);
                }
                out.write(frame);
                return true;
              });
      assertThat(reason)
          .isEqualTo(
              at < FrameLayout.HEADER_BYTES
                  ? "the header of frame " + damaged + " fails its checksum"
                  : "frame " + damaged + " fails its checksum");
    }
  }

  @Test
  void aStreamThatEndsAnywhereEndsTheConnection() throws Exception {
    for (int length = 0; length < FRAME_BYTES; length++) {
      int last = random.nextInt(FRAMES);
      int bytes = length;
      String reason =
          send(
              last,
              (number, frame, out) -> {
                out.write(frame, 0, number == last ? bytes : frame.length);
                return number < last;
              });
      // With what it has not read, the meddler resets the connection: that may be noticed first.
      if (!reason.startsWith("the connection failed: ")) {
        assertThat(reason)
            .isEqualTo("the peer closed the connection" + (length == 0 ? "" : " within a frame"));
      }
    }
  }

  @Test
  void missingBytesAnywhereEndTheConnection() throws Exception {
    for (int at = 0; at < FRAME_BYTES; at++) {
      int damaged = random.nextInt(FRAMES - 1);
      int missing = at;
      String reason =
          send(
              damaged,
              (number, frame, out) -> {
                out.write(frame, 0, number == damaged ? missing : frame.length);
                if (number == damaged) {
                  out.write(frame, missing + 1, frame.length - missing - 1);
                }
                return number < FRAMES - 1;
              });
      assertThat(reason).isNotEmpty();
    }
  }

  @Test
  void aRepeatedFrameEndsTheConnection() throws Exception {
    for (int i = 0; i < FRAMES; i++) {
      int repeated = i;
      String reason =
          send(
              repeated + 1,
              (number, frame, out) -> {
                out.write(frame);
                if (number == repeated) {
                  out.write(frame);
                }
                return true;
              });
      assertThat(reason).isEqualTo("frame " + i + " arrived instead of frame " + (i + 1));
    }
  }

  @Test
  void aLostFrameEndsTheConnection() throws Exception {
    for (int i = 0; i < FRAMES - 1; i++) {
      int lost = i;
      String reason =
          send(
              lost,
              (number, frame, out) -> {
                if (number != lost) {
                  out.write(frame);
                }
                return true;
              });
      assertThat(reason).isEqualTo("frame " + (i + 1) + " arrived instead of frame " + i);
    }
  }

  @Test
  void framesOutOfOrderEndTheConnection() throws Exception {
    for (int i = 0; i < FRAMES - 1; i++) {
      int first = i;
      byte[][] held = new byte[1][];
      String reason =
          send(
              first,
              (number, frame, out) -> {
                if (number == first) {
                  held[0] = frame;
                } else {
                  out.write(frame);
                  out.write(number == first + 1 ? held[0] : new byte[0]);
                }
                return true;
              });
      assertThat(reason).isEqualTo("frame " + (i + 1) + " arrived instead of frame " + i);
    }
  }

  @Test
  void aPeerThatFallsSilentIsLost() throws Exception {
    NettyTransport impatient = processes.start(Processes.settings(10_000, 50, 300));
    try (RawPeer peer = new RawPeer(impatient.address()).authenticate()) {
      Recorder acceptor = processes.awaitAccepted();
      acceptor.awaitOpened();
      assertThat(acceptor.awaitClosed()).isEqualTo("nothing arrived for 300 ms");
      assertThat(peer.drain()).isPositive();
    }
  }

  @Test
  void aSideWithNothingToSayShowsThatItIsAlive() throws Exception {
    NettyTransport transport = processes.start(Processes.settings(10_000, 10, 30_000));
    try (RawPeer peer = new RawPeer(transport.address()).authenticate()) {
      for (int i = 0; i < 5; i++) {
        ByteBuffer frame =
            ByteBuffer.wrap(peer.read(FrameLayout.HEADER_BYTES + FrameLayout.CHECKSUM_BYTES));
        assertThat(frame.getLong(FrameLayout.NUMBER)).isEqualTo(i);
        assertThat(frame.get(FrameLayout.KIND)).isEqualTo(FrameLayout.KEEP_ALIVE);
      }
    }
  }

  @Test
  void connectionsWithoutFramesStayOpen() throws Exception {
    TransportSettings settings = Processes.settings(10_000, 20, 1_500);
    NettyTransport one = processes.start(settings);
    NettyTransport other = processes.start(settings);
    Recorder connected = new Recorder();
    try (Meddler meddler =
        new Meddler(
            other.address(),
            (number, frame, out) -> {
              out.write(frame);
              return true;
            })) {
      Connection connection = one.connect(meddler.address(), connected);
      connected.awaitOpened();
      Recorder acceptor = processes.awaitAccepted();
      // 150 keep-alive frames take at least 3 s, twice the time after which a peer is lost.
      meddler.awaitBackwards(
          150L * (FrameLayout.HEADER_BYTES + FrameLayout.CHECKSUM_BYTES) + Meddler.HANDSHAKE_BYTES);
      Frame frame = Processes.frame(random, 5, 5);
      connection.send(frame);
      Processes.assertSame(acceptor.awaitFrame(), frame);
      assertThat(connected.hasClosed()).isFalse();
      assertThat(connected.frames()).isEmpty();
    }
  }
}
