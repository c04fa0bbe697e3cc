// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import org.athanor.cli.usage.ListenAddress;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.page.StatusPages;
import org.athanor.web.AccessToken;
import org.athanor.web.PageServer;
import picocli.CommandLine.Option;

/** Options of the status page. */
final class PageOptions {
  private static final String TOKEN = "http-token";

  @Option(
      names = "--http",
      paramLabel = "<[host:]port>",
      description = {
        "Show a status page, to who knows the token. Without a host, only this machine can connect."
      })
  private String http;

  @Option(
      names = "--http-token",
      paramLabel = "<file>",
      description = {
        "File with the token; made if there is none, for its owner only. Default: http-token in the",
        "directory of runs"
      })
  private Path token;

  /** Where to listen; empty if there shall be no page. */
  Optional<InetSocketAddress> address() throws UsageException {
    if (http == null && token != null) {
      throw new UsageException("--http-token=" + token + ": is for a page; give --http, too");
    }
    return http == null ? Optional.empty() : Optional.of(ListenAddress.parse("--http", http));
  }

  private Path token(StateDirectory directory) {
    return token == null ? directory.path().resolve(TOKEN) : token;
  }

  /** Begins to show the page. */
  PageServer serve(InetSocketAddress address, StateDirectory directory, Session session)
      throws IOException {
    AccessToken secret = AccessToken.in(token(directory));
    return new PageServer(
        address,
        Optional.of(secret),
        new StatusPages(directory.path(), session.scheduler()::see, session.clusters()));
  }

  /** Where the page is, and the token. */
  String where(PageServer server, StateDirectory directory) {
    InetSocketAddress bound = server.address();
    String host = bound.getAddress().getHostAddress();
    return "status page at http://"
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + bound.getPort()
        + "/, token in "
        + token(directory);
  }
}
