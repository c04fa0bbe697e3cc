// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Tag("short")
class NodeHttpTest {

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    answer("/state", 200, "{\n\n\"slots\": 2}\n");
    answer("/missing", 404, "{}");
    answer("/page", 200, "<html>");
    server.createContext(
        "/cut",
        exchange -> {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write("{}".getBytes(UTF_8));
          exchange.getResponseBody().flush();
          exchange.close();
        });
    server.start();
  }

  private void answer(String path, int status, String body) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = body.getBytes(UTF_8);
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Optional<JsonNode> get(int port, String path) throws Exception {
    return NodeHttp.json(Nodes.localhost(), new Mark("http"), "127.0.0.1", port, path);
  }

  @Test
  void returnsTheBodyOfASuccess() throws Exception {
    assertThat(get(server.getAddress().getPort(), "/state").orElseThrow().path("slots").asInt())
        .isEqualTo(2);
  }

  @Test
  void returnsNothingForOtherAnswers() throws Exception {
    int port = server.getAddress().getPort();
    assertThat(get(port, "/missing")).isEmpty();
    assertThat(get(port, "/page")).isEmpty();
    server.stop(0);
    assertThat(get(port, "/state")).isEmpty();
  }

  @Test
  void anAnswerThatIsCutIsNone() throws Exception {
    assertThat(get(server.getAddress().getPort(), "/cut")).isEmpty();
  }

  /** What has arrived is JSON, but nobody knows whether it is all. */
  @Test
  void anAnswerThatDoesNotEndIsNone() throws Exception {
    CommandResult ended = new CommandResult(124, "HTTP/1.0 200 OK\r\n\r\n{}", "");
    Node node =
        (Node)
            Proxy.newProxyInstance(
                Node.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (proxy, method, arguments) -> ended);
    assertThat(NodeHttp.json(node, new Mark("http"), "127.0.0.1", 1, "/state")).isEmpty();
  }
}
