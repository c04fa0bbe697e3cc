// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.transport.Transport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the processes of a session over TCP. Both sides of a connection first prove that they
 * know the session's secret. A peer that cannot is disconnected without a reply, and logged. A
 * frame that is damaged, lost, repeated or out of order ends its connection. Without TLS, frames
 * can be read, and changed on purpose, by an attacker who controls the network between the
 * processes.
 *
 * <p>Thread-safe. The daemon threads {@code athanor-io-N} serve all connections.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for a channel to close.
public final class NettyTransport implements Transport {
  private static final Logger LOG = LoggerFactory.getLogger(NettyTransport.class);
  private static final int CLOSE_SECONDS = 5;

  // The first read has room for a message of the handshake; sizes follow what arrives.
  private static final RecvByteBufAllocator READS =
      new AdaptiveRecvByteBufAllocator(64, 128, 256 << 10);
  private static final WriteBufferWaterMark WRITES = new WriteBufferWaterMark(128 << 10, 512 << 10);

  private final byte[] secret;
  private final Supplier<FrameHandler> accepted;
  private final TransportSettings settings;
  private final Tls tls; // null if connections are not encrypted
  private final SecureRandom random = new SecureRandom();
  private final RefusalLog refusals = new RefusalLog(System::nanoTime);
  private final Unauthenticated unauthenticated;
  private final EventLoopGroup threads;
  private final Channel server;
  private final InetSocketAddress address;
  private final NettyConnection.Owner owner = new Registry();
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Set<NettyConnection> connections = new HashSet<>();

  @GuardedBy("lock")
  private boolean closed;

