// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** What a daemon has said of itself. What it has not said is empty, or 0. */
public final class RemoteStatus {
  private final String json;
  private final JsonNode status;

  RemoteStatus(String json, JsonNode status) {
    this.json = json;
    this.status = status;
  }

  /** A line of what it has said, and when. */
  public record Said(Instant time, String text) {}

  /** All of it, as it was sent. */
  public String json() {
    return json;
  }

  /** The text of a member, such as {@code cluster} or {@code doing}. */
  public String text(String member) {
    return status.path(member).asString("");
  }

  /** The number of a member; empty if it has none. */
  public Optional<Long> number(String member) {
    return number(status, member);
  }

  /** The number of a member of the last plan. */
  public long planned(String member) {
    return number(status.path("plan"), member).orElse(0L);
  }

  /** The number of a member of the temporary region; empty if there is none. */
  public Optional<Long> region(String member) {
    return number(status.path("region"), member);
  }

  /** How many jobs have something of the temporary region. */
  public int jobs() {
    return status.path("region").path("jobs").size();
  }

  private static Optional<Long> number(JsonNode of, String member) {
    JsonNode node = of.path(member);
    return node.isNumber() ? Optional.of(node.asLong()) : Optional.empty();
  }

  /** Whether it only decides. */
  public boolean isDryRun() {
    return status.path("dryRun").asBoolean(false);
  }

  /** The time of a member; empty if it has none, or that of 1970, which stands for never. */
  public Optional<Instant> time(String member) {
    return time(status, member);
  }

  /** When the last plan was made; empty if none was. */
  public Optional<Instant> planMade() {
    return time(status.path("plan"), "made");
  }

  private static Optional<Instant> time(JsonNode of, String member) {
    try {
      Instant time = Instant.parse(of.path(member).asString(""));
      return time.equals(Instant.EPOCH) ? Optional.empty() : Optional.of(time);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Tiers and regions that shall hold files: how many they hold whole, and how many not. */
  public Map<String, String> held() {
    Map<String, String> held = new LinkedHashMap<>();
    for (JsonNode one : status.path("whole").path("held")) {
      held.put(
          one.path("kind").asString("") + " " + one.path("name").asString(""),
          number(one, "whole").orElse(0L)
              + " whole, "
              + number(one, "notWhole").orElse(0L)
              + " not");
    }
    return held;
  }

  /** Files that were made whole since its start. */
  public long madeWhole() {
    return number(status.path("whole"), "repaired").orElse(0L);
  }

  /** Number of outcomes since its start, by status. */
  public Map<String, Long> outcomes() {
    Map<String, Long> outcomes = new LinkedHashMap<>();
    status
        .path("outcomes")
        .properties()
        .forEach(entry -> outcomes.put(entry.getKey(), entry.getValue().asLong(0)));
    return outcomes;
  }

  /** Its latest notices, the last one first. */
  public List<Said> notices() {
    List<Said> notices = new ArrayList<>();
    for (JsonNode notice : status.path("notices")) {
      notices.add(
          new Said(time(notice, "time").orElse(Instant.EPOCH), notice.path("text").asString("")));
    }
    return notices;
  }
}
