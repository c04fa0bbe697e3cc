// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import java.time.Duration;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.transport.Frame;

/** Passes what happens on an authenticated channel to its connection. The channel's thread only. */
final class FramesHandler extends ChannelInboundHandlerAdapter {
  private final NettyConnection connection;
  private final FrameDecoder decoder;
  private final Duration silence;

  FramesHandler(NettyConnection connection, TransportSettings settings) {
    this.connection = connection;
    this.decoder = new FrameDecoder(settings.maxFrameBytes());
    this.silence = settings.silence();
  }

  /** Reads frames out of bytes; the caller releases them. */
  void read(ByteBuf bytes) {
    try {
      while (!connection.hasEnded()) {
        Frame frame = decoder.next(bytes);
        if (frame == null) {
          return;
        }
        connection.received(frame);
      }
    } catch (BrokenFrameException e) {
      connection.end(e.getMessage());
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      read(bytes);
    } finally {
      bytes.release();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    connection.write();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent idle) {
      if (idle.state() == IdleState.READER_IDLE) {
        connection.end("nothing arrived for " + silence.toMillis() + " ms");
      } else {
        connection.keepAlive();
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    connection.end(
        decoder.isInFrame()
            ? "the peer closed the connection within a frame"
            : "the peer closed the connection");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    connection.end("the connection failed: " + Failure.of(failure).line());
  }
}
