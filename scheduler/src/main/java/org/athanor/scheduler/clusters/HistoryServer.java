// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * The application history of YARN's timeline server: applications that have ended, also when the
 * ResourceManager has forgotten them. Those that have not ended according to it are left out: it is
 * told of an end later than others, or never. Any thread may use it.
 */
final class HistoryServer {
  /** Its clock may be another one. */
  private static final Duration EARLIER = Duration.ofHours(1);

  private static final String LIST = "apps";

  private final URI address;
  private final RestClient client;

  /**
   * Makes a client.
   *
   * @param timeout of each request
   */
  HistoryServer(URI address, Duration timeout) {
    this.address = address;
    this.client = new RestClient(timeout);
  }

  /**
   * This user's applications with a tag that have ended.
   *
   * @param tag compared without regard to case
   * @param since none of them was submitted before that
   */
  List<Application> ended(String tag, Instant since) throws ClusterUnavailableException {
    String path =
        "/ws/v1/applicationhistory/apps?states=FINISHED,FAILED,KILLED&startedTimeBegin="
            + Math.max(0, since.minus(EARLIER).toEpochMilli())
            + "&user="
            + URLEncoder.encode(Applications.user(), StandardCharsets.UTF_8);
    try {
      HttpResponse<byte[]> response = client.get(address, path);
      if (response.statusCode() != 200) {
        throw new RestClient.Refusal(RestClient.refused(response), null);
      }
      JsonNode answer = RestClient.json(response);
      List<Application> found = new ArrayList<>();
      // Whether the list has a name depends on the release.
      JsonNode list = answer.has(LIST) ? answer.path(LIST) : answer;
      for (JsonNode app : Answers.items(list, "app")) {
        boolean isOwn =
            Applications.isOwn(app)
                && Applications.tags(app).contains(tag.toLowerCase(Locale.ROOT));
        if (isOwn) {
          Application read = Applications.readHistory(app);
          if (read.state().ended()) {
            found.add(read);
          }
        }
      }
      return found;
    } catch (RestClient.Refusal refusal) {
      throw new ClusterUnavailableException(
          "history server " + address + " " + refusal.getMessage(), refusal);
    }
  }
}
