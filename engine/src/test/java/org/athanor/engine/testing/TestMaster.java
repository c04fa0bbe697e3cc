// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.athanor.engine.fleet.Fleet;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.netty.TransportSettings;

/** A master that decides nothing: a fleet that listens on the loopback interface. */
public final class TestMaster implements AutoCloseable {
  /** Of which no process must show a trace. */
  public static final String SECRET = "the-secret-of-this-session-7f3a";

  private final Events events = new Events();
  private final Map<Integer, RemoteWorker> workers = new ConcurrentHashMap<>();
  private final Fleet fleet =
      new Fleet(
          new Fleet.Listener() {
            @Override
            public void joined(RemoteWorker worker) {
              workers.put(worker.number(), worker);
              events.add("joined " + worker.number());
            }

            @Override
            public void lost(int worker, String reason) {
              events.add("lost " + worker + ": " + reason);
            }

            @Override
            public void unreachable(RemoteWorker from, int peer) {
              events.add(from + " cannot reach " + peer);
            }
          });
  private final NettyTransport transport;

  public TestMaster(TransportSettings settings) throws IOException {
    this.transport = new NettyTransport(anyPort(), secret(), fleet::accepted, settings, null);
  }

  /** Settings by which a silent peer is lost after this time. */
  public static TransportSettings settings(Duration silence) {
    return new TransportSettings(
        1, 16 << 20, 16, Duration.ofSeconds(20), silence.dividedBy(6), silence);
  }

  public static byte[] secret() {
    return SECRET.getBytes(StandardCharsets.US_ASCII);
  }

  public static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  public InetSocketAddress address() {
    return transport.address();
  }

  /** What happens to Workers: {@code joined N} and {@code lost N: reason}. */
  public Events events() {
    return events;
  }

  public RemoteWorker awaitJoined(int worker) throws InterruptedException {
    events.await("joined " + worker);
    return workers.get(worker);
  }

  /** Returns a Worker that has joined. */
  public RemoteWorker worker(int number) {
    return workers.get(number);
  }

  @Override
  public void close() {
    transport.close();
  }
}
