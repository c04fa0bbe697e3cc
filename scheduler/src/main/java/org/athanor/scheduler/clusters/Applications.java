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
    return new Application(
        id,
        Answers.text(app, "name"),
        Answers.text(app, "queue"),
        tags(app),
        constant(
            Application.State.class,
            "the ResourceManager says state",
            id,
            Answers.text(app, "state")),
        constant(
            Application.FinalStatus.class,
            "the ResourceManager says finalStatus",
            id,
            Answers.text(app, "finalStatus")),
        diagnostics(app, "diagnostics"),
        new Application.Use(
            Instant.ofEpochMilli((long) Answers.amount(app, "startedTime")),
            moment(app, "launchTime"),
            moment(app, "finishedTime"),
            Math.max(0, app.path("vcoreSeconds").asLong(0)),
            Math.max(0, app.path("memorySeconds").asLong(0))));
  }

  /** Of the timeline server, which calls things otherwise and keeps less. */
  static Application readHistory(JsonNode app) throws ClusterUnavailableException {
    String id = Answers.text(app, "appId");
    if (id.isEmpty()) {
      throw new ClusterUnavailableException(
          "the history server's answer has an application without id");
    }
    return new Application(
        id,
        Answers.text(app, "name"),
        Answers.text(app, "queue"),
        tags(app),
        constant(
            Application.State.class,
            "the history server says appState",
            id,
            Answers.text(app, "appState")),
        constant(
            Application.FinalStatus.class,
            "the history server says finalAppStatus",
            id,
            Answers.text(app, "finalAppStatus")),
        diagnostics(app, "diagnosticsInfo"),
        new Application.Use(
            Instant.ofEpochMilli((long) Answers.amount(app, "startedTime")),
            Optional.empty(),
            moment(app, "finishedTime"),
            0,
            0));
  }

  private static String diagnostics(JsonNode app, String name) {
    String text = Answers.text(app, name);
    return text.length() > MOST_DIAGNOSTICS ? text.substring(0, MOST_DIAGNOSTICS) : text;
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
  static String user() {
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

  /**
   * The constant with a name.
   *
   * @param says who says what, such as {@code the ResourceManager says state}
   */
  private static <E extends Enum<E>> E constant(Class<E> type, String says, String id, String name)
      throws ClusterUnavailableException {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new ClusterUnavailableException(says + "=" + name + " of " + id));
  }
}
