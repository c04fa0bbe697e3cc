// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which actions come after which, through forks, joins and decisions. */
final class Flow {
  private final Map<String, XmlElement> nodes = new HashMap<>();
  private final Map<String, Set<String>> before = new LinkedHashMap<>();
  private final Notes notes;

  Flow(XmlElement root, Notes notes) {
    this.notes = notes;
    for (XmlElement node : root.children()) {
      nodes.put(node.attribute("name"), node);
      if (node.name().equals("action")) {
        before.put(node.attribute("name"), new TreeSet<>());
      }
    }
    Set<String> reached = new HashSet<>();
    root.first("start").ifPresent(start -> reached.addAll(actions(start, start.attribute("to"))));
    for (XmlElement action : root.all("action")) {
      for (String next : next(action)) {
        before.get(next).add(action.attribute("name"));
        reached.add(next);
      }
    }
    for (XmlElement action : root.all("action")) {
      if (!reached.contains(action.attribute("name"))) {
        notes.add(
            action,
            action.attribute("name")
                + " runs only if a decision or a failure leads there; it was left out");
      }
    }
    before.keySet().retainAll(reached);
  }

  private Set<String> next(XmlElement action) {
    action.first("error").ifPresent(this::checkError);
    return action
        .first("ok")
        .map(ok -> actions(ok, ok.attribute("to")))
        .orElseGet(
            () -> {
              notes.add(action, "has no <ok>; nothing runs after it");
              return Set.of();
            });
  }

  private void checkError(XmlElement error) {
    XmlElement target = nodes.get(error.attribute("to"));
    if (target == null || !target.name().equals("kill")) {
      notes.add(
          error,
          "to " + error.attribute("to") + " is not translated; a failed job fails the workflow");
    }
  }

  /** The actions that begin when a node is reached. */
  private Set<String> actions(XmlElement from, String name) {
    Set<String> found = new TreeSet<>();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      String each = open.pop();
      XmlElement node = nodes.get(each);
      if (!seen.add(each)) {
        continue;
      }
      if (node == null) {
        notes.add(from, "there is no node " + each);
        continue;
      }
      switch (node.name()) {
        case "action" -> found.add(each);
        case "fork" -> node.all("path").forEach(path -> open.push(path.attribute("start")));
        case "join" -> open.push(node.attribute("to"));
        case "decision" -> defaultOf(node).ifPresent(open::push);
        default -> {
          // The end, or a kill.
        }
      }
    }
    return found;
  }

  private Optional<String> defaultOf(XmlElement decision) {
    notes.add(
        decision,
        decision.attribute("name")
            + " is not translated: workflow files have no conditions; only its default is followed");
    return decision
        .first("switch")
        .flatMap(cases -> cases.first("default"))
        .map(each -> each.attribute("to"));
  }

  /** Whether an action runs at all. */
  boolean runs(String action) {
    return before.containsKey(action);
  }

  /**
   * The translated actions that must have ended before one.
   *
   * @param translated those that became jobs; what is before another one counts instead of it
   */
  Set<String> after(String action, Set<String> translated) {
    Set<String> result = new TreeSet<>();
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(before.getOrDefault(action, Set.of()));
    while (!open.isEmpty()) {
      String each = open.pop();
      if (translated.contains(each)) {
        result.add(each);
      } else if (seen.add(each)) {
        open.addAll(before.getOrDefault(each, Set.of()));
      }
    }
    return result;
  }
}
