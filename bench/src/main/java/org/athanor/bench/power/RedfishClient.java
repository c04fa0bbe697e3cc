// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.athanor.results.Secrets;
import org.athanor.web.BoundedBody;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads resources of one Redfish service (DMTF DSP0266). The password, or the token of a session,
 * is sent to this service only: redirects and links to other hosts are not followed. An answer has
 * a time limit and a largest size. Messages do not quote answers, which may repeat the password.
 */
final class RedfishClient {
  private static final int MOST_BYTES = 1 << 20;
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SESSIONS = "/redfish/v1/SessionService/Sessions";

  private final HttpClient http;
  private final URI service;
  private final String user;
  private final String password;
  private final boolean session;
  private final Duration limit;
  private Optional<String> token = Optional.empty();
  private Optional<String> opened = Optional.empty();

  /**
   * Makes a client; nothing is sent yet.
   *
   * @param http does not follow redirects
   * @param service its path is not used
   * @param session whether to open a session, which is closed at the end, instead of sending the
   *     password with each request
   * @param limit of each request
   */
  RedfishClient(
      HttpClient http, URI service, String user, String password, boolean session, Duration limit) {
    this.http = http;
    this.service = service;
    this.user = user;
    this.password = password;
    this.session = session;
    this.limit = limit;
  }

  /** An HTTP client for all services, see {@link DeviceTrust}. */
  static HttpClient http(SSLContext tls, Duration limit) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(limit)
        .sslContext(tls)
        .build();
  }

  /** Reads a resource; empty if there is none. */
  Optional<JsonNode> get(String path) throws PowerException, InterruptedException {
    boolean fresh = session && token.isEmpty();
    if (fresh) {
      login();
    }
    HttpResponse<byte[]> answer = send(authorized(path).GET().build());
    if (answer.statusCode() == 401 && session && !fresh) {
      // The device has ended the session.
      login();
      answer = send(authorized(path).GET().build());
    }
    if (answer.statusCode() == 404) {
      return Optional.empty();
    }
    return Optional.of(json(answer));
  }

  private void login() throws PowerException, InterruptedException {
    token = Optional.empty();
    String body = JSON.writeValueAsString(Map.of("UserName", user, "Password", password));
    HttpResponse<byte[]> answer =
        send(
            request(SESSIONS)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    json(answer);
    token = answer.headers().firstValue("X-Auth-Token");
    opened = answer.headers().firstValue("Location");
    if (token.isEmpty()) {
      throw new PowerException("opens no session: it gives no X-Auth-Token; use login: basic");
    }
  }

  /** Closes the session, if there is one. A device that does not answer ends it by itself. */
  void close() throws InterruptedException {
    if (token.isPresent() && opened.isPresent()) {
      try {
        URI place = service.resolve(opened.get());
        if (sameService(place)) {
          send(authorized(place.getRawPath()).DELETE().build());
        }
      } catch (PowerException | IllegalArgumentException unreachable) {
        // Nothing else can be done about it.
      }
      token = Optional.empty();
    }
  }

  private boolean sameService(URI other) {
    return service.getScheme().equalsIgnoreCase(other.getScheme())
        && service.getRawAuthority().equalsIgnoreCase(other.getRawAuthority());
  }

  private HttpRequest.Builder authorized(String path) throws PowerException {
    HttpRequest.Builder request = request(path);
    if (token.isPresent()) {
      return request.header("X-Auth-Token", token.get());
    }
    return request.header("Authorization", "Basic " + pair());
  }

  private HttpRequest.Builder request(String path) throws PowerException {
    try {
      URI uri = service.resolve(path);
      if (!path.startsWith("/") || !sameService(uri)) {
        throw new PowerException("links to another host, which does not get the secret");
      }
      return HttpRequest.newBuilder(uri).header("Accept", "application/json").timeout(limit);
    } catch (IllegalArgumentException malformed) {
      throw new PowerException("has a link that is no path", malformed);
    }
  }

  private HttpResponse<byte[]> send(HttpRequest request)
      throws PowerException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request, about -> new BoundedBody(MOST_BYTES));
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      answer.cancel(true);
      throw new PowerException("does not answer within " + seconds(), late);
    } catch (InterruptedException stopped) {
      answer.cancel(true);
      throw stopped;
    } catch (ExecutionException failed) {
      throw new PowerException(reason(failed.getCause()), failed.getCause());
    }
  }

  private String seconds() {
    return limit.toMillis() / 1000.0 + " s";
  }

  private String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "has a host name that is not known";
      }
      if (cause instanceof CertificateException) {
        return "is not trusted: "
            + firstLine(cause)
            + "; if it is the right device, set certificate to its sha256: fingerprint";
      }
    }
    if (failure instanceof HttpConnectTimeoutException) {
      return "cannot be reached within " + seconds();
    }
    if (failure instanceof ConnectException) {
      return "cannot be reached";
    }
    return (failure instanceof SSLException ? "has no TLS connection: " : "gives no answer: ")
        + firstLine(failure);
  }

  /** The first line of a message. It may quote what the device has sent, but no secret. */
  private String firstLine(Throwable failure) {
    String line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    for (String secret : List.of(password, pair(), token.orElse(password))) {
      line = line.replace(secret, Secrets.REDACTED);
    }
    return line;
  }

  private String pair() {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return Base64.getEncoder().encodeToString(pair);
  }

  private JsonNode json(HttpResponse<byte[]> answer) throws PowerException {
    int status = answer.statusCode();
    if (status == 401 || status == 403) {
      throw PowerException.refusal(
          "refuses the user " + user + " (HTTP " + status + "): check user and secret");
    }
    if (status / 100 == 3) {
      throw new PowerException(
          "redirects (HTTP " + status + "), which is not followed with a secret");
    }
    if (status / 100 != 2) {
      throw new PowerException("refuses to answer (HTTP " + status + ")");
    }
    try {
      JsonNode content = JSON.readTree(answer.body());
      if (content.isObject()) {
        return content;
      }
      throw new PowerException("answers something else than a Redfish service does");
    } catch (JacksonException malformed) {
      throw new PowerException("answers something else than a Redfish service does");
    }
  }
}
