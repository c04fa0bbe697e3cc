// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks a daemon for its status, over HTTP. */
public final class StatusClient {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MOST_BYTES = 64 << 20;
  private static final JsonMapper JSON = new JsonMapper();

  private StatusClient() {}

  /**
   * The status that a daemon shows.
   *
   * @param address where it listens
   * @return empty if nothing listens there
   * @throws IOException if something else answers, or the daemon does so too late; with one line
   */
  public static Optional<RemoteStatus> ask(InetSocketAddress address)
      throws IOException, InterruptedException {
    URI uri = uri(address);
    HttpClient client =
        HttpClient.newBuilder().connectTimeout(PATIENCE).proxy(HttpClient.Builder.NO_PROXY).build();
    Answer response;
    try {
      response = answer(client, HttpRequest.newBuilder(uri).timeout(PATIENCE).build());
    } catch (ConnectException | HttpConnectTimeoutException e) {
      return Optional.empty();
    } catch (HttpTimeoutException e) {
      throw new IOException(uri + ": no answer within " + PATIENCE.toSeconds() + " s", e);
    } catch (IOException e) {
      throw new IOException(uri + ": is no storage daemon: " + e.getMessage(), e);
    }
    try {
      JsonNode status = JSON.readTree(response.body());
      if (response.code() == 200 && status.has("cluster") && status.has("doing")) {
        return Optional.of(new RemoteStatus(response.body(), status));
      }
    } catch (JacksonException e) {
      throw new IOException(uri + ": is no storage daemon: what it says is no JSON", e);
    }
    throw new IOException(uri + ": is no storage daemon: it answers with code " + response.code());
  }

  private record Answer(int code, String body) {}

  /** Reads an answer; both its size and the time until its end are limited. */
  private static Answer answer(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    HttpResponse<InputStream> response =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      CompletableFuture<byte[]> all =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return body.readNBytes(MOST_BYTES + 1);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      byte[] bytes = all.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("its answer is longer than " + MOST_BYTES + " bytes");
      }
      return new Answer(response.statusCode(), new String(bytes, StandardCharsets.UTF_8));
    } catch (TimeoutException e) {
      throw new HttpTimeoutException("the answer does not end");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    }
  }

  private static URI uri(InetSocketAddress address) {
    String host = address.getHostString();
    try {
      return new URI("http", null, host, address.getPort(), "/status.json", null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(host + ": is no host", e);
    }
  }
}
