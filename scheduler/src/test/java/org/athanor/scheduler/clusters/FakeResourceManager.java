// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers as a ResourceManager does, on the loopback interface. */
public final class FakeResourceManager implements AutoCloseable {
  static final String METRICS =
      """
      {"clusterMetrics": {"totalMB": 8192, "availableMB": 5120, "allocatedMB": 3072,
        "totalVirtualCores": 16, "availableVirtualCores": 9, "allocatedVirtualCores": 7,
        "activeNodes": 2}}
      """;

  static final String ACTIVE =
      "{\"clusterInfo\": {\"state\": \"STARTED\", \"haState\": \"ACTIVE\"}}";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  /** The queries of all requests, with their paths. */
  public final List<String> requests = new CopyOnWriteArrayList<>();

  /** Writes an answer. */
  public interface Answer {
    /** Writes it; the exchange is closed afterwards. */
    void write(HttpExchange exchange) throws IOException;
  }

  /** Begins to answer, with no applications. */
  public FakeResourceManager() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
    answer("/info", ACTIVE);
    answer("/metrics", METRICS);
    answer("/apps", "{\"apps\": null}");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(exchange.getRequestURI().toString());
      String path = exchange.getRequestURI().getPath();
      Answer answer = answers.get(path.replaceFirst("^/ws/v1/cluster", ""));
      if (answer == null) {
        status(exchange, 404, "{\"RemoteException\": {\"exception\": \"NotFoundException\"}}");
      } else {
        answer.write(exchange);
      }
    }
  }

  /** Answers a path below {@code /ws/v1/cluster} with a text. */
  public FakeResourceManager answer(String path, String json) {
    return answer(path, exchange -> status(exchange, 200, json));
  }

  /** Answers a path below {@code /ws/v1/cluster}. */
  public FakeResourceManager answer(String path, Answer answer) {
    answers.put(path, answer);
    return this;
  }

  /** Writes an answer of JSON. */
  public static void status(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** Where it answers. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
