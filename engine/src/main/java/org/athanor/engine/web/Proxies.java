// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The web proxies of YARN, the only ones that may show pages: they say who looks. All others are
 * sent to a proxy, as Hadoop's {@code AmIpFilter} does. Names are resolved again after a while,
 * because a proxy may move. Thread-safe.
 */
final class Proxies {
  private static final Logger LOG = LoggerFactory.getLogger(Proxies.class);

  /** The addresses of proxies count so long. */
  static final int REFRESH_SECONDS = 300;

  /** Somebody unknown has the addresses looked up again, but not more often than this. */
  static final int LEAST_SECONDS = 10;

  private static final String PROXY = "/proxy/";

  private final Supplier<List<String>> names;
  private final Supplier<String> scheme;
  private final Links links;
  private final LongSupplier nanoTime;

  private volatile Map<InetAddress, String> known = Map.of(); // host and port by address
  private volatile String last = ""; // host and port of the proxy that asked last; or of the first

  @GuardedBy("this")
  private long resolvedAt;

  @GuardedBy("this")
  private boolean isResolved;

  /**
   * @param names hosts and ports of the proxies
   * @param scheme of their addresses, with {@code ://}
   * @param links where the proxies show the pages
   */
  Proxies(
      Supplier<List<String>> names, Supplier<String> scheme, Links links, LongSupplier nanoTime) {
    this.names = names;
    this.scheme = scheme;
    this.links = links;
    this.nanoTime = nanoTime;
  }

  /** Returns whether an address is a proxy's, as far as is known; does not block. */
  boolean isKnown(InetAddress peer) {
    return known.containsKey(peer);
  }

  /** Returns whether an address is a proxy's; may look up names. */
  boolean isProxy(InetAddress peer) {
    refresh(isKnown(peer) ? REFRESH_SECONDS : LEAST_SECONDS);
    String proxy = known.get(peer);
    if (proxy == null) {
      return false;
    }
    last = proxy;
    return true;
  }

  private synchronized void refresh(int seconds) {
    long now = nanoTime.getAsLong();
    if (isResolved && now - resolvedAt < TimeUnit.SECONDS.toNanos(seconds)) {
      return;
    }
    isResolved = true;
    resolvedAt = now;
    try {
      Map<InetAddress, String> resolved = resolve(names.get());
      if (!resolved.isEmpty()) { // Else those that were known may still be right.
        known = resolved;
      }
    } catch (RuntimeException e) {
      LOG.warn("the addresses of YARN's web proxy are not known: {}", e.toString());
    }
  }

  private Map<InetAddress, String> resolve(List<String> proxies) {
    Map<InetAddress, String> resolved = new HashMap<>();
    for (String proxy : proxies) {
      if (last.isEmpty()) {
        last = proxy;
      }
      try {
        for (InetAddress address : InetAddress.getAllByName(hostOf(proxy))) {
          resolved.put(address, proxy);
        }
      } catch (UnknownHostException e) {
        LOG.warn("web proxy {}: its host is not known", proxy);
      }
    }
    return resolved;
  }

  private static String hostOf(String hostAndPort) {
    int colon = hostAndPort.lastIndexOf(':');
    String host = colon < 0 ? hostAndPort : hostAndPort.substring(0, colon);
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /**
   * Sends somebody who is no proxy to one. The part {@code redirect} of the path tells the proxy
   * so: it does not send its user here again, if it has an address that is not known here.
   *
   * @param target path and query
   */
  Response redirect(String target) {
    if (last.isEmpty() || !links.base().startsWith(PROXY)) {
      return Response.error(
          Response.FORBIDDEN, "This page is shown by the web proxy of YARN only.");
    }
    return Response.redirect(
        scheme.get()
            + last
            + PROXY
            + "redirect/"
            + links.base().substring(PROXY.length())
            + target);
  }
}
