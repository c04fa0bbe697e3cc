// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Reads applications from answers of a ResourceManager. */
final class Applications {
  private static final int MOST_DIAGNOSTICS = 4000;

  private Applications() {}

  static Application read(JsonNode app) throws ClusterUnavailableException {
    String id = Answers.text(app, "id");
    if (id.isEmpty()) {
      throw new ClusterUnavailableException(
          "the ResourceManager's answer has an application without id");
    }
    String diagnostics = Answers.text(app, "diagnostics");
    return new Application(
        id,
        Answers.text(app, "name"),
        Answers.text(app, "queue"),
        tags(app),
        constant(Application.State.class, id, "state", Answers.text(app, "state")),
        constant(
            Application.FinalStatus.class, id, "finalStatus", Answers.text(app, "finalStatus")),
        diagnostics.length() > MOST_DIAGNOSTICS
            ? diagnostics.substring(0, MOST_DIAGNOSTICS)
            : diagnostics,
        new Application.Use(
            Instant.ofEpochMilli((long) Answers.amount(app, "startedTime")),
            moment(app, "launchTime"),
            moment(app, "finishedTime"),
            Math.max(0, app.path("vcoreSeconds").asLong(0)),
            Math.max(0, app.path("memorySeconds").asLong(0))));
  }

  /**
   * Whether an application is this user's. Anybody may give any tag to an application: that of
   * another user proves nothing.
   */
  static boolean isOwn(JsonNode app) {
    String user = Answers.text(app, "user");
    return user.isEmpty() || user.equals(user());
  }

  /** As Hadoop's clients say who they are, without Kerberos. */
  private static String user() {
    String given = System.getenv("HADOOP_USER_NAME");
    return given == null || given.isEmpty() ? System.getProperty("user.name") : given;
  }

  /** The tags, in lower case. */
  static Set<String> tags(JsonNode app) {
    return Arrays.stream(Answers.text(app, "applicationTags").split(","))
        .map(tag -> tag.strip().toLowerCase(Locale.ROOT))
        .filter(tag -> !tag.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Optional<Instant> moment(JsonNode app, String name) {
    long millis = app.path(name).asLong(0);
    return millis > 0 ? Optional.of(Instant.ofEpochMilli(millis)) : Optional.empty();
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String id, String field, String name)
      throws ClusterUnavailableException {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ClusterUnavailableException(
                    "the ResourceManager says " + field + "=" + name + " of " + id));
  }
}
