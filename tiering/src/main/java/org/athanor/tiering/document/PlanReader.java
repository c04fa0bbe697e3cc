// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.document;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import org.athanor.tiering.plan.TierChange;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what shall change by a plan that {@link PlanJson} wrote. Other members may be anything. */
public final class PlanReader {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LEAST_REPLICAS = 2;

  private PlanReader() {}

  /**
   * What a plan wants.
   *
   * @param actions by stock storage policies
   * @param tiers on tiers of the rules of a NameNode's plug-ins
   */
  public record Changes(List<PlanAction> actions, List<TierChange> tiers) {
    /** Copies the lists. */
    public Changes {
      actions = List.copyOf(actions);
      tiers = List.copyOf(tiers);
    }
  }

  /**
   * Reads a file.
   *
   * @throws PlanFormatException if it is no such plan; the message is one line with the place
   * @throws IOException if the file cannot be read
   */
  public static Changes read(Path file) throws IOException {
    JsonNode plan;
    try {
      plan = JSON.readTree(file);
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new PlanFormatException(file + ": is no JSON: " + e.getOriginalMessage(), e);
    }
    if (!PlanJson.FORMAT.equals(plan.path("format").asString(""))) {
      throw new PlanFormatException(
          file + ": is no plan: must be what 'athanor storage plan --output' wrote");
    }
    int version = plan.path("version").asInt(0);
    if (version != PlanJson.VERSION) {
      throw new PlanFormatException(
          file + ": has version " + version + ": must be " + PlanJson.VERSION);
    }
    JsonNode tiers = plan.path("tier").path("changes");
    return new Changes(
        list(file, plan.path("actions"), "action", PlanReader::action),
        plan.has("tier") ? list(file, tiers, "tier change", PlanReader::change) : List.of());
  }

  private static <T> List<T> list(
      Path file, JsonNode list, String what, Function<JsonNode, T> reader)
      throws PlanFormatException {
    if (!list.isArray()) {
      throw new PlanFormatException(file + ": has no list of " + what + "s");
    }
    List<T> read = new ArrayList<>(list.size());
    for (JsonNode one : list) {
      try {
        read.add(reader.apply(one));
      } catch (IllegalArgumentException | JacksonException | DateTimeException e) {
        throw new PlanFormatException(
            file + ": " + what + " " + (read.size() + 1) + ": " + e.getMessage(), e);
      }
    }
    return read;
  }

  private static TierChange change(JsonNode node) {
    return new TierChange(
        path(node),
        node.has("id") ? number(node, "id", 0, Long.MAX_VALUE) : -1,
        number(node, "bytes", 0, Long.MAX_VALUE),
        Instant.parse(text(node, "modified")),
        (int) number(node, "replicas", LEAST_REPLICAS, Short.MAX_VALUE),
        names(node, "fromTiers"),
        names(node, "toTiers"),
        text(node, "reason"));
  }

  private static List<String> names(JsonNode node, String name) {
    List<String> names = new ArrayList<>();
    for (JsonNode one : node.path(name)) {
      if (!one.isString() || !Tier.isName(one.asString())) {
        throw new IllegalArgumentException(name + ": must be names of tiers");
      }
      names.add(one.asString());
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException(name + ": is missing, or has no tier");
    }
    return names;
  }

  private static String path(JsonNode node) {
    String path = text(node, "path");
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path=" + path + ": must be absolute");
    }
    return path;
  }

  private static PlanAction action(JsonNode node) {
    int fromReplicas = (int) number(node, "fromReplicas", 1, Short.MAX_VALUE);
    int toReplicas = (int) number(node, "toReplicas", 1, Short.MAX_VALUE);
    if (toReplicas < Math.min(LEAST_REPLICAS, fromReplicas)) {
      throw new IllegalArgumentException(
          "toReplicas=" + toReplicas + ": must be " + LEAST_REPLICAS + " or more");
    }
    return new PlanAction(
        path(node),
        node.has("id") ? number(node, "id", 0, Long.MAX_VALUE) : -1,
        number(node, "bytes", 0, Long.MAX_VALUE),
        Instant.parse(text(node, "modified")),
        policy(node, "fromPolicy"),
        policy(node, "toPolicy"),
        fromReplicas,
        toReplicas,
        number(node, "movedBytes", 0, Long.MAX_VALUE),
        text(node, "reason"));
  }

  private static StoragePolicy policy(JsonNode node, String name) {
    String text = text(node, name);
    for (StoragePolicy policy : StoragePolicy.values()) {
      if (policy.isPlanned() && policy.name().equals(text)) {
        return policy;
      }
    }
    throw new IllegalArgumentException(name + "=" + text + ": must be HOT, ONE_SSD or COLD");
  }

  private static String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    if (!value.isString()) {
      throw new IllegalArgumentException(name + ": is missing, or no text");
    }
    return value.asString();
  }

  private static long number(JsonNode node, String name, long least, long most) {
    JsonNode value = node.path(name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException(name + ": is missing, or no whole number");
    }
    long number = value.asLong();
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          name + "=" + number + ": must be from " + least + " to " + most);
    }
    return number;
  }
}
