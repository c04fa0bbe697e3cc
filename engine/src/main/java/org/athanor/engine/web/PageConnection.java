// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** One connection: one request, one response. Its state is the connection's thread's. */
@SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for a channel to close.
final class PageConnection extends SimpleChannelInboundHandler<HttpObject> {
  /** No scripts, nothing of other servers, and no frame of other sites around the page. */
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'self';"
          + " base-uri 'none'; form-action 'none'";

  private final PageServer.Handler handler;
  private final Executor pages;
  private final int seconds;
  private boolean isAsked;

  PageConnection(PageServer.Handler handler, Executor pages, int seconds) {
    this.handler = handler;
    this.pages = pages;
    this.seconds = seconds;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    context.executor().schedule(() -> context.close(), seconds, TimeUnit.SECONDS);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
    if (isAsked || !(message instanceof HttpRequest request)) {
      return;
    }
    isAsked = true;
    context.channel().config().setAutoRead(false);
    boolean isHead = HttpMethod.HEAD.equals(request.method());
    if (request.decoderResult().isFailure()) {
      send(context, Response.error(Response.BAD_REQUEST, "The request is malformed."), false);
    } else if (!isHead && !HttpMethod.GET.equals(request.method())) {
      send(
          context,
          Response.error(Response.METHOD_NOT_ALLOWED, "Pages can only be looked at."),
          false);
    } else {
      InetAddress peer = ((InetSocketAddress) context.channel().remoteAddress()).getAddress();
      String target = request.uri();
      String cookies = request.headers().get(HttpHeaderNames.COOKIE, "");
      try {
        pages.execute(() -> send(context, handler.get(peer, target, cookies), isHead));
      } catch (RejectedExecutionException e) {
        context.close(); // The server ends.
      }
    }
  }

  private static void send(ChannelHandlerContext context, Response response, boolean isHead) {
    byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
    FullHttpResponse message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(response.status()),
            isHead ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body));
    HttpHeaders headers = message.headers();
    headers
        .set(HttpHeaderNames.CONTENT_TYPE, response.type() + "; charset=utf-8")
        .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
        .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        .set(
            HttpHeaderNames.CACHE_CONTROL,
            response.isConstant() ? "private, max-age=600" : "no-store")
        .set(HttpHeaderNames.CONTENT_SECURITY_POLICY, POLICY)
        .set("x-content-type-options", "nosniff")
        .set(HttpHeaderNames.X_FRAME_OPTIONS, "SAMEORIGIN")
        .set("referrer-policy", "no-referrer");
    if (!response.location().isEmpty()) {
      headers.set(HttpHeaderNames.LOCATION, response.location());
    }
    if (response.status() == Response.METHOD_NOT_ALLOWED) {
      headers.set(HttpHeaderNames.ALLOW, "GET, HEAD");
    }
    context.writeAndFlush(message).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    context.close(); // The peer is gone, or the heap is full.
  }
}
