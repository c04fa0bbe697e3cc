// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class NodeHttpTest {

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    answer("/state", 200, "{\n\n\"slots\": 2}\n");
    answer("/missing", 404, "no");
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

  private Optional<String> get(int port, String path) throws Exception {
    return NodeHttp.get(Nodes.localhost(), new Mark("http"), "127.0.0.1", port, path);
  }

  @Test
  void returnsTheBodyOfASuccess() throws Exception {
    assertThat(get(server.getAddress().getPort(), "/state")).contains("{\n\n\"slots\": 2}\n");
  }

  @Test
  void returnsNothingForOtherAnswers() throws Exception {
    int port = server.getAddress().getPort();
    assertThat(get(port, "/missing")).isEmpty();
    server.stop(0);
    assertThat(get(port, "/state")).isEmpty();
  }
}
