// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.transport.FrameHandler;

/**
 * Is first in the life of a channel: authenticates the peer, and then makes way for {@link
 * FramesHandler}. A peer that sends anything else is disconnected at once. The channel's thread
 * only.
 */
final class HandshakeHandler extends ChannelInboundHandlerAdapter {
  private final NettyConnection connection;
  private final Handshake handshake;
  private final Supplier<FrameHandler> handlers;
  private final TransportSettings settings;
  private byte[] message;
  private int filled; // bytes in the message
  private Future<?> timeout; // null before the channel is connected

  /**
   * @param handlers makes the handler of the connection when the peer is authenticated
   */
  HandshakeHandler(
      NettyConnection connection,
      Handshake handshake,
      Supplier<FrameHandler> handlers,
      TransportSettings settings) {
    this.connection = connection;
    this.handshake = handshake;
    this.handlers = handlers;
    this.settings = settings;
    this.message = new byte[handshake.expectedBytes()];
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    Duration limit = settings.openTimeout();
    timeout =
        context
            .executor()
            .schedule(
                () ->
                    refuse(
                        "the peer did not prove that it knows the session's secret within "
                            + limit.toMillis()
                            + " ms"),
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
    send(context, handshake.begin());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object received) {
    ByteBuf bytes = (ByteBuf) received;
    try {
      while (!handshake.done() && bytes.isReadable() && !connection.hasEnded()) {
        read(context, bytes);
      }
      if (handshake.done() && !connection.hasEnded()) {
        open(context, bytes);
      }
    } catch (RefusedPeerException e) {
      refuse(e.getMessage());
    } finally {
      bytes.release();
    }
  }

  private void read(ChannelHandlerContext context, ByteBuf bytes) throws RefusedPeerException {
    int length = Math.min(bytes.readableBytes(), message.length - filled);
    bytes.readBytes(message, filled, length);
    filled += length;
    if (filled < message.length) {
      return;
    }
    bind(context);
    byte[] reply = handshake.receive(message);
    if (reply.length > 0 && bytes.isReadable()) {
      throw new RefusedPeerException("the peer sent more than a message of the handshake");
    }
    send(context, reply);
    message = new byte[handshake.expectedBytes()];
    filled = 0;
  }

  /** Binds the proofs to the certificate of the accepting side, if there is TLS. */
  private void bind(ChannelHandlerContext context) throws RefusedPeerException {
    SslHandler tls = context.pipeline().get(SslHandler.class);
    if (tls == null) {
      return;
    }
    SSLSession session = tls.engine().getSession();
    try {
      Certificate[] chain =
          handshake.accepts() ? session.getLocalCertificates() : session.getPeerCertificates();
      handshake.bindTo(MessageDigest.getInstance("SHA-256").digest(chain[0].getEncoded()));
    } catch (SSLPeerUnverifiedException | GeneralSecurityException e) {
      throw new RefusedPeerException("TLS without a certificate: " + Failure.of(e).line());
    }
  }

  private void open(ChannelHandlerContext context, ByteBuf bytes) {
    timeout.cancel(false);
    FramesHandler frames = new FramesHandler(connection, settings);
    IdleStateHandler idle =
        new IdleStateHandler(
            settings.silence().toMillis(),
            settings.keepAlive().toMillis(),
            0,
            TimeUnit.MILLISECONDS);
    context.pipeline().addLast(idle, frames).remove(this);
    connection.open(handlers);
    frames.read(bytes);
  }

  private static void send(ChannelHandlerContext context, byte[] bytes) {
    if (bytes.length > 0) {
      context
          .writeAndFlush(Unpooled.wrappedBuffer(bytes))
          .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
    }
  }

  private void refuse(String reason) {
    connection.end(reason);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    refuse("the peer closed the connection during the handshake; it may have another secret");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    refuse("the handshake failed: " + Failure.of(failure).line());
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (timeout != null) {
      timeout.cancel(false);
    }
  }
}
