// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The REST interface of a ResourceManager, or of several of which one is active. A standby one
 * answers with a redirection, which is not followed: the next address is asked instead. The one
 * that answered last is asked first.
 *
 * <p>Authentication is Hadoop's "simple" one. Any thread may use it.
 */
final class ResourceManager {
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
  private final RestClient client;

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
    this.client = new RestClient(timeout);
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
            throw new RestClient.Refusal(
                "does not know its applications yet, its state is " + state, null);
          }
          return get(address, path);
        });
  }

  /** A question to one ResourceManager. */
  @FunctionalInterface
  private interface Question {
    Optional<JsonNode> ask(URI address) throws RestClient.Refusal;
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
      } catch (RestClient.Refusal refusal) {
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
  private String state(URI address) throws RestClient.Refusal {
    JsonNode info = get(address, "/info").orElseGet(JsonNodeFactory.instance::objectNode);
    JsonNode state = info.path("clusterInfo").path("haState");
    if (!state.isString()) {
      boolean isRouter = info.has(SUB_CLUSTERS) || info.has(FEDERATION);
      throw new RestClient.Refusal(isRouter ? ROUTER : SOMETHING_ELSE, null);
    }
    managers.add(address);
    return state.asString();
  }

  private Optional<JsonNode> get(URI address, String path) throws RestClient.Refusal {
    HttpResponse<byte[]> response = client.get(address, "/ws/v1/cluster" + path);
    int status = response.statusCode();
    if (status == 404 && RestClient.json(response).has("RemoteException")) {
      return Optional.empty();
    }
    if (status == 400 && isNotImplemented(response)) { // by a Router before Hadoop 3.4
      throw new RestClient.Refusal(ROUTER, null);
    }
    if (status != 200) {
      throw new RestClient.Refusal(RestClient.refused(response), null);
    }
    JsonNode answer = RestClient.json(response);
    if (!answer.isObject()) {
      throw new RestClient.Refusal(SOMETHING_ELSE, null);
    }
    return Optional.of(answer);
  }

  private static boolean isNotImplemented(HttpResponse<byte[]> response) throws RestClient.Refusal {
    return RestClient.json(response)
        .path("RemoteException")
        .path("exception")
        .asString("")
        .equals("NotImplementedException");
  }
}
