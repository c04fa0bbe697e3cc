// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.athanor.web.BoundedBody;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gets JSON from web services of Hadoop, with its "simple" authentication. Redirections are not
 * followed. Any thread may use it.
 */
final class RestClient {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_BYTES = 64 << 20;

  private final Duration timeout;
  private final HttpClient client;

  /**
   * Makes a client.
   *
   * @param timeout of each request, from its start to the last byte of its answer
   */
  RestClient(Duration timeout) {
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(timeout)
            .build();
  }

  /** A service did not give a usable answer; the message follows the service's name. */
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    Refusal(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Gets a resource, whatever its status is.
   *
   * @param path with a query
   */
  HttpResponse<byte[]> get(URI address, String path) throws Refusal {
    URI uri = URI.create(address + path + separator(path) + user());
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Accept", "application/json")
            .timeout(timeout)
            .GET()
            .build();
    return send(request);
  }

  private static String separator(String path) {
    return path.contains("?") ? "&" : "?";
  }

  /** With Hadoop's simple authentication, the one who asks says who he is. */
  private static String user() {
    return "user.name="
        + URLEncoder.encode(System.getProperty("user.name"), StandardCharsets.UTF_8);
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws Refusal {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, about -> new BoundedBody(MOST_BYTES));
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      answer.cancel(true);
      throw new Refusal("does not answer within " + timeout.toMillis() + " ms", late);
    } catch (InterruptedException interrupted) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new Refusal("was asked by a thread that was told to stop", interrupted);
    } catch (ExecutionException failed) {
      throw new Refusal(reason(failed.getCause()), failed);
    }
  }

  private String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "has a host name that is not known";
      }
    }
    if (failure instanceof HttpConnectTimeoutException) {
      return "cannot be reached within " + timeout.toMillis() + " ms";
    }
    if (failure instanceof ConnectException) {
      return "cannot be reached: "
          + Optional.ofNullable(failure.getMessage()).orElse("connection refused");
    }
    return failure instanceof IOException && failure.getMessage() != null
        ? "gives no answer: " + failure.getMessage()
        : "gives no answer: " + failure;
  }

  /** Why an answer with another status than 200 is none. */
  static String refused(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    if (status == 401) {
      boolean negotiates =
          response.headers().allValues("WWW-Authenticate").stream()
              .anyMatch(value -> value.regionMatches(true, 0, "Negotiate", 0, 9));
      return negotiates
          ? "wants Kerberos, which is not supported here: set"
              + " yarn.resourcemanager.webapp.delegation-token-auth-filter.enabled=false and"
              + " hadoop.http.authentication.type=simple for its web interface, or give the address"
              + " of a gateway that authenticates"
          : "wants a password (HTTP 401)";
    }
    if (status == 403) {
      return "does not allow " + System.getProperty("user.name") + " to ask (HTTP 403)";
    }
    if (status >= 300 && status < 400) {
      return "is a standby, or redirects to "
          + response.headers().firstValue("Location").orElse("nowhere")
          + " (HTTP "
          + status
          + ")";
    }
    return "answers HTTP " + status;
  }

  /** What an answer says. */
  static JsonNode json(HttpResponse<byte[]> response) throws Refusal {
    try {
      return JSON.readTree(response.body());
    } catch (JacksonException none) {
      throw new Refusal("answers something else than JSON", none);
    }
  }
}
