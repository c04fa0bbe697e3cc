// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.thread.DaemonThread;

/**
 * A small server of HTTP for pages. A connection is for one request, {@code GET} or {@code HEAD},
 * whose body is not read, and ends after {@link Limits#seconds}, whatever the peer does. Beyond the
 * limits connections are closed at once, those of peers that are not trusted earlier than others.
 *
 * <p>Netty, which Hadoop brings and the session uses anyway, has all these limits for each server,
 * where the JDK's server has them as properties of the process, and those of Jetty depend on the
 * release of Hadoop.
 *
 * <p>Thread-safe. The daemon thread {@code athanor-web} moves bytes, {@code athanor-page-N} make
 * pages.
 */
final class PageServer implements AutoCloseable {
  private static final int BACKLOG = 64;
  private static final int MOST_TARGET = 4096;
  private static final int MOST_HEADERS = 16 << 10;
  private static final int MOST_CHUNK = 8 << 10;
  private static final int IDLE_SECONDS = 10;
  private static final int END_SECONDS = 5;

  private final Handler handler;
  private final Limits limits;
  private final EventLoopGroup thread;
  private final ThreadPoolExecutor pages;
  private final AtomicInteger trusted = new AtomicInteger(); // connections
  private final AtomicInteger others = new AtomicInteger();
  private final Channel server;

  /** Knows peers, and makes pages. Thread-safe. */
  interface Handler {
    /** Returns whether a peer may have the more connections; must not block. */
    boolean isTrusted(InetAddress peer);

    /**
     * Returns a page; may block; must not throw.
     *
     * @param target path and query as they were sent
     * @param cookies the header; empty if there is none
     */
    Response get(InetAddress peer, String target, String cookies);
  }

  /**
   * What the server uses at most.
   *
   * @param threads that make pages
   * @param trusted connections of trusted peers
   * @param others connections of other peers
   * @param seconds that a connection lasts
   */
  record Limits(int threads, int trusted, int others, int seconds) {
    static Limits defaults() {
      return new Limits(2, 48, 16, 30);
    }
  }

  /**
   * Begins to listen.
   *
   * @param bind an address of this host; port 0 for any that is free
   * @throws IOException if this process cannot listen there
   */
  PageServer(InetSocketAddress bind, Limits limits, Handler handler) throws IOException {
    this.handler = handler;
    this.limits = limits;
    AtomicInteger started = new AtomicInteger();
    pages =
        new ThreadPoolExecutor(
            limits.threads(),
            limits.threads(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), // as many as there are connections
            work -> new DaemonThread(work, "athanor-page-" + started.getAndIncrement()));
    pages.allowCoreThreadTimeOut(true);
    thread =
        new NioEventLoopGroup(1, (ThreadFactory) work -> new DaemonThread(work, "athanor-web"));
    ChannelFuture listening =
        new ServerBootstrap()
            .group(thread)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childHandler(new Acceptor())
            .bind(bind)
            .awaitUninterruptibly();
    if (!listening.isSuccess()) {
      end();
      throw new IOException(
          "cannot listen on " + bind + ": " + Failure.of(listening.cause()).line(),
          listening.cause());
    }
    server = listening.channel();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  /** Closes the port and all connections. */
  @Override
  public void close() {
    server.close().awaitUninterruptibly();
    end();
  }

  private void end() {
    pages.shutdownNow();
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(END_SECONDS * 1000L);
  }

  /** Takes connections as long as there are not too many. */
  private final class Acceptor extends ChannelInitializer<SocketChannel> {
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for a channel to close.
    protected void initChannel(SocketChannel channel) {
      boolean isTrusted = handler.isTrusted(channel.remoteAddress().getAddress());
      AtomicInteger count = isTrusted ? trusted : others;
      channel.closeFuture().addListener(unused -> count.decrementAndGet());
      if (count.incrementAndGet() > (isTrusted ? limits.trusted() : limits.others())) {
        channel.close();
        return;
      }
      channel
          .pipeline()
          .addLast(
              new HttpServerCodec(MOST_TARGET, MOST_HEADERS, MOST_CHUNK),
              new PageConnection(handler, pages, limits.seconds()));
    }
  }
}
