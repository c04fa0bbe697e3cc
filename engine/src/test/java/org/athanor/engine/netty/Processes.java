// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.transport.Frame;

/** Transports of one session on the loopback interface, and the handlers of what they accept. */
final class Processes implements AutoCloseable {
  static final byte[] SECRET = "a secret of the session".getBytes(StandardCharsets.US_ASCII);
  static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final List<NettyTransport> transports = new ArrayList<>();
  private final BlockingQueue<Recorder> accepted = new LinkedBlockingQueue<>();

  /** Settings with other times, in milliseconds. */
  static TransportSettings settings(long openTimeout, long keepAlive, long silence) {
    return new TransportSettings(
        2,
        2 << 20,
        4,
        Duration.ofMillis(openTimeout),
        Duration.ofMillis(keepAlive),
        Duration.ofMillis(silence));
  }

  NettyTransport start() throws IOException {
    return start(TransportSettings.of(Duration.ofSeconds(15)));
  }

  NettyTransport start(TransportSettings settings) throws IOException {
    return start(settings, SECRET, null);
  }

  NettyTransport start(TransportSettings settings, byte[] secret, Tls tls) throws IOException {
    NettyTransport transport = new NettyTransport(ANY_PORT, secret, this::accept, settings, tls);
    transports.add(transport);
    return transport;
  }

  private Recorder accept() {
    Recorder recorder = new Recorder();
    accepted.add(recorder);
    return recorder;
  }

  Recorder awaitAccepted() throws InterruptedException {
    Recorder recorder = accepted.poll(30, TimeUnit.SECONDS);
    assertThat(recorder).isNotNull();
    return recorder;
  }

  /** Checks that no connection has been accepted since the last one that was awaited. */
  void assertNothingAccepted() {
    assertThat(accepted).isEmpty();
  }

  static Frame frame(Random random, int headBytes, int bodyBytes) {
    byte[] head = new byte[headBytes];
    byte[] body = new byte[bodyBytes + 7];
    random.nextBytes(head);
    random.nextBytes(body);
    return new Frame((byte) random.nextInt(), head, body, 3, bodyBytes);
  }

  static void assertSame(Frame arrived, Frame sent) {
    assertThat(arrived.type()).isEqualTo(sent.type());
    assertThat(arrived.head()).isEqualTo(sent.head());
    assertThat(arrived.length()).isEqualTo(sent.length());
    assertThat(
            Arrays.equals(
                arrived.body(),
                arrived.offset(),
                arrived.offset() + arrived.length(),
                sent.body(),
                sent.offset(),
                sent.offset() + sent.length()))
        .isTrue();
  }

  @Override
  public void close() {
    transports.forEach(NettyTransport::close);
  }
}
