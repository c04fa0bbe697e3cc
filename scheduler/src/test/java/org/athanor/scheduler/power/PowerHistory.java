// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.clusters.PowerDown.Hook;
import org.athanor.scheduler.ledger.Resources;

/**
 * A history of a cluster, with an HDFS that does without a node as soon as it is told to, commands
 * that fail or hang, schedulers that end at any moment, files that come, and machines that break.
 */
final class PowerHistory {
  private static final int TROUBLES = 650;
  private static final Duration CALM = Duration.ofMinutes(15);
  private static final int MOST_ACTIONS = 20_000;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final PowerDown.Times TIMES =
      new PowerDown.Times(
          Duration.ofMinutes(30),
          Duration.ofMinutes(5),
          Duration.ofMinutes(5),
          Duration.ofHours(4));

  private final Random random;
  private final List<String> log = new ArrayList<>();
  private final PowerDown settings;
  private final Map<String, Machine> machines = new LinkedHashMap<>();
  private final List<Set<String>> files = new ArrayList<>(); // of one block: where its replicas are
  private final Map<String, NodeState> disk = new HashMap<>();
  private final Deque<Runnable> effects = new ArrayDeque<>();
  private final List<Delivery> events = new ArrayList<>();
  private ClusterPower power;
  private Instant now = START;
  private Instant lastJump = START; // so long that nobody could do anything
  private int life;
  private boolean troubles = true;
  private boolean journalFails;
  private int calm; // troubles are rarer the more it is
  private int offs;
  private int crashes;
  private int refusals;
  private int hangs;

  /** Something that the scheduler is told. */
  private interface Delivery {
    void deliver() throws IOException;
  }

  /** What really is of a node. */
  private static final class Machine {
    final String name;
    boolean on = true;
    boolean broken;
    NodeHealth.Storage storage = NodeHealth.Storage.IN_SERVICE;
    NodeHealth.Compute compute = NodeHealth.Compute.RUNNING;
    Instant maintenanceEnds = Instant.MAX;
    Instant heard = START;
    Instant boots = START; // its daemons run from then on
    Instant offAt = Instant.MAX; // a shutdown takes time
    boolean slow; // its shutdown takes longer than anybody waits
    boolean late; // so it is off, and may be said to be on
    Running running;
    boolean stuck; // that cannot be ended
    boolean hadTrouble;

    Machine(String name) {
      this.name = name;
    }
  }

  /** A command that runs. */
  private record Running(Command.RunHook hook, int life, Instant start, boolean hangs) {}

