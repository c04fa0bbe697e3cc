// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.athanor.engine.failure.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets proxies of YARN ask for pages, and sends all others to a proxy. Thread-safe. */
final class PageGate implements PageServer.Handler {
  private static final Logger LOG = LoggerFactory.getLogger(PageGate.class);

  /** The cookie in which the proxy says who looks; it passes no cookies of browsers on. */
  private static final String USER = "proxy-user";

  private static final int MOST_PARAMETERS = 16;

  /** What a redirect repeats; anything else is no page of this server. */
  private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9_./?&=-]*");

  private final Proxies proxies;
  private final Function<Request, Response> pages;

  PageGate(Proxies proxies, Function<Request, Response> pages) {
    this.proxies = proxies;
    this.pages = pages;
  }

  @Override
  public boolean isTrusted(InetAddress peer) {
    return proxies.isKnown(peer);
  }

  @Override
  public Response get(InetAddress peer, String target, String cookies) {
    try {
      if (!proxies.isProxy(peer)) {
        return proxies.redirect(PLAIN.matcher(target).matches() ? target : "/");
      }
      QueryStringDecoder decoder =
          new QueryStringDecoder(target, StandardCharsets.UTF_8, true, MOST_PARAMETERS);
      Map<String, String> query = new HashMap<>();
      decoder.parameters().forEach((name, values) -> query.put(name, values.get(0)));
      return pages.apply(new Request(decoder.path(), query, user(cookies)));
    } catch (IllegalArgumentException e) {
      return Response.error(Response.BAD_REQUEST, "The address is malformed.");
    } catch (RuntimeException | Error e) {
      LOG.warn("a page cannot be shown: {}", Failure.of(e).trace());
      return Response.error(
          Response.INTERNAL_ERROR, "The page cannot be shown; the session's log says why.");
    }
  }

  private static Optional<String> user(String cookies) {
    for (Cookie cookie : ServerCookieDecoder.LAX.decodeAll(cookies)) {
      if (cookie.name().equals(USER) && !cookie.value().isEmpty()) {
        return Optional.of(URLDecoder.decode(cookie.value(), StandardCharsets.UTF_8));
      }
    }
    return Optional.empty();
  }
}
