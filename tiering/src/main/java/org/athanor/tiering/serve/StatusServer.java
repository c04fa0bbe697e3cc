// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Shows what a daemon does: a page at {@code /}, the same as JSON at {@code /status.json}, and
 * {@code /metrics} for Prometheus. It only answers GET and HEAD, and changes nothing. Who can
 * connect sees names of files, so it should listen where only administrators can.
 *
 * <p>At most 64 connections are open at a time; more are closed at once. One that sends nothing for
 * 10 s, or does not send its request or take its answer within 10 s, is closed, give or take 10 s.
 * These are limits of the JDK's server for the whole process, which hold if no other one was
 * started before; system properties of its names change them. A Java 17 before 17.0.5 has no limit
 * of connections.
 */
public final class StatusServer implements Closeable {
  private static final int THREADS = 2;
  private static final int WAITING = 32;

  private static final Map<String, String> LIMITS =
      Map.of(
          "jdk.httpserver.maxConnections", "64",
          "sun.net.httpserver.idleInterval", "10",
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "10");

  private final HttpServer server;
  private final ThreadPoolExecutor executor;

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
    LIMITS.forEach(
        (property, limit) -> {
          if (System.getProperty(property) == null) {
            System.setProperty(property, limit);
          }
        });
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + e.getMessage(),
          e);
    }
    executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            task -> new Thread(task, "athanor-storage-status"));
    server.setExecutor(executor);
    server.createContext("/", exchange -> answer(exchange, source));
    server.start();
  }

  /** The address that it listens on. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private static void answer(HttpExchange exchange, Source source) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, 405, "text/plain", "only GET and HEAD\n");
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/" -> send(exchange, 200, "text/html", page());
        case "/status.json" ->
            send(exchange, 200, "application/json", StatusJson.of(source.status()));
        case "/metrics" ->
            send(exchange, 200, "text/plain; version=0.0.4", Metrics.of(source.status()));
        default -> send(exchange, 404, "text/plain", "nothing here; see / and /status.json\n");
      }
    }
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(code, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  private static String page() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(StatusServer.class.getResourceAsStream("status.html"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
