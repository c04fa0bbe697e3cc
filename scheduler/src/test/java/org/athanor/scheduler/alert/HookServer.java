// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/** A web service on the loopback interface, which keeps what it is told. */
public final class HookServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** What was posted, as soon as it was read. */
  public final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();

  /** Paths of all requests. */
  public final List<String> paths = new CopyOnWriteArrayList<>();

  /** How requests are answered from now on. */
  public volatile Answer answer = exchange -> exchange.sendResponseHeaders(204, -1);

  /** Answers a request. */
  public interface Answer {
    /** Answers it. */
    void to(HttpExchange exchange) throws IOException, InterruptedException;
  }

  /** Begins to listen. */
  public HookServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            paths.add(exchange.getRequestURI().getPath());
            String body =
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            bodies.add(body);
            answer.to(exchange);
          } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
          }
        });
    server.start();
  }

  /** Its address, with a secret. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/s3cr3t?k=s3cr3t");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
