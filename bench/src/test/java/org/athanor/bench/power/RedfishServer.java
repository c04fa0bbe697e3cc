// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A Redfish service on the loopback interface, with resources that a test chooses. It wants the
 * user {@code reader} with the password {@link #PASSWORD}, or a session's token.
 */
final class RedfishServer implements AutoCloseable {
  static final String PASSWORD = "p\u00e4ssword of tests";

  private static final char[] STORE = "certificate-for-tests".toCharArray();
  private static final String SESSIONS = "/redfish/v1/SessionService/Sessions";

  /** Path → the handler of authorized requests. */
  final Map<String, HttpHandler> resources = new ConcurrentHashMap<>();

  /** Method and path of each request. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  /** Valid tokens. */
  final Map<String, Boolean> tokens = new ConcurrentHashMap<>();

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final HttpsServer server;

  RedfishServer() throws Exception {
    KeyStore store = store();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, STORE);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.setExecutor(pool);
    server.createContext("/", this::handle);
    server.start();
  }

  /** A store with the certificate and its key. */
  static KeyStore store() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream file = RedfishServer.class.getResourceAsStream("bmc.p12")) {
      store.load(file, STORE);
    }
    return store;
  }

  /** The certificate alone, as an authority. */
  static KeyStore authority() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("bmc", store().getCertificate("bmc"));
    return trusted;
  }

  static String fingerprint() throws Exception {
    byte[] certificate = store().getCertificate("bmc").getEncoded();
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return "https://localhost:" + port();
  }

  /** Adds a chassis with the older resource. */
  RedfishServer chassis(String id, String watts) {
    String path = "/redfish/v1/Chassis/" + id;
    json("/redfish/v1/Chassis", "{\"Members\":[{\"@odata.id\":\"" + path + "\"}]}");
    json(path, "{\"Power\":{\"@odata.id\":\"" + path + "/Power\"}}");
    return json(path + "/Power", "{\"PowerControl\":[{\"PowerConsumedWatts\":" + watts + "}]}");
  }

  RedfishServer json(String path, String content) {
    resources.put(path, exchange -> answer(exchange, 200, content));
    return this;
  }

  static void answer(HttpExchange exchange, int status, String content) throws IOException {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String asked = exchange.getRequestMethod() + " " + path;
    requests.add(asked);
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (asked.equals("POST " + SESSIONS)) {
      boolean known = body.contains("\"" + PASSWORD + "\"") && body.contains("\"reader\"");
      if (known) {
        String token = "token-" + requests.size();
        tokens.put(token, true);
        exchange.getResponseHeaders().add("X-Auth-Token", token);
        exchange.getResponseHeaders().add("Location", SESSIONS + "/1");
      }
      answer(exchange, known ? 201 : 401, "{}");
      return;
    }
    String basic =
        Base64.getEncoder().encodeToString(("reader:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
    String token = exchange.getRequestHeaders().getFirst("X-Auth-Token");
    String given = exchange.getRequestHeaders().getFirst("Authorization");
    if (token == null ? !("Basic " + basic).equals(given) : !tokens.containsKey(token)) {
      answer(exchange, 401, "{\"error\":\"you said " + given + "\"}");
    } else if (exchange.getRequestMethod().equals("DELETE")) {
      tokens.remove(token);
      answer(exchange, 204, "");
    } else if (resources.containsKey(path)) {
      resources.get(path).handle(exchange);
    } else {
      answer(exchange, 404, "{}");
    }
  }

  @Override
  public void close() {
    server.stop(0);
    pool.shutdownNow();
  }
}
