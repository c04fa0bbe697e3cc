// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.athanor.cluster.Node;

/** Decides on which node each daemon runs, and its ports. Has no side effects. */
final class HadoopPlan {
  static final String MASTER = "master";

  private final HadoopSpec spec;
  private final Map<String, Set<Integer>> taken;
  private final Map<String, PortChoice> choices = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<Daemon> daemons = new ArrayList<>();

  private HadoopPlan(HadoopSpec spec, Map<String, Set<Integer>> taken) {
    this.spec = spec;
    this.taken = taken;
  }

  /**
   * @param taken the ports that are in use, by node name
   * @throws IllegalArgumentException if ports that the user chose are in use; one line for each
   */
  static List<Daemon> of(HadoopSpec spec, Map<String, Set<Integer>> taken) {
    HadoopPlan plan = new HadoopPlan(spec, taken);
    plan.addMaster();
    Map<String, Integer> count = new HashMap<>();
    for (int i = 0; i < spec.workers().size(); i++) {
      String node = spec.workers().get(i).node().name();
      int number = count.merge(node, 1, Integer::sum);
      plan.addWorker(i, Path.of("workers", node + (number == 1 ? "" : "-" + number)));
    }
    if (!plan.problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", plan.problems));
    }
    return plan.daemons;
  }

  private void addMaster() {
    for (Role role : Role.values()) {
      if (role.onMaster()) {
        add(
            role,
            spec.workers().get(0),
            spec.master().address(),
            Path.of(MASTER),
            Optional.empty());
      }
    }
  }

  private void addWorker(int index, Path home) {
    Worker worker = spec.workers().get(index);
    String host = spec.host(index);
    if (worker.stores() && worker.volumes().isEmpty()) {
      add(Role.DATANODE, worker, host, home, Optional.empty());
    }
    Map<VolumeType, Integer> count = new EnumMap<>(VolumeType.class);
    for (Volumes volumes : worker.volumes()) {
      for (int i = 0; i < volumes.count(); i++) {
        int number = count.merge(volumes.type(), 1, Integer::sum);
        Path own = home.resolve(volumes.type().id() + "-" + number);
        add(Role.DATANODE, worker, host, own, Optional.of(volumes));
      }
    }
    if (worker.computes()) {
      add(Role.NODEMANAGER, worker, host, home, Optional.empty());
    }
  }

  /** Adds a daemon if its service is wanted. */
  private void add(Role role, Worker worker, String host, Path home, Optional<Volumes> volumes) {
    if (spec.services().contains(role.service())) {
      Path absolute = spec.directory().resolve(home);
      daemons.add(new Daemon(role, worker, host, absolute, ports(role, worker.node()), volumes));
    }
  }

  private Map<Port, Integer> ports(Role role, Node node) {
    PortChoice choice =
        choices.computeIfAbsent(
            node.name(), n -> new PortChoice(spec.firstPort(), taken.getOrDefault(n, Set.of())));
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
    return ports;
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
