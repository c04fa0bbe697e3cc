// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.athanor.engine.testing.Warnings;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transports that behave, over real sockets. */
@Timeout(120)
class NettyTransportTest {
  private static final long LONG_SECONDS = 30;

  @TempDir Path directory;

  private final Processes processes = new Processes();
  private final Random random = Seeds.of("NettyTransportTest");
  private final Recorder connected = new Recorder();

  @AfterEach
  void closeAll() {
    processes.close();
  }

  private Connection connect(NettyTransport from, NettyTransport to) throws Exception {
    Connection connection = from.connect(to.address(), connected);
    assertThat(connected.awaitOpened()).isSameAs(connection);
    return connection;
  }

  @Test
  void framesOfManySizesArriveEqualAndInOrderInBothDirections() throws Exception {
    NettyTransport a = processes.start();
    NettyTransport b = processes.start();
    Connection there = connect(a, b);
    Recorder acceptor = processes.awaitAccepted();
    exchange(there, acceptor, acceptor.awaitOpened(), connected);
    assertThat(there.peer()).isEqualTo("127.0.0.1:" + b.address().getPort());
    assertThat(acceptor.awaitOpened().peer()).startsWith("127.0.0.1:");
  }

  private void exchange(Connection there, Recorder atOne, Connection back, Recorder atOther)
      throws Exception {
    List<Frame> frames = new ArrayList<>();
    for (int body : new int[] {0, 1, 2, 1 << 10, 65535, 65536, 1 << 20, 5 << 20}) {
      frames.add(Processes.frame(random, 0, body));
      frames.add(Processes.frame(random, 1 + random.nextInt(1000), body));
    }
    frames.add(Processes.frame(random, 3 << 20, 1));
    for (int i = 0; i < 200; i++) {
      frames.add(Processes.frame(random, random.nextInt(50), random.nextInt(3000)));
    }
    CountDownLatch sent = new CountDownLatch(2 * frames.size());
    for (Frame frame : frames) {
      there.send(frame, sent::countDown);
      back.send(frame, sent::countDown);
    }
    for (Frame frame : frames) {
      Processes.assertSame(atOne.awaitFrame(), frame);
      Processes.assertSame(atOther.awaitFrame(), frame);
    }
    assertThat(sent.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void framesOfSeveralThreadsArriveInTheOrderOfEachThread() throws Exception {
    int threads = 4;
    int each = 1000;
    Connection there = connect(processes.start(), processes.start());
    Recorder acceptor = processes.awaitAccepted();
    for (int t = 0; t < threads; t++) {
      byte type = (byte) t;
      new DaemonThread(
              () -> {
                for (int i = 0; i < each; i++) {
                  byte[] body = new byte[i % 500];
                  there.send(
                      new Frame(
                          type, ByteBuffer.allocate(4).putInt(i).array(), body, 0, body.length));
                }
              },
              "sender-" + t)
          .start();
    }
    int[] next = new int[threads];
    for (int i = 0; i < threads * each; i++) {
      Frame frame = acceptor.awaitFrame();
      int number = ByteBuffer.wrap(frame.head()).getInt();
      assertThat(number).isEqualTo(next[frame.type()]++);
      assertThat(frame.length()).isEqualTo(number % 500);
    }
  }

  @Test
  void aHandlerSendsFromItsThread() throws Exception {
    NettyTransport echo =
        new NettyTransport(
            Processes.ANY_PORT,
            Processes.SECRET,
            Echo::new,
            TransportSettings.of(Duration.ofSeconds(15)),
            null);
    try (echo) {
      Connection connection = connect(processes.start(), echo);
      for (int i = 0; i < 100; i++) {
        Frame frame = Processes.frame(random, 10, random.nextInt(100_000));
        connection.send(frame);
        Processes.assertSame(connected.awaitFrame(), frame);
      }
    }
    assertThat(connected.awaitClosed()).isEqualTo("the peer closed the connection");
  }

  private static final class Echo implements FrameHandler {
    @Override
    public void opened(Connection connection) {}

    @Override
    public void received(Connection connection, Frame frame) {
      connection.send(frame);
    }

    @Override
    public void closed(Connection connection, String reason) {}
  }

  @Test
  void bothHandlersLearnThatOneSideCloses() throws Exception {
    Connection there = connect(processes.start(), processes.start());
    Recorder acceptor = processes.awaitAccepted();
    there.close();
    there.close();
    assertThat(connected.awaitClosed()).isEqualTo("this process closed the connection");
    assertThat(acceptor.awaitClosed()).isEqualTo("the peer closed the connection");
    AtomicInteger sent = new AtomicInteger();
    there.send(Processes.frame(random, 1, 1), sent::incrementAndGet);
    assertThat(sent).hasValue(1);
    assertThat(acceptor.frames()).isEmpty();
  }

  @Test
  void aConnectionThatIsRefusedIsClosedWithoutHavingOpened() throws Exception {
    int port;
    try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = unused.getLocalPort();
    }
    processes
        .start()
        .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), connected);
    assertThat(connected.awaitClosed())
        .startsWith("cannot connect to 127.0.0.1:" + port + ": ")
        .contains("Connection refused");
    assertThat(connected.hasOpened()).isFalse();
  }

  @Test
  void anUnknownHostIsNamed() throws Exception {
    processes.start().connect(InetSocketAddress.createUnresolved("nowhere.invalid", 5), connected);
    assertThat(connected.awaitClosed())
        .isEqualTo("cannot connect to nowhere.invalid:5: unknown host");
  }

  @Test
  void aHandlerThatThrowsEndsItsConnection() throws Exception {
    CompletableFuture<String> reason = new CompletableFuture<>();
    FrameHandler bad =
        new FrameHandler() {
          @Override
          public void opened(Connection connection) {}

          @Override
          public void received(Connection connection, Frame frame) {
            throw new IllegalStateException("no\nmore");
          }

          @Override
          public void closed(Connection connection, String why) {
            reason.complete(why);
            throw new IllegalStateException("not even this");
          }
        };
    try (Warnings warnings = Warnings.of(NettyConnection.class.getName());
        NettyTransport target =
            new NettyTransport(
                Processes.ANY_PORT,
                Processes.SECRET,
                () -> bad,
                TransportSettings.of(Duration.ofSeconds(15)),
                null)) {
      Connection connection = connect(processes.start(), target);
      connection.send(Processes.frame(random, 1, 1));
      assertThat(reason.get(LONG_SECONDS, TimeUnit.SECONDS))
          .isEqualTo("its handler failed: java.lang.IllegalStateException: no");
      assertThat(connected.awaitClosed()).isEqualTo("the peer closed the connection");
      assertThat(warnings.lines().get(0))
          .matches(
              "the connection to 127.0.0.1:\\d+ ends, because its handler failed: "
                  + "java.lang.IllegalStateException: no");
    }
  }

  @Test
  void aFrameThatIsTooLargeEndsTheConnectionOfItsSender() throws Exception {
    NettyTransport small = processes.start(Processes.settings(10_000, 3_000, 15_000));
    Connection connection = connect(small, processes.start());
    connection.send(Processes.frame(random, 0, 2 << 20));
    AtomicInteger sent = new AtomicInteger();
    connection.send(Processes.frame(random, 1, 2 << 20), sent::incrementAndGet);
    assertThat(connected.awaitClosed())
        .isEqualTo("a frame of 2097153 bytes to send: at most 2097152");
    assertThat(sent).hasValue(1);
  }

  @Test
  void aFrameThatIsTooLargeEndsTheConnectionOfItsReceiver() throws Exception {
    NettyTransport small = processes.start(Processes.settings(10_000, 3_000, 15_000));
    Connection connection = connect(processes.start(), small);
    Recorder acceptor = processes.awaitAccepted();
    connection.send(Processes.frame(random, 1, 2 << 20));
    assertThat(acceptor.awaitClosed()).isEqualTo("frame 0 has 2097153 bytes: at most 2097152");
    connected.awaitClosed();
  }

  @Test
  void whatIsSentIsReportedOnceWhenConnectionsEndInFlight() throws Exception {
    NettyTransport a = processes.start();
    Connection there = connect(a, processes.start());
    Recorder acceptor = processes.awaitAccepted();
    int threads = 3;
    int each = 200;
    AtomicIntegerArray sent = new AtomicIntegerArray(threads * each);
    CountDownLatch all = new CountDownLatch(threads * each);
    Frame frame = Processes.frame(random, 10, 200_000);
    for (int t = 0; t < threads; t++) {
      int first = t * each;
      new DaemonThread(
              () -> {
                for (int i = 0; i < each; i++) {
                  int index = first + i;
                  there.send(
                      frame,
                      () -> {
                        sent.incrementAndGet(index);
                        all.countDown();
                      });
                }
              },
              "sender-" + t)
          .start();
    }
    acceptor.awaitFrame();
    a.close();
    assertThat(connected.hasClosed()).isTrue();
    assertThat(connected.awaitClosed()).isEqualTo("this process closed its transport");
    assertThat(acceptor.awaitClosed()).startsWith("the peer closed the connection");
    assertThat(all.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < sent.length(); i++) {
      assertThat(sent.get(i)).isEqualTo(1);
    }
    for (Frame arrived : acceptor.frames()) {
      Processes.assertSame(arrived, frame);
    }
  }

  @Test
  void whatAPeerDoesNotReadIsReportedOnceAtTheEnd() throws Exception {
    NettyTransport transport = processes.start();
    try (RawPeer peer = new RawPeer(transport.address()).authenticate()) {
      Recorder acceptor = processes.awaitAccepted();
      Connection connection = acceptor.awaitOpened();
      AtomicInteger sent = new AtomicInteger();
      Frame frame = Processes.frame(random, 10, 1 << 20);
      for (int i = 0; i < 50; i++) {
        connection.send(frame, sent::incrementAndGet);
      }
      assertThat(peer.read(1)).hasSize(1);
      assertThat(sent.get()).isLessThan(50);
      connection.close();
      acceptor.awaitClosed();
      transport.close();
      assertThat(sent).hasValue(50);
    }
  }

  @Test
  void threadsEndWithTheTransport() throws Exception {
    Set<Thread> before = ioThreads();
    NettyTransport a = processes.start();
    connect(a, processes.start());
    Set<Thread> started = ioThreads();
    started.removeAll(before);
    assertThat(started).isNotEmpty().allMatch(Thread::isDaemon);
    processes.close();
    processes.close();
    assertThat(connected.hasClosed()).isTrue();
    for (Thread thread : started) {
      thread.join(TimeUnit.SECONDS.toMillis(LONG_SECONDS));
      assertThat(thread.isAlive()).isFalse();
    }
    assertThatIOException()
        .isThrownBy(() -> new RawPeer(a.address()))
        .withMessageContaining("refused");
  }

  private static Set<Thread> ioThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("athanor-io-"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void aClosedTransportTakesNoConnections() throws Exception {
    NettyTransport a = processes.start();
    NettyTransport b = processes.start();
    a.close();
    Connection connection = a.connect(b.address(), connected);
    assertThat(connected.awaitClosed()).isEqualTo("this process closed its transport");
    AtomicInteger sent = new AtomicInteger();
    connection.send(Processes.frame(random, 1, 1), sent::incrementAndGet);
    connection.close();
    assertThat(sent).hasValue(1);
  }

  @Test
  void aHandlerMayCloseTheTransport() throws Exception {
    NettyTransport a = processes.start();
    AtomicReference<String> reason = new AtomicReference<>();
    CountDownLatch closed = new CountDownLatch(1);
    a.connect(
        processes.start().address(),
        new FrameHandler() {
          @Override
          public void opened(Connection connection) {
            a.close();
          }

          @Override
          public void received(Connection connection, Frame frame) {}

          @Override
          public void closed(Connection connection, String why) {
            reason.set(why);
            closed.countDown();
          }
        });
    assertThat(closed.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(reason).hasValue("this process closed its transport");
  }

  @Test
  void framesArriveEqualOverTls() throws Exception {
    Tls tls = tls();
    TransportSettings settings = TransportSettings.of(Duration.ofSeconds(15));
    Connection there =
        connect(
            processes.start(settings, Processes.SECRET, tls),
            processes.start(settings, Processes.SECRET, tls));
    Recorder acceptor = processes.awaitAccepted();
    exchange(there, acceptor, acceptor.awaitOpened(), connected);
    there.close();
    assertThat(acceptor.awaitClosed()).isEqualTo("the peer closed the connection");
  }

  @Test
  void aPeerWithoutTlsIsRefused() throws Exception {
    TransportSettings settings = TransportSettings.of(Duration.ofSeconds(15));
    NettyTransport encrypted = processes.start(settings, Processes.SECRET, tls());
    processes.start().connect(encrypted.address(), connected);
    connected.awaitClosed();
    assertThat(connected.hasOpened()).isFalse();
    processes.assertNothingAccepted();
  }

  private Tls tls() throws Exception {
    Path file = directory.resolve("keys.p12");
    char[] password = "password".toCharArray();
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "node",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                "password")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, password);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance("SunX509");
    own.init(keys, password);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("node", keys.getCertificate("node"));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    return new Tls(
        SslContextBuilder.forServer(own).trustManager(trust).clientAuth(ClientAuth.REQUIRE).build(),
        SslContextBuilder.forClient().keyManager(own).trustManager(trust).build());
  }

  @Test
  void namesAnAddressOnWhichItCannotListen() throws Exception {
    InetSocketAddress taken = processes.start().address();
    assertThatIOException()
        .isThrownBy(() -> start(taken))
        .withMessageStartingWith("cannot listen on 127.0.0.1:" + taken.getPort() + ": ")
        .withMessageContaining("Address already in use");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> start(new InetSocketAddress(0)))
        .withMessageEndingWith(": must be an address of this host that others reach");
  }

  private void start(InetSocketAddress address) throws Exception {
    new NettyTransport(
            address,
            Processes.SECRET,
            Recorder::new,
            TransportSettings.of(Duration.ofSeconds(15)),
            null)
        .close();
  }

  @Test
  void settingsOutOfRangeAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Processes.settings(0, 1, 2))
        .withMessage("openTimeout=PT0S: must be from PT0.001S to PT24H");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Processes.settings(1, 5, 5))
        .withMessage("silence=PT0.005S: must be from PT0.006S to PT24H");
  }
}
