// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.athanor.cluster.Node;

/** Decides on which node each daemon runs, and its ports. Has no side effects. */
final class HadoopPlan {
  static final String MASTER = "master";

  private HadoopPlan() {}

  /**
   * @param taken the ports that are in use, by node name
   * @throws IllegalArgumentException if ports that the user chose are in use; one line for each
   */
  static List<Daemon> of(HadoopSpec spec, Map<String, Set<Integer>> taken) {
    Map<String, PortChoice> choices = new HashMap<>();
    List<String> problems = new ArrayList<>();
    List<Daemon> daemons = new ArrayList<>();
    Map<String, Node> homes = new LinkedHashMap<>();
    homes.put(MASTER, spec.master());
    Map<String, Integer> count = new HashMap<>();
    for (Node worker : spec.workers()) {
      int number = count.merge(worker.name(), 1, Integer::sum);
      homes.put("workers/" + worker.name() + (number == 1 ? "" : "-" + number), worker);
    }
    homes.forEach(
        (name, node) -> {
          for (Role role : Role.values()) {
            if (spec.services().contains(role.service())
                && role.onMaster() == name.equals(MASTER)) {
              PortChoice choice =
                  choices.computeIfAbsent(
                      node.name(),
                      n -> new PortChoice(spec.firstPort(), taken.getOrDefault(n, Set.of())));
              Map<Port, Integer> ports = new EnumMap<>(Port.class);
              for (Port port : role.ports()) {
                choice
                    .choose(port)
                    .ifPresentOrElse(
                        number -> ports.put(port, number),
                        () ->
                            problems.add(
                                node.name()
                                    + ": port "
                                    + choice.last()
                                    + " of the "
                                    + role.id()
                                    + " is in use; choose another first port"));
              }
              daemons.add(new Daemon(role, node, spec.directory().resolve(name), ports));
            }
          }
        });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return daemons;
  }

  /** The ports of one node. */
  private static final class PortChoice {
    private final Set<Integer> taken;
    private final boolean fixed;
    private int next;

    PortChoice(OptionalInt first, Set<Integer> taken) {
      this.taken = new HashSet<>(taken);
      this.fixed = first.isPresent();
      this.next = first.orElse(0);
    }

    OptionalInt choose(Port port) {
      if (fixed) {
        return taken.contains(next++) ? OptionalInt.empty() : OptionalInt.of(next - 1);
      }
      int number = port.standard();
      // Below the ports that Linux assigns to clients.
      while (!taken.add(number)) {
        number = number < 30_000 ? number + 10 : 1024;
      }
      return OptionalInt.of(number);
    }

    int last() {
      return next - 1;
    }
  }
}
