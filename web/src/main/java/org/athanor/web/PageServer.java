// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shows pages of a daemon. It only answers GET and HEAD, and only requests for an address of this
 * host, its name, or the name that it was told to listen on.
 *
 * <p>At most 64 connections are open at a time; more are closed at once. One that sends nothing for
 * 10 s, or does not send its request or take its answer within 10 s, is closed, give or take 10 s.
 * These are limits of the JDK's server for the whole process, which hold if no other one was
 * started before; system properties of its names change them. A Java 17 before 17.0.5 has no limit
 * of connections. Two threads make and send answers.
 */
public final class PageServer implements Closeable {
  private static final System.Logger LOG = System.getLogger(PageServer.class.getName());
  private static final int THREADS = 2;
  private static final int MOST_CONNECTIONS = 64;
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private static final Map<String, String> LIMITS =
      Map.of(
          "jdk.httpserver.maxConnections", Integer.toString(MOST_CONNECTIONS),
          "sun.net.httpserver.idleInterval", "10",
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "10");

  private final HttpServer server;
  private final ThreadPoolExecutor executor;
  private final HostCheck hosts;
  private final Optional<Gate> gate;
  private final Pages pages;

  /**
   * Listens.
   *
   * @param token what clients must know; empty if who can connect may see all
   * @throws IOException if the address cannot be used; its message names it
   */
  public PageServer(InetSocketAddress address, Optional<AccessToken> token, Pages pages)
      throws IOException {
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
              + e.getMessage()
              + (e instanceof BindException ? "; give another address or port" : ""),
          e);
    }
    this.pages = pages;
    this.hosts = new HostCheck(names(address));
    this.gate = token.map(it -> new Gate(it, server.getAddress().getPort()));
    AtomicInteger started = new AtomicInteger();
    executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_CONNECTIONS),
            task -> {
              Thread thread = new Thread(task, "athanor-page-" + started.getAndIncrement());
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(executor);
    server.createContext("/", this::handle);
    server.start();
  }

  private static List<String> names(InetSocketAddress address) throws IOException {
    List<String> names = new ArrayList<>();
    names.add(address.getHostString());
    if (!address.getAddress().isLoopbackAddress() && Files.isReadable(HOST_NAME)) {
      names.add(Files.readString(HOST_NAME).strip());
    }
    return names;
  }

  /** The address that it listens on. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answer(exchange));
    }
  }

  private Answer answer(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return Answer.text(405, "only GET and HEAD\n").with("Allow", "GET, HEAD");
    }
    Headers headers = exchange.getRequestHeaders();
    if (!hosts.allows(headers.getOrDefault("Host", List.of()))) {
      return Answer.text(
          421, "not a name of this server; use its address, or the name that it listens on\n");
    }
    Request request;
    try {
      request = Request.of(exchange.getRequestURI());
    } catch (IllegalArgumentException e) {
      return Answer.text(400, "the address is malformed\n");
    }
    try {
      boolean isPublic = pages.isPublic(request.path());
      Optional<Answer> stop = isPublic ? Optional.empty() : stop(request, headers);
      return stop.isPresent() ? stop.get() : pages.get(request);
    } catch (IOException e) {
      return Answer.text(Answer.UNAVAILABLE, e.getMessage() + "\n").with("Retry-After", "5");
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a page cannot be made", e);
      return Answer.text(500, "the page cannot be made; the log of the daemon says why\n");
    }
  }

  private Optional<Answer> stop(Request request, Headers headers) {
    boolean isBrowser =
        headers.getOrDefault("Accept", List.of()).stream()
            .anyMatch(header -> header.contains("text/html"));
    return gate.flatMap(
        it ->
            it.stop(
                request,
                headers.getOrDefault("Authorization", List.of()),
                headers.getOrDefault("Cookie", List.of()),
                isBrowser));
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.type());
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    answer.headers().forEach(headers::set);
    boolean hasBody = !exchange.getRequestMethod().equals("HEAD") && answer.body().length > 0;
    exchange.sendResponseHeaders(answer.status(), hasBody ? answer.body().length : -1);
    if (hasBody) {
      exchange.getResponseBody().write(answer.body());
    }
  }

  /** Closes the port and all connections. */
  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
