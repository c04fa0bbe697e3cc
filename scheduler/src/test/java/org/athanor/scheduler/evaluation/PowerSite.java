// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.power.ClusterPower;
import org.athanor.scheduler.power.Command;
import org.athanor.scheduler.power.CoverageTally;
import org.athanor.scheduler.power.Demand;
import org.athanor.scheduler.power.Event;
import org.athanor.scheduler.power.Look;
import org.athanor.scheduler.power.NodeHealth;
import org.athanor.scheduler.power.NodeState;
import org.athanor.scheduler.power.PowerControl;

/**
 * The nodes of one cluster of the model, the blocks that they hold, and what they consume. They are
 * switched by {@link ClusterPower}, as real ones are; commands have their effect as soon as they
 * are run.
 */
final class PowerSite {
  private static final Resources NODE = new Resources(1, 1, 0, 0);

  private final Setup setup;
  private final Optional<ClusterPower> power;
  private final List<Machine> machines = new ArrayList<>();
  private final Map<String, Machine> byName = new LinkedHashMap<>();
  private final Map<Integer, List<Integer>> blocksOf = new HashMap<>();
  private final int[] readable; // replicas of each block that can be read
  private final Queue<Task> later = new ArrayDeque<>();
  private final Random random;
  private double now;
  private double nextLook;
  private double joules;
  private double boundJoules;
  private double foresightJoules;
  private final double[] gaps; // by number of nodes, for how long fewer have been needed
  private int boots;
  private int mostOff;
  private int unreadable;
  private int mostUnreadable;

  /**
   * What a site is like.
   *
   * @param settings empty if all nodes are always on
   * @param bootSeconds of a node
   * @param drainSeconds from the drain until HDFS does without the node
   * @param covering how many nodes are never off
   * @param blocks nodes of each block
   */
  record Setup(
      int nodes,
      Power power,
      double standbyWatts,
      Optional<PowerDown> settings,
      double bootSeconds,
      double drainSeconds,
      int covering,
      List<int[]> blocks) {}

  /** A node. */
  static final class Machine {
    private final String name;
    private final int index;
    boolean busy; // a job has it
    boolean works; // and that job runs
    private boolean on = true;
    private double booted; // from then on it can be used
    private NodeHealth.Storage storage = NodeHealth.Storage.IN_SERVICE;
    private NodeHealth.Compute compute = NodeHealth.Compute.RUNNING;
    private double drained; // when it was told to drain
    private Instant heard = Instant.EPOCH;

    Machine(String name, int index) {
      this.name = name;
      this.index = index;
    }
  }

  /** Something that happens after the present event. */
  @FunctionalInterface
  private interface Task {
    void run() throws IOException;
  }

  PowerSite(Setup setup, long seed) {
    this.setup = setup;
    this.random = new Random(seed);
    this.gaps = new double[setup.nodes() + 1];
    for (String name : PowerModel.names(setup.nodes())) {
      Machine machine = new Machine(name, machines.size());
      machines.add(machine);
      byName.put(name, machine);
    }
    this.readable = new int[setup.blocks().size()];
    for (int block = 0; block < readable.length; block++) {
      for (int node : setup.blocks().get(block)) {
        blocksOf.computeIfAbsent(node, unused -> new ArrayList<>()).add(block);
        readable[block]++;
      }
    }
    this.power =
        setup
            .settings()
            .map(
                settings ->
                    new ClusterPower(
                        settings,
                        setup.power(),
                        Map.of(),
                        (node, before, after, at) -> {},
                        new ModelEffects(),
                        Instant.EPOCH));
  }

  /** Working nodes without a job, in an order by chance. */
  List<Machine> free() {
    List<Machine> free = new ArrayList<>();
    for (Machine machine : machines) {
      if (isUp(machine)
          && !machine.busy
          && machine.compute == NodeHealth.Compute.RUNNING
          && machine.storage == NodeHealth.Storage.IN_SERVICE) {
        free.add(machine);
      }
    }
    Collections.shuffle(free, random);
    return free;
  }

  private boolean isUp(Machine machine) {
    return machine.on && machine.booted <= now;
  }

  /** The next moment at which something happens here. */
  double next() {
    double next = power.isPresent() ? nextLook : Double.POSITIVE_INFINITY;
    for (Machine machine : machines) {
      if (machine.on && machine.booted > now) {
        next = Math.min(next, machine.booted);
      }
    }
    return next;
  }

  /** Consumes. */
  void pass(double seconds) {
    int used = 0;
    int off = 0;
    for (Machine machine : machines) {
      boolean boots = machine.on && machine.booted > now;
      double watts =
          machine.on ? setup.power().watts(machine.works || boots ? 1 : 0) : setup.standbyWatts();
      joules += watts * seconds;
      used += machine.works && machine.busy ? 1 : 0;
      off += machine.on ? 0 : 1;
    }
    int idle = Math.max(0, setup.covering() - used);
    foresee(used, idle, seconds);
    boundJoules +=
        seconds
            * (used * setup.power().maxWatts()
                + idle * setup.power().idleWatts()
                + (machines.size() - used - idle) * setup.standbyWatts());
    mostOff = Math.max(mostOff, off);
    mostUnreadable = Math.max(mostUnreadable, unreadable);
    now += seconds;
  }

  /** As if each gap were known when it begins. */
  private void foresee(int used, int idle, double seconds) {
    foresightJoules +=
        seconds * (used * setup.power().maxWatts() + idle * setup.power().idleWatts());
    for (int number = setup.covering() + 1; number <= machines.size(); number++) {
      if (number > used) {
        gaps[number] += seconds;
      } else if (gaps[number] > 0) {
        foresightJoules += gap(gaps[number], setup.bootSeconds() * setup.power().maxWatts());
        gaps[number] = 0;
      }
    }
  }

