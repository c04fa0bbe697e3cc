// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.scheduler.journal.AlertTables;

/**
 * A hook, and how it does.
 *
 * @param counts events since the start by outcome; none of a hook that is not told any more
 * @param waiting events that it has not taken yet
 * @param trouble why it takes none; empty if it does
 * @param since when the trouble began
 */
record HookView(
    String name, Map<String, Long> counts, long waiting, String trouble, Optional<Instant> since) {

  /**
   * All hooks, by name.
   *
   * @param told events by hook, then by outcome
   * @param known hooks for which events wait, or which are in trouble
   */
  static List<HookView> of(
      Map<String, Map<String, Long>> told, List<AlertTables.HookStatus> known) {
    Map<String, AlertTables.HookStatus> byName = new TreeMap<>();
    known.forEach(each -> byName.put(each.hook(), each));
    TreeSet<String> names = new TreeSet<>(told.keySet());
    names.addAll(byName.keySet());
    List<HookView> views = new ArrayList<>();
    for (String name : names) {
      AlertTables.HookStatus status =
          byName.getOrDefault(name, new AlertTables.HookStatus(name, 0, "", Optional.empty()));
      views.add(
          new HookView(
              name,
              told.getOrDefault(name, Map.of()),
              status.waiting(),
              status.trouble(),
              status.since()));
    }
    return List.copyOf(views);
  }
}
