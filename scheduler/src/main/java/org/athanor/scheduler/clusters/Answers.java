// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Values of ResourceManagers' answers, whose form depends on their version. */
final class Answers {
  private Answers() {}

  /**
   * The items of a list. It may be an array, an object with the array, a single item without an
   * array, or nothing.
   *
   * @param item name of the array in such an object
   */
  static List<JsonNode> items(JsonNode list, String item) {
    List<JsonNode> items = new ArrayList<>();
    if (list.isArray()) {
      list.forEach(items::add);
    } else if (list.isObject() && list.has(item)) {
      items.addAll(items(list.path(item), item));
    } else if (list.isObject() && !list.isEmpty()) {
      items.add(list);
    }
    return items;
  }

  /**
   * An amount.
   *
   * @throws ClusterUnavailableException if there is none, or one below zero
   */
  static double amount(JsonNode object, String name) throws ClusterUnavailableException {
    JsonNode value = object.path(name);
    if (!value.isNumber() || !(value.doubleValue() >= 0)) {
      throw new ClusterUnavailableException(
          "the ResourceManager's answer has no amount "
              + name
              + (value.isMissingNode() ? "" : ", but " + shown(value)));
    }
    return value.doubleValue();
  }

  /** A text; empty if there is none. */
  static String text(JsonNode object, String name) {
    JsonNode value = object.path(name);
    return value.isString() ? value.stringValue() : "";
  }

  private static String shown(JsonNode value) {
    String text = value.toString();
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }
}