  /** The better of idling, and of draining at once and booting at the end. */
  private double gap(double seconds, double bootJoules) {
    double drain = Math.min(seconds, setup.drainSeconds());
    return Math.min(
        seconds * setup.power().idleWatts(),
        drain * setup.power().idleWatts() + (seconds - drain) * setup.standbyWatts() + bootJoules);
  }

  /** After the last job no node is needed any more. */
  double foresightJoules() {
    double open = 0;
    for (double each : gaps) {
      open += each > 0 ? gap(each, 0) : 0;
    }
    return foresightJoules + open;
  }

  /**
   * Does what is due.
   *
   * @param wanted nodes that jobs have or wait for
   */
  void act(double at, int wanted) throws IOException {
    now = at;
    for (Machine machine : machines) {
      machine.works &= machine.busy;
      if (isUp(machine)) {
        if (machine.booted > 0) {
          machine.booted = 0;
          read(machine, 1);
        }
        machine.heard = time();
      }
      if (machine.compute == NodeHealth.Compute.DRAINING && !machine.busy) {
        machine.compute = NodeHealth.Compute.OUT;
      }
      if (machine.storage == NodeHealth.Storage.ENTERING_MAINTENANCE
          && machine.drained + setup.drainSeconds() <= now) {
        machine.storage = NodeHealth.Storage.IN_MAINTENANCE;
      }
    }
    if (power.isPresent() && nextLook <= now) {
      nextLook = now + PowerControl.LOOK.toSeconds();
      power.get().tick(time());
      power.get().looked(look(wanted), Demand.NONE, time());
      while (!later.isEmpty()) {
        later.remove().run();
      }
    }
  }

  private Instant time() {
    return Instant.EPOCH.plusNanos(Math.round(now * 1e9));
  }

  private Look look(int wanted) {
    Map<String, NodeHealth> nodes = new HashMap<>();
    int working = 0;
    for (Machine machine : machines) {
      nodes.put(
          machine.name,
          new NodeHealth(
              machine.storage,
              isUp(machine),
              machine.heard,
              machine.compute,
              machine.busy ? 1 : 0));
      working += isUp(machine) && machine.compute == NodeHealth.Compute.RUNNING ? 1 : 0;
    }
    return new Look(nodes, working, NODE, NODE.times(wanted), Resources.NONE, 0, false);
  }

  private void read(Machine machine, int change) {
    for (int block : blocksOf.getOrDefault(machine.index, List.of())) {
      unreadable -= readable[block] == 0 ? 1 : 0;
      readable[block] += change;
      unreadable += readable[block] == 0 ? 1 : 0;
    }
  }

  private final class ModelEffects implements ClusterPower.Effects {
    @Override
    public void run(String node, Command.RunHook hook) {
      later.add(
          () -> {
            take(byName.get(node), hook.hook());
            power
                .orElseThrow()
                .hookEnded(
                    node, new Event.HookEnded(hook.serial(), Optional.empty(), false), time());
          });
    }

    private void take(Machine machine, PowerDown.Hook hook) {
      switch (hook) {
        case DRAIN -> {
          machine.compute = machine.busy ? NodeHealth.Compute.DRAINING : NodeHealth.Compute.OUT;
          machine.drained = now;
        }
        case MAINTENANCE -> machine.storage = NodeHealth.Storage.ENTERING_MAINTENANCE;
        case OFF -> {
          if (machine.busy) {
            throw new IllegalStateException(machine.name + " is switched off, and has a job");
          }
          machine.on = false;
          read(machine, -1);
        }
        case ON -> {
          if (!machine.on) {
            machine.on = true;
            machine.booted = now + setup.bootSeconds();
            boots++;
          }
        }
        case RESTORE -> {
          machine.storage = NodeHealth.Storage.IN_SERVICE;
          machine.compute = NodeHealth.Compute.RUNNING;
        }
      }
    }

    @Override
    public void askCoverage(Set<String> leaving, Map<String, Integer> candidates) {
      CoverageTally tally =
          new CoverageTally(
              leaving,
              List.copyOf(candidates.keySet()),
              candidates.keySet().stream()
                  .filter(name -> isMaintained(byName.get(name)))
                  .collect(Collectors.toSet()));
      for (int block = 0; block < readable.length && !tally.isOver(); block++) {
        List<CoverageTally.Holder> holders = new ArrayList<>();
        for (int node : setup.blocks().get(block)) {
          Machine machine = machines.get(node);
          if (isMaintained(machine)) {
            continue; // HDFS does not say that it is there
          }
          holders.add(
              new CoverageTally.Holder(
                  machine.name,
                  0,
                  isUp(machine) && machine.storage == NodeHealth.Storage.IN_SERVICE));
        }
        tally.add("block " + block, holders, 1);
      }
      later.add(() -> power.orElseThrow().covered(candidates, tally.refusals(), time()));
    }

    private static boolean isMaintained(Machine machine) {
      return machine.storage == NodeHealth.Storage.IN_MAINTENANCE;
    }

    @Override
    public void tell(String node, String text) {
      throw new IllegalStateException(node + ": " + text); // nothing fails here
    }
  }

  /** The states of nodes, as power-down has them. */
  Map<String, NodeState> states() {
    return power.map(ClusterPower::nodes).orElse(Map.of());
  }

  double joules() {
    return joules;
  }

  double boundJoules() {
    return boundJoules;
  }

  int boots() {
    return boots;
  }

  int mostOff() {
    return mostOff;
  }

  int unreadable() {
    return mostUnreadable;
  }
}