  /**
   * Begins to listen.
   *
   * @param bind an address of this host at which the others reach it, so not the wildcard; port 0
   *     for any that is free
   * @param secret of the session, at least 16 bytes
   * @param accepted makes the handler of a connection that a peer has opened, on a thread of the
   *     transport, after the peer's authentication
   * @param tls null if connections are not encrypted
   * @throws IOException if this process cannot listen there
   */
  public NettyTransport(
      InetSocketAddress bind,
      byte[] secret,
      Supplier<FrameHandler> accepted,
      TransportSettings settings,
      Tls tls)
      throws IOException {
    if (secret.length < Handshake.MIN_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "a secret of " + secret.length + " bytes: at least " + Handshake.MIN_SECRET_BYTES);
    }
    if (bind.isUnresolved() || bind.getAddress().isAnyLocalAddress()) {
      throw new IllegalArgumentException(
          "cannot listen on " + bind + ": must be an address of this host that others reach");
    }
    this.secret = secret.clone();
    this.accepted = accepted;
    this.settings = settings;
    this.tls = tls;
    this.unauthenticated = new Unauthenticated(settings.maxUnauthenticated());
    AtomicInteger started = new AtomicInteger();
    this.threads =
        new NioEventLoopGroup(
            settings.ioThreads(),
            (ThreadFactory)
                work -> new DaemonThread(work, "athanor-io-" + started.getAndIncrement()));
    ChannelFuture listening =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childHandler(new Acceptor())
            .childOption(ChannelOption.RCVBUF_ALLOCATOR, READS)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITES)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .bind(bind)
            .awaitUninterruptibly();
    if (!listening.isSuccess()) {
      threads.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
      throw new IOException(
          "cannot listen on " + name(bind) + ": " + Failure.of(listening.cause()).line(),
          listening.cause());
    }
    this.server = listening.channel();
    this.address = (InetSocketAddress) server.localAddress();
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  /**
   * {@inheritDoc}
   *
   * @param peer a resolved address
   * @param handler is called on a thread of the transport; if the transport has been closed, on the
   *     caller's, before this method returns
   */
  @Override
  public Connection connect(InetSocketAddress peer, FrameHandler handler) {
    String name = name(peer);
    NettyConnection connection = null;
    NioSocketChannel channel = null;
    String failure = "this process closed its transport";
    synchronized (lock) {
      if (!closed) {
        try {
          channel = new NioSocketChannel();
          connection = register(channel, name, handler);
          connections.add(connection);
        } catch (ChannelException e) {
          failure = "cannot connect to " + name + ": " + Failure.of(e).line();
        }
      }
    }
    if (connection == null) {
      EndedConnection ended = new EndedConnection(name);
      handler.closed(ended, failure);
      return ended;
    }
    connect(channel, peer, connection);
    return connection;
  }

  /** Gives a channel its thread; without this it could not be closed. */
  private NettyConnection register(NioSocketChannel channel, String peer, FrameHandler handler) {
    EventLoop thread = threads.next();
    NettyConnection connection =
        new NettyConnection(channel, thread, peer, settings.maxFrameBytes(), owner, handler);
    new Bootstrap()
        .group(thread)
        .channelFactory(() -> channel)
        .option(ChannelOption.RCVBUF_ALLOCATOR, READS)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITES)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            Math.toIntExact(settings.openTimeout().toMillis()))
        .handler(new Connector(connection, handler))
        .register();
    return connection;
  }

  private static void connect(Channel channel, InetSocketAddress peer, NettyConnection connection) {
    if (peer.isUnresolved()) {
      connection.endLater("cannot connect to " + connection.peer() + ": unknown host");
      return;
    }
    channel
        .connect(peer)
        .addListener(
            connected -> {
              if (!connected.isSuccess()) {
                connection.endLater(
                    "cannot connect to "
                        + connection.peer()
                        + ": "
                        + Failure.of(connected.cause()).line());
              }
            });
  }

  private static String name(InetSocketAddress address) {
    return address == null ? "an unknown address" : NetUtil.toSocketAddressString(address);
  }

  private Handshake handshake(Handshake.Role role) {
    byte[] nonce = new byte[Handshake.NONCE_BYTES];
    random.nextBytes(nonce);
    return new Handshake(role, secret, nonce);
  }

  /** Returns how many accepted connections are not yet authenticated. */
  int unauthenticated() {
    return unauthenticated.size();
  }

  @Override
  public void close() {
    List<NettyConnection> open;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(connections);
    }
    server.close();
    for (NettyConnection connection : open) {
      connection.endLater("this process closed its transport");
    }
    threads.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
    for (EventExecutor thread : threads) {
      if (thread.inEventLoop()) {
        return; // It ends after this call has returned.
      }
    }
    if (!threads.terminationFuture().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS)) {
      LOG.warn("a handler of {} still runs, {} s after the close", name(address), CLOSE_SECONDS);
    }
  }

  /** Builds the pipeline of a channel that a peer has opened. */
  private final class Acceptor extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      NettyConnection connection =
          new NettyConnection(
              channel,
              channel.eventLoop(),
              name(channel.remoteAddress()),
              settings.maxFrameBytes(),
              owner,
              null);
      synchronized (lock) {
        if (closed) {
          channel.close();
          return;
        }
        connections.add(connection);
      }
      NettyConnection oldest = unauthenticated.add(connection);
      if (oldest != null) {
        oldest.endLater("too many connections wait for their authentication");
      }
      if (tls != null && tls.server() == null) {
        connection.endLater("nobody connects to this process");
        return;
      }
      if (tls != null) {
        channel.pipeline().addLast(tls.server().newHandler(channel.alloc()));
      }
      channel
          .pipeline()
          .addLast(
              new HandshakeHandler(
                  connection, handshake(Handshake.Role.ACCEPTS), accepted, settings));
    }
  }

  /** Builds the pipeline of a channel that this process opens. */
  private final class Connector extends ChannelInitializer<SocketChannel> {
    private final NettyConnection connection;
    private final FrameHandler handler;

    Connector(NettyConnection connection, FrameHandler handler) {
      this.connection = connection;
      this.handler = handler;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      if (tls != null) {
        channel.pipeline().addLast(tls.client().newHandler(channel.alloc()));
      }
      channel
          .pipeline()
          .addLast(
              new HandshakeHandler(
                  connection, handshake(Handshake.Role.CONNECTS), () -> handler, settings));
    }
  }

  /** Keeps account of the connections. */
  private final class Registry implements NettyConnection.Owner {
    @Override
    public void authenticated(NettyConnection connection) {
      unauthenticated.remove(connection);
    }

    @Override
    public void ended(NettyConnection connection, String reason, boolean hadHandler) {
      unauthenticated.remove(connection);
      boolean isOrdinary;
      synchronized (lock) {
        connections.remove(connection);
        isOrdinary = hadHandler || closed;
      }
      if (!isOrdinary) {
        refusals.refused(connection.peer(), reason);
      }
    }
  }
}
