// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PageServerTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final PageServer.Limits LIMITS = new PageServer.Limits(1, 2, 2, 30);

  private final AtomicReference<Request> asked = new AtomicReference<>();
  private List<String> proxies = List.of("127.0.0.1:1");

  private PageServer server(PageServer.Limits limits) throws IOException {
    Proxies known =
        new Proxies(
            () -> proxies, () -> "http://", new Links("/proxy/application_1_2"), System::nanoTime);
    return new PageServer(
        new InetSocketAddress(LOOPBACK, 0), limits, new PageGate(known, this::page));
  }

  private Response page(Request request) {
    asked.set(request);
    if (request.path().equals("/breaks")) {
      throw new IllegalStateException("a page that breaks");
    }
    return Response.html("<p>" + request.path());
  }

  private static String send(PageServer server, String request) throws IOException {
    try (Socket socket = new Socket(LOOPBACK, server.address().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return read(socket);
    }
  }

  /** Reads until the server closes the connection. */
  private static String read(Socket socket) throws IOException {
    StringBuilder text = new StringBuilder();
    try (InputStream in = socket.getInputStream()) {
      for (int c = in.read(); c >= 0; c = in.read()) {
        text.append((char) c);
      }
    } catch (SocketException e) {
      text.append("[reset]");
    }
    return text.toString();
  }

  private static String get(PageServer server, String target) throws IOException {
    return send(server, "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
  }

  @Test
  void showsPagesToProxiesWithTheUserThatTheyName() throws IOException {
    try (PageServer server = server(LIMITS)) {
      assertThat(get(server, "/job/x?from=3&from=4&b"))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("content-type: text/html; charset=utf-8")
          .contains("content-security-policy: default-src 'none';")
          .contains("x-content-type-options: nosniff")
          .contains("cache-control: no-store")
          .contains("connection: close")
          .endsWith("\r\n\r\n<p>/job/x");
      assertThat(asked.get().query()).containsEntry("from", "3").containsEntry("b", "");
      assertThat(asked.get().user()).isEmpty();
      send(
          server,
          "GET / HTTP/1.1\r\nHost: x\r\nCookie: a=b; proxy-user=anna%40EXAMPLE; proxy-user=x\r\n\r\n");
      assertThat(asked.get().user()).contains("anna@EXAMPLE");
    }
  }

  @Test
  void othersAreSentToTheProxy() throws IOException {
    proxies = List.of("127.0.0.99:8088");
    try (PageServer server = server(LIMITS)) {
      String forged = "GET /job/x HTTP/1.1\r\nHost: x\r\nCookie: proxy-user=root\r\n\r\n";
      assertThat(send(server, forged))
          .startsWith("HTTP/1.1 302 Found\r\n")
          .contains("location: http://127.0.0.99:8088/proxy/redirect/application_1_2/job/x\r\n");
      assertThat(get(server, "/%0d%0aSet-Cookie:x"))
          .contains("location: http://127.0.0.99:8088/proxy/redirect/application_1_2/\r\n");
      assertThat(asked.get()).isNull();
    }
  }

  @Test
  void pagesCanOnlyBeLookedAt() throws IOException {
    try (PageServer server = server(LIMITS)) {
      for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "X")) {
        assertThat(send(server, method + " / HTTP/1.1\r\nHost: x\r\n\r\n"))
            .startsWith("HTTP/1.1 405 ")
            .contains("allow: GET, HEAD");
      }
      assertThat(asked.get()).isNull();
      assertThat(send(server, "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"))
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("content-length: 4")
          .endsWith("\r\n\r\n");
    }
  }

  @Test
  void malformedRequestsAreRefused() throws IOException {
    try (PageServer server = server(LIMITS)) {
      assertThat(get(server, "/%zz")).startsWith("HTTP/1.1 400 ");
      assertThat(get(server, "/" + "x".repeat(5000))).startsWith("HTTP/1.1 400 ");
      String header = "GET / HTTP/1.1\r\nX: " + "y".repeat(20_000) + "\r\n\r\n";
      assertThat(send(server, header)).startsWith("HTTP/1.1 400 ");
      assertThat(asked.get()).isNull();
      assertThat(get(server, "/breaks")).startsWith("HTTP/1.1 500 ").doesNotContain("Exception");
      assertThat(get(server, "/")).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void aConnectionHasOneRequest() throws IOException {
    try (PageServer server = server(LIMITS)) {
      String two = "GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n";
      assertThat(send(server, two)).contains("<p>/a").doesNotContain("<p>/b");
    }
  }

  @Test
  void tooManyConnectionsAreClosedAtOnce() throws IOException {
    try (PageServer server = server(LIMITS)) {
      get(server, "/"); // From now on the peer is known as a proxy.
      List<Socket> idle = new ArrayList<>();
      try {
        for (int i = 0; i < LIMITS.trusted(); i++) {
          idle.add(new Socket(LOOPBACK, server.address().getPort()));
        }
        try (Socket more = new Socket(LOOPBACK, server.address().getPort())) {
          assertThat(read(more)).isIn("", "[reset]");
        }
      } finally {
        for (Socket socket : idle) {
          socket.close();
        }
      }
      String page = "";
      for (int i = 0; i < 100 && page.isEmpty(); i++) { // until the server has noticed
        page = get(server, "/again");
        page = page.equals("[reset]") ? "" : page;
      }
      assertThat(page).contains("<p>/again");
    }
  }

  @Test
  void aSlowPeerIsDisconnected() throws IOException {
    try (PageServer server = server(new PageServer.Limits(1, 2, 2, 1));
        Socket slow = new Socket(LOOPBACK, server.address().getPort())) {
      long begin = System.nanoTime();
      slow.getOutputStream().write("GET / HT".getBytes(StandardCharsets.ISO_8859_1));
      assertThat(read(slow)).isIn("", "[reset]");
      assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
    }
  }

  @Test
  void closingFreesThePort() throws IOException {
    PageServer server = server(LIMITS);
    int port = server.address().getPort();
    server.close();
    assertThatThrownBy(() -> new Socket(LOOPBACK, port)).isInstanceOf(ConnectException.class);
  }
}