  PowerHistory(int seed) {
    random = new Random(seed);
    int count = 3 + random.nextInt(5);
    List<String> mayBeOff = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      machines.put("n" + i, new Machine("n" + i));
      if (i > 0 && (random.nextInt(4) > 0 || i == 1)) {
        mayBeOff.add("n" + i);
      }
    }
    Map<Hook, List<String>> hooks = new EnumMap<>(Hook.class);
    for (Hook hook : Hook.values()) {
      hooks.put(hook, List.of(hook.id(), PowerDown.NODE));
    }
    settings =
        new PowerDown(mayBeOff, hooks, new PowerDown.Limits(1, random.nextInt(2), 1, 0), TIMES);
    for (int i = 0; i < 3; i++) {
      writeFile(new ArrayList<>(machines.keySet()));
    }
    calm = random.nextInt(4);
    begin();
  }

  int offs() {
    return offs;
  }

  int crashes() {
    return crashes;
  }

  int refusals() {
    return refusals;
  }

  int hangs() {
    return hangs;
  }

  String tail() {
    return log
        .subList(Math.max(0, log.size() - Integer.getInteger("athanor.test.lines", 60)), log.size())
        .stream()
        .collect(Collectors.joining("\n"));
  }

  private void note(String what) {
    log.add(Duration.between(START, now).toSeconds() + " s: " + what);
  }

  private void begin() {
    life++;
    int mine = life;
    power =
        new ClusterPower(
            settings,
            new Power(100, 200),
            disk,
            (node, before, after, at) -> {
              if (journalFails) {
                throw new IOException("the disk is full");
              }
              assertThat(before).isEqualTo(disk.getOrDefault(node, before));
              disk.put(node, after);
              note(node + " " + after.phase() + " " + after.reason());
            },
            new ClusterPower.Effects() {
              @Override
              public void run(String node, Command.RunHook hook) {
                effects.add(() -> runHook(mine, node, hook));
              }

              @Override
              public void askCoverage(Set<String> leaving, Map<String, Integer> candidates) {
                effects.add(() -> cover(mine, leaving, candidates));
              }

              @Override
              public void tell(String node, String text) {
                note(node + ": " + text);
              }
            },
            now);
    deliver(() -> power.restarted(now));
  }

  void live() {
    for (int action = 0; action < MOST_ACTIONS; action++) {
      troubles = action < TROUBLES;
      if (!troubles && over()) {
        break;
      }
      act();
    }
    assertThat(over()).as("all nodes are back: %s", disk).isTrue();
  }

  private boolean over() {
    return machines.values().stream().noneMatch(machine -> machine.broken)
        && settings.nodes().stream()
            .allMatch(
                node ->
                    disk.getOrDefault(node, NodeState.on(now)).phase() == Phase.ON
                        && health(machines.get(node)).inService());
  }

  private void act() {
    int choice = random.nextInt(100);
    if (choice < 25) {
      for (int i = random.nextInt(4); i >= 0 && !effects.isEmpty(); i--) {
        effects.poll().run();
      }
    } else if (choice < 45) {
      for (int i = random.nextInt(4); i >= 0 && !events.isEmpty(); i--) {
        deliver(events.remove(random.nextInt(events.size())));
      }
    } else if (choice < 60) {
      progress();
    } else if (choice < 75) {
      look();
    } else if (choice < 85) {
      pass(Duration.ofSeconds(1 + random.nextInt(random.nextInt(20) == 0 ? 4000 : 40)));
    } else if (choice < 90) {
      want();
    } else if (troubles && choice < 94) {
      writeFile(candidatesForFiles());
    } else if (troubles && choice < 96 && random.nextInt(2 + calm) == 0) {
      crash();
    } else if (choice < 98) {
      breakOrMend();
    } else if (troubles && choice == 98) {
      journalFails = random.nextInt(4) == 0;
    }
    if (!troubles) {
      journalFails = false;
    } else if (!files.isEmpty() && random.nextInt(18) == 0) {
      files.remove(random.nextInt(files.size()));
    }
    check();
  }

  private void deliver(Delivery delivery) {
    try {
      delivery.deliver();
    } catch (IOException full) {
      events.add(delivery); // told again later
    }
  }

  private void crash() {
    crashes++;
    note("crash");
    effects.clear();
    events.clear();
    begin();
  }

  /** Orders of events that no planner would think of. */
  private void want() {
    String node = settings.nodes().get(random.nextInt(settings.nodes().size()));
    Event event =
        troubles && random.nextInt(4 + 2 * calm) > 0
            ? new Event.Sleep("chance")
            : new Event.Wake("chance", random.nextBoolean());
    deliver(() -> power.happened(node, event, now));
  }

  private void look() {
    Map<String, NodeHealth> seen = new HashMap<>();
    settings.nodes().forEach(node -> seen.put(node, health(machines.get(node))));
    int working = 0;
    for (Machine machine : machines.values()) {
      working += machine.compute == NodeHealth.Compute.RUNNING && live(machine) ? 1 : 0;
    }
    boolean lost =
        machines.values().stream()
            .anyMatch(
                machine -> machine.broken && machine.storage != NodeHealth.Storage.IN_MAINTENANCE);
    Resources perNode = new Resources(1, 1, 0, 0);
    Look look =
        new Look(
            seen,
            working,
            perNode,
            perNode.times(!troubles ? 100 : random.nextInt(6 + 4 * calm) == 0 ? 3 : 0),
            Resources.NONE,
            0,
            lost);
    events.add(() -> power.looked(look, Demand.NONE, now));
  }

  private NodeHealth health(Machine machine) {
    return new NodeHealth(machine.storage, live(machine), machine.heard, machine.compute, 0);
  }

  private boolean live(Machine machine) {
    return Duration.between(machine.heard, now).compareTo(Duration.ofSeconds(30)) < 0;
  }

  private void pass(Duration time) {
    now = now.plus(time);
    lastJump = time.toSeconds() > 60 ? now : lastJump;
    for (Machine machine : machines.values()) {
      endLate(machine);
      if (!machine.offAt.isAfter(now)) {
        machine.offAt = Instant.MAX;
        machine.on = false;
        machine.late = machine.slow;
        machine.hadTrouble |= machine.late;
        note(machine.name + " is off at last");
      }
      if (machine.on && !machine.broken && !machine.boots.isAfter(now)) {
        machine.heard = now;
        if (machine.compute == NodeHealth.Compute.LOST) {
          machine.compute = NodeHealth.Compute.RUNNING;
        }
        if (machine.compute == NodeHealth.Compute.DRAINING) {
          machine.compute = NodeHealth.Compute.OUT;
        }
      } else if (machine.compute == NodeHealth.Compute.RUNNING) {
        machine.compute = NodeHealth.Compute.LOST;
      }
      if (!machine.maintenanceEnds.isAfter(now)) {
        assertThat(!machine.on && !machine.hadTrouble && lastJump.plus(CALM).isBefore(now))
            .as("HDFS begins to replicate what %s holds", machine.name)
            .isFalse();
        machine.storage = NodeHealth.Storage.IN_SERVICE;
        machine.maintenanceEnds = Instant.MAX;
      }
    }
    deliver(() -> power.tick(now));
  }

  /** A command that takes too long is ended, or, if its scheduler is gone, ends by itself. */
  private void endLate(Machine machine) {
    Running running = machine.running;
    if (running == null || !now.isAfter(running.start().plus(TIMES.hook()).plus(TIMES.hook()))) {
      return;
    }
    machine.hadTrouble = true;
    if (machine.stuck && running.life() == life) {
      return;
    }
    hangs++;
    machine.stuck = running.life() == life && troubles && random.nextInt(4) == 0;
    machine.running = machine.stuck ? running : null;
    if (running.life() == life) {
      Event.HookEnded ended =
          new Event.HookEnded(running.hook().serial(), Optional.of("took too long"), machine.stuck);
      events.add(() -> power.hookEnded(machine.name, ended, now));
    }
  }

  private void breakOrMend() {
    Machine machine = new ArrayList<>(machines.values()).get(random.nextInt(machines.size()));
    if (machine.broken) {
      machine.broken = false;
      note(machine.name + " is mended");
      machine.on = true;
      machine.late = false;
      machine.boots = now;
    } else if (troubles && machine.on && random.nextInt(8 + 20 * calm) == 0) {
      machine.broken = true;
      machine.hadTrouble = true;
      note(machine.name + " breaks");
    }
  }

  // ---- files
  // -------------------------------------------------------------------------------------

  /** Where HDFS writes, often only on nodes that shall be off. */
  private List<String> candidatesForFiles() {
    boolean nasty = random.nextInt(2 + calm) == 0;
    List<String> nodes = new ArrayList<>();
    for (Machine machine : machines.values()) {
      boolean leaves =
          settings.nodes().contains(machine.name)
              && disk.getOrDefault(machine.name, NodeState.on(now)).phase() != Phase.ON;
      if (machine.on
          && !machine.broken
          && machine.storage == NodeHealth.Storage.IN_SERVICE
          && (!nasty || leaves)) {
        nodes.add(machine.name);
      }
    }
    return nodes;
  }

  private void writeFile(List<String> nodes) {
    if (!nodes.isEmpty()) {
      java.util.Collections.shuffle(nodes, random);
      Set<String> replicas =
          new HashSet<>(nodes.subList(0, Math.min(nodes.size(), 1 + random.nextInt(3))));
      if (nodes.contains("n0") && random.nextInt(8) > 0) {
        replicas.add("n0"); // a node that is always on
      }
      files.add(replicas);
      note("a file is written to " + replicas);
    }
  }

  private void cover(int of, Set<String> leaving, Map<String, Integer> candidates) {
    if (of != life) {
      return;
    }
    List<String> order = new ArrayList<>(candidates.keySet());
    Set<String> unnamed =
        order.stream()
            .filter(
                node ->
                    machines.get(node).storage != NodeHealth.Storage.IN_SERVICE
                        || !live(machines.get(node)))
            .collect(Collectors.toSet());
    CoverageTally tally = new CoverageTally(leaving, order, unnamed);
    for (Set<String> replicas : files) {
      List<CoverageTally.Holder> holders = new ArrayList<>();
      for (String node : replicas) {
        // As HDFS, which does not name those in maintenance.
        if (machines.get(node).storage != NodeHealth.Storage.IN_MAINTENANCE) {
          boolean readable = machines.get(node).storage == NodeHealth.Storage.IN_SERVICE;
          holders.add(new CoverageTally.Holder(node, 0, readable && live(machines.get(node))));
        }
      }
      tally.add("a file", holders, 1);
    }
    Map<String, String> refused = new HashMap<>(tally.refusals());
    refusals += refused.size();
    if (troubles && random.nextInt(20) == 0) {
      order.forEach(node -> refused.put(node, "HDFS does not answer"));
    }
    note("coverage without " + leaving + " of " + order + ": not " + refused.keySet());
    events.add(() -> power.covered(candidates, refused, now));
  }

  // ---- commands
  // ----------------------------------------------------------------------------------

  private void runHook(int of, String node, Command.RunHook hook) {
    if (of != life) {
      return;
    }
    Machine machine = machines.get(node);
    Running other = machine.running;
    if (other != null) {
      boolean ended =
          other.hook().serial() >= hook.first() && other.hook().serial() < hook.serial();
      assertThat(ended).as("%s runs beside %s on %s", hook, other, node).isTrue();
      if (random.nextBoolean()) {
        take(machine, other.hook()); // just before it is ended
      }
    }
    assertThat(disk.get(node).serial())
        .as("the journal has it")
        .isGreaterThanOrEqualTo(hook.serial());
    boolean hangs = troubles && random.nextInt(12) == 0;
    machine.running = new Running(hook, life, now, hangs);
    machine.stuck = false;
    note(node + " runs " + hook);
  }

  /** Commands go on, end, fail, or hang until they are ended. */
  private void progress() {
    for (Machine machine : machines.values()) {
      Running running = machine.running;
      if (running == null || machine.stuck || random.nextInt(2) > 0) {
        continue;
      }
      boolean late = Duration.between(running.start(), now).compareTo(TIMES.hook()) > 0;
      if (running.hangs() && (!late || running.life() != life)) {
        continue; // what an earlier scheduler started, nobody ends but its successor
      }
      machine.running = null;
      boolean fails = running.hangs() || (troubles && random.nextInt(10) == 0);
      hangs += running.hangs() ? 1 : 0;
      if (!fails || random.nextBoolean()) {
        take(machine, running.hook());
      }
      machine.hadTrouble |= fails;
      note(machine.name + " " + running.hook().hook() + (fails ? " failed" : " ended"));
      if (running.life() == life) {
        Optional<String> failure = fails ? Optional.of("chance") : Optional.empty();
        Event.HookEnded ended = new Event.HookEnded(running.hook().serial(), failure, false);
        events.add(() -> power.hookEnded(machine.name, ended, now));
      }
    }
  }

  /** A command has its effect. */
  private void take(Machine machine, Command.RunHook hook) {
    switch (hook.hook()) {
      case DRAIN -> machine.compute = NodeHealth.Compute.DRAINING;
      case MAINTENANCE -> {
        machine.storage = NodeHealth.Storage.IN_MAINTENANCE;
        machine.maintenanceEnds = hook.until().orElseThrow();
      }
      case OFF -> switchOff(machine);
      case ON -> {
        if (!machine.on) {
          machine.on = true;
          machine.late = false;
          machine.boots = now.plusSeconds(random.nextInt(60));
        }
      }
      case RESTORE -> {
        machine.storage = NodeHealth.Storage.IN_SERVICE;
        machine.maintenanceEnds = Instant.MAX;
        machine.compute = NodeHealth.Compute.RUNNING;
      }
    }
  }

  private void switchOff(Machine machine) {
    assertThat(machine.storage)
        .as("HDFS does without %s", machine.name)
        .isEqualTo(NodeHealth.Storage.IN_MAINTENANCE);
    for (Set<String> replicas : files) {
      if (replicas.contains(machine.name)) {
        assertThat(replicas.stream())
            .as("a file of %s, when that is switched off", machine.name)
            .anyMatch(
                node -> {
                  Machine other = machines.get(node);
                  // What breaks later is nobody's fault.
                  return !node.equals(machine.name) && (other.on || other.broken || other.late);
                });
      }
    }
    offs++;
    if (random.nextInt(4) > 0) {
      machine.on = false;
      note(machine.name + " is off");
    } else {
      machine.slow = troubles && random.nextInt(4) == 0;
      machine.offAt = now.plusSeconds(random.nextInt(machine.slow ? 1800 : 110));
    }
  }

  /** What must hold always. */
  private void check() {
    for (Machine machine : machines.values()) {
      NodeState state = disk.get(machine.name);
      if (!machine.on
          && (state == null || !state.phase().mayBeOff())
          && !machine.broken
          && !machine.late) {
        throw new AssertionError(machine.name + " is off, and " + state);
      }
    }
  }
}
