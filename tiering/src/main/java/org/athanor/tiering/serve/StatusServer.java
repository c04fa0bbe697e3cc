// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.athanor.web.Answer;
import org.athanor.web.PageServer;
import org.athanor.web.Request;

/**
 * Shows what a daemon does: a page at {@code /}, the same as JSON at {@code /status.json}, and
 * {@code /metrics} for Prometheus. Who can connect sees names of files, so it should listen where
 * only administrators can. {@link PageServer} has the limits.
 */
public final class StatusServer implements Closeable {
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src"
          + " 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final PageServer server;

  /** Where the answers come from; called on the server's threads. */
  public interface Source {
    /** What is known now. */
    Status status();
  }

  /**
   * Listens.
   *
   * @throws IOException if the address cannot be used; its message names it
   */
  public StatusServer(InetSocketAddress address, Source source) throws IOException {
    server = new PageServer(address, Optional.empty(), request -> answer(request, source));
  }

  /** The address that it listens on. */
  public InetSocketAddress address() {
    return server.address();
  }

  private static Answer answer(Request request, Source source) throws IOException {
    return switch (request.path()) {
      case "/" -> Answer.html(Answer.OK, page(), POLICY);
      case "/status.json" -> Answer.json(StatusJson.of(source.status()));
      case "/metrics" -> Answer.metrics(Metrics.of(source.status()));
      default -> Answer.text(Answer.NOT_FOUND, "nothing here; see / and /status.json\n");
    };
  }

  private static String page() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(StatusServer.class.getResourceAsStream("status.html"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
