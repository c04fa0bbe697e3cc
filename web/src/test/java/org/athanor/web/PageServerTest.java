// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as they are on the wire. */
@Timeout(60)
class PageServerTest {
  private static final Pattern COOKIE = Pattern.compile("(?i)\r\nset-cookie: ([^;\r]*)");

  @TempDir private Path directory;
  private String token;
  private PageServer server;

  @BeforeEach
  void start() throws IOException {
    Path file = directory.resolve("token");
    AccessToken secret = AccessToken.in(file);
    token = Files.readString(file).strip();
    server =
        new PageServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.of(secret),
            new Pages() {
              @Override
              public Answer get(Request request) throws IOException {
                return switch (request.path()) {
                  case "/fails" -> throw new IOException("not now");
                  case "/breaks" -> throw new IllegalStateException("secret");
                  case "/style.css" -> Answer.resource("text/css", new byte[] {'a'});
                  default -> Answer.text(Answer.OK, "at " + request.path() + request.query());
                };
              }

              @Override
              public boolean isPublic(String path) {
                return path.equals("/style.css");
              }
            });
  }

  @Test
  void namesAPortThatIsTakenAndTheRemedy() {
    InetSocketAddress taken = server.address();
    assertThatThrownBy(
            () -> new PageServer(taken, Optional.empty(), request -> Answer.text(Answer.OK, "")))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "cannot listen on "
                + taken.getHostString()
                + ":"
                + taken.getPort()
                + ": Address already in use; give another address or port");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String ask(String first, String... headers) throws IOException {
    try (Socket socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      StringBuilder request = new StringBuilder(first + " HTTP/1.1\r\nConnection: close\r\n");
      boolean named = false;
      for (String header : headers) {
        request.append(header).append("\r\n");
        named |= header.startsWith("Host:");
      }
      request.append(named ? "\r\n" : "Host: localhost\r\n\r\n");
      socket.getOutputStream().write(request.toString().getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private String bearer() {
    return "Authorization: Bearer " + token;
  }

  @Test
  void programsGiveTheToken() throws IOException {
    assertThat(ask("GET /metrics"))
        .startsWith("HTTP/1.1 401 ")
        .containsIgnoringCase("www-authenticate: bearer")
        .doesNotContain("at /metrics");
    assertThat(ask("GET /metrics", "Authorization: Bearer " + token + "x"))
        .startsWith("HTTP/1.1 401 ");
    assertThat(ask("GET /metrics", "Authorization: Basic " + token)).startsWith("HTTP/1.1 401 ");
    assertThat(ask("GET /metrics", bearer()))
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("cache-control: no-store")
        .containsIgnoringCase("x-frame-options: deny")
        .containsIgnoringCase("x-content-type-options: nosniff")
        .containsIgnoringCase("referrer-policy: no-referrer")
        .endsWith("at /metrics{}");
  }

  @Test
  void browsersGiveItOnceAndGetACookie() throws IOException {
    assertThat(ask("GET /", "Accept: text/html"))
        .startsWith("HTTP/1.1 401 ")
        .contains("<form action=\"/\">")
        .doesNotContain(token);
    String answer = ask("GET /runs/x?token=" + token, "Accept: text/html");
    assertThat(answer)
        .startsWith("HTTP/1.1 303 ")
        .containsIgnoringCase("location: /runs/x\r\n")
        .contains("; Path=/; HttpOnly; SameSite=Strict")
        .doesNotContain(token);
    Matcher cookie = COOKIE.matcher(answer);
    assertThat(cookie.find()).isTrue();
    assertThat(ask("GET /runs/x", "Cookie: a=b; " + cookie.group(1)))
        .startsWith("HTTP/1.1 200 ")
        .endsWith("at /runs/x{}");
    assertThat(ask("GET /", "Cookie: " + cookie.group(1) + "x")).startsWith("HTTP/1.1 401 ");
    assertThat(ask("GET /", "Cookie: athanor-1=" + cookie.group(1).replaceAll(".*=", "")))
        .startsWith("HTTP/1.1 401 ");
    assertThat(ask("GET /?token=wrong", "Accept: text/html")).startsWith("HTTP/1.1 401 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"//evil.example.org/", "/%2f/evil.example.org", "/a%0d%0aX:%20y", "/\\e"})
  void noAddressLeadsElsewhere(String path) throws IOException {
    assertThat(ask("GET " + path + "?token=" + token))
        .doesNotContainPattern("(?i)location: (//|/\\\\|.*evil)")
        .doesNotContainPattern("\r\nX: y");
  }

  @Test
  void strangersNamesAreRefusedBeforeTheToken() throws IOException {
    assertThat(ask("GET /", "Host: evil.example.org", bearer())).startsWith("HTTP/1.1 421 ");
    assertThat(ask("GET /", "Host: 127.0.0.1:1234", bearer())).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"})
  void otherMethodsAreRefused(String method) throws IOException {
    assertThat(ask(method + " /", bearer()))
        .startsWith("HTTP/1.1 405 ")
        .containsIgnoringCase("allow: GET, HEAD");
  }

  @Test
  void headHasNoBody() throws IOException {
    assertThat(ask("HEAD /", bearer())).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
  }

  @Test
  void whatTellsNothingNeedsNoToken() throws IOException {
    assertThat(ask("GET /style.css")).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\na");
  }

  @Test
  void failuresAndMalformedAddressesAreAnswered() throws IOException {
    assertThat(ask("GET /fails", bearer())).startsWith("HTTP/1.1 503 ").endsWith("not now\n");
    assertThat(ask("GET /breaks", bearer())).startsWith("HTTP/1.1 500 ").doesNotContain("secret");
    assertThat(ask("GET /?a=%zz", bearer())).startsWith("HTTP/1.1 400 ");
    assertThat(ask("GET /?a=1&b=%C3%BC", bearer())).contains("a=1").contains("b=\u00c3\u00bc");
  }
}
