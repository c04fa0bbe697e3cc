// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.athanor.engine.job.JobAccess;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.SessionView;

/**
 * The tracking page of a session: a server that shows what the session does to those who come
 * through YARN's web proxy, and changes nothing. The proxy says who looks, and the access lists of
 * a job say whether they may. Thread-safe.
 */
public final class TrackingPage implements AutoCloseable {
  /** Ports that may be used, such as {@code 50000-50050}; any if it is not set. */
  private static final String PORTS = "yarn.app.mapreduce.am.webapp.port-range";

  private static final String SCHEME = "http://";

  private final PageServer server;

  /**
   * Begins to show the page.
   *
   * @param conf names the proxies, and the ports that may be used
   * @param host the address of this host at which proxies reach it
   * @param base the path under which the proxy shows the page
   * @throws IOException if no port is free
   */
  public TrackingPage(
      SessionView session, JobService jobs, Configuration conf, InetAddress host, String base)
      throws IOException {
    Links links = new Links(base);
    Pages pages = new Pages(session, jobs, new JobAccess(conf), System::currentTimeMillis, links);
    Proxies proxies =
        new Proxies(
            () -> WebAppUtils.getProxyHostsAndPortsForAmFilter(conf),
            () -> WebAppUtils.getHttpSchemePrefix(conf),
            links,
            System::nanoTime);
    server = listen(host, ports(conf), new PageGate(proxies, pages::get));
  }

  private static List<Integer> ports(Configuration conf) {
    List<Integer> ports = new ArrayList<>();
    conf.getRange(PORTS, "").forEach(ports::add);
    return ports.isEmpty() ? List.of(0) : ports;
  }

  private static PageServer listen(InetAddress host, List<Integer> ports, PageGate gate)
      throws IOException {
    IOException last = null;
    for (int port : ports) {
      try {
        return new PageServer(
            new InetSocketAddress(host, port), PageServer.Limits.defaults(), gate);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  /** Returns where proxies find the page. */
  public String url() {
    return SCHEME + NetUtils.getHostPortString(server.address()) + "/";
  }

  @Override
  public void close() {
    server.close();
  }
}
