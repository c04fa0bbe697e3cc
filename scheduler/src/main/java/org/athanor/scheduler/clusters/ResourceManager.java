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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.athanor.web.BoundedBody;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The REST interface of a ResourceManager, or of several of which one is active. A standby one
 * answers with a redirection, which is not followed: the next address is asked instead. The one
 * that answered last is asked first.
 *
 * <p>Authentication is Hadoop's "simple" one. Any thread may use it.
 */
final class ResourceManager {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_BYTES = 64 << 20;

  /** Of one that has read its applications, also if it is the only one. */
  private static final String ACTIVE = "ACTIVE";

  /** What a Router since Hadoop 3.4 says instead of its state. */
  private static final String SUB_CLUSTERS = "subCluster";

  /** The object around it, if the answer has its name. */
  private static final String FEDERATION = "federationClusterInfo";

  private static final String SOMETHING_ELSE = "answers something else than a ResourceManager does";

  /**
   * Its lists lack the applications of ResourceManagers that do not answer it, and it does not say
   * so.
   */
  private static final String ROUTER =
      "is a YARN Router, whose lists of applications may lack some: make each ResourceManager"
          + " behind it a cluster of its own";

  private final List<URI> addresses;
  private final Duration timeout;
  private final HttpClient client;

  /** Addresses that are known to be those of ResourceManagers. */
  private final Set<URI> managers = ConcurrentHashMap.newKeySet();

  private volatile int active;

  /**
   * Makes a client.
   *
   * @param addresses at least one
   * @param timeout of each request, from its start to the last byte of its answer
   */
  ResourceManager(List<URI> addresses, Duration timeout) {
    this.addresses = List.copyOf(addresses);
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(timeout)
            .build();
  }

  /** One ResourceManager did not give a usable answer. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    Refusal(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Gets a resource.
   *
   * @param path below {@code /ws/v1/cluster}, with a query
   * @return empty if the active ResourceManager says that there is no such thing
   * @throws ClusterUnavailableException if no ResourceManager gives a usable answer; the message
   *     has the reason of each
   */
  Optional<JsonNode> get(String path) throws ClusterUnavailableException {
    return first(
        address -> {
          if (!managers.contains(address)) {
            state(address);
          }
          return get(address, path);
        });
  }

  /**
   * Gets a resource that says which applications there are. One that starts gives answers before it
   * has read its applications; these answers are not used.
   *
   * @param path as of {@link #get(String)}
   * @throws ClusterUnavailableException as of {@link #get(String)}
   */
  Optional<JsonNode> getWhenRecovered(String path) throws ClusterUnavailableException {
    return first(
        address -> {
          String state = state(address);
          if (!state.equals(ACTIVE)) {
            throw new Refusal("does not know its applications yet, its state is " + state, null);
          }
          return get(address, path);
        });
  }

  /** A question to one ResourceManager. */
  @FunctionalInterface
  private interface Question {
    Optional<JsonNode> ask(URI address) throws Refusal;
  }

  /** The answer of the first one that gives a usable answer. */
  private Optional<JsonNode> first(Question question) throws ClusterUnavailableException {
    List<String> reasons = new ArrayList<>();
    Throwable last = null;
    int first = active;
    for (int i = 0; i < addresses.size(); i++) {
      int index = (first + i) % addresses.size();
      try {
        Optional<JsonNode> answer = question.ask(addresses.get(index));
        active = index;
        return answer;
      } catch (Refusal refusal) {
        reasons.add("ResourceManager " + addresses.get(index) + " " + refusal.getMessage());
        last = refusal;
      }
    }
    throw new ClusterUnavailableException(String.join("; ", reasons), last);
  }

  /**
   * The state of a ResourceManager, such as {@value #ACTIVE}. Whatever does not say that it is one
   * is refused: a Router of which no ResourceManager answers has an empty answer.
   */
  private String state(URI address) throws Refusal {
    JsonNode info = get(address, "/info").orElseGet(JSON::createObjectNode);
    JsonNode state = info.path("clusterInfo").path("haState");
    if (!state.isString()) {
      boolean isRouter = info.has(SUB_CLUSTERS) || info.has(FEDERATION);
      throw new Refusal(isRouter ? ROUTER : SOMETHING_ELSE, null);
    }
    managers.add(address);
    return state.asString();
  }

  private Optional<JsonNode> get(URI address, String path) throws Refusal {
    URI uri = URI.create(address + "/ws/v1/cluster" + path + separator(path) + user());
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Accept", "application/json")
            .timeout(timeout)
            .GET()
            .build();
    HttpResponse<byte[]> response = send(request);
    int status = response.statusCode();
    if (status == 404 && json(response).has("RemoteException")) {
      return Optional.empty();
    }
    if (status == 400 && isNotImplemented(response)) { // by a Router before Hadoop 3.4
      throw new Refusal(ROUTER, null);
    }
    if (status != 200) {
      throw new Refusal(refused(response), null);
    }
    JsonNode answer = json(response);
    if (!answer.isObject()) {
      throw new Refusal(SOMETHING_ELSE, null);
    }
    return Optional.of(answer);
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

  private static String refused(HttpResponse<byte[]> response) {
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

  private static boolean isNotImplemented(HttpResponse<byte[]> response) throws Refusal {
    return json(response)
        .path("RemoteException")
        .path("exception")
        .asString("")
        .equals("NotImplementedException");
  }

  private static JsonNode json(HttpResponse<byte[]> response) throws Refusal {
    try {
      return JSON.readTree(response.body());
    } catch (JacksonException none) {
      throw new Refusal("answers something else than JSON", none);
    }
  }
}
