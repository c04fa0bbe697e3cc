// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.document;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the actions of a plan that {@link PlanJson} wrote. Other members may be anything. */
public final class PlanReader {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LEAST_REPLICAS = 2;

  private PlanReader() {}

  /**
   * Reads a file.
   *
   * @throws PlanFormatException if it is no such plan; the message is one line with the place
   * @throws IOException if the file cannot be read
   */
  public static List<PlanAction> read(Path file) throws IOException {
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
    JsonNode actions = plan.path("actions");
    if (!actions.isArray()) {
      throw new PlanFormatException(file + ": has no list of actions");
    }
    List<PlanAction> read = new ArrayList<>(actions.size());
    for (JsonNode action : actions) {
      try {
        read.add(action(action));
      } catch (IllegalArgumentException | JacksonException | DateTimeException e) {
        throw new PlanFormatException(
            file + ": action " + (read.size() + 1) + ": " + e.getMessage(), e);
      }
    }
    return read;
  }

  private static PlanAction action(JsonNode node) {
    String path = text(node, "path");
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path=" + path + ": must be absolute");
    }
    int fromReplicas = (int) number(node, "fromReplicas", 1, Short.MAX_VALUE);
    int toReplicas = (int) number(node, "toReplicas", 1, Short.MAX_VALUE);
    if (toReplicas < Math.min(LEAST_REPLICAS, fromReplicas)) {
      throw new IllegalArgumentException(
          "toReplicas=" + toReplicas + ": must be " + LEAST_REPLICAS + " or more");
    }
    return new PlanAction(
        path,
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
