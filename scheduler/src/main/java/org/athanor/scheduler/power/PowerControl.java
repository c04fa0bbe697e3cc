// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.launch.Commands;

/**
 * Switches nodes off and on. Whoever makes one must be the leader of the state directory.
 *
 * <p>The thread {@code athanor-power} owns all state. Commands run on {@code
 * athanor-power-effects}, looks at HDFS and YARN on {@code athanor-power-questions}, and walks
 * through HDFS's files on {@code athanor-power-walks}: none of them delays another. {@link #asleep}
 * may be called by any thread.
 */
public final class PowerControl implements Closeable {
  /** Between two looks at a cluster. */
  public static final Duration LOOK = Duration.ofSeconds(10);

  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int EFFECTS_AT_ONCE = 16;
  private static final int ANSWERS_AT_ONCE = 4;
  private static final int WALKS_AT_ONCE = 2;
  private static final int UNSEEN_LOOKS = 6; // so long YARN may have forgotten a NodeManager

  private final Parts parts;
  private final PowerJournal journal;
  private final HookRunner hooks;
  private final Duration interval;
  private final Map<String, Controlled> clusters = new LinkedHashMap<>();
  private final Map<String, SleepingNodes> asleep = new ConcurrentHashMap<>();
  private final ScheduledExecutorService owner =
      Executors.newSingleThreadScheduledExecutor(task -> thread(task, "athanor-power"));
  private final ExecutorService effects =
      Executors.newFixedThreadPool(EFFECTS_AT_ONCE, task -> thread(task, "athanor-power-effects"));
  private final ExecutorService questions =
      Executors.newFixedThreadPool(
          ANSWERS_AT_ONCE, task -> thread(task, "athanor-power-questions"));
  private final ExecutorService walks =
      Executors.newFixedThreadPool(WALKS_AT_ONCE, task -> thread(task, "athanor-power-walks"));

  /**
   * What the control needs.
   *
   * @param ours what this scheduler needs of a cluster; does not wait
   * @param notices told on the control's thread, a line each
   */
  public record Parts(
      NodeWatch watch,
      Coverage coverage,
      Function<String, Demand> ours,
      InstantSource clock,
      Consumer<String> notices) {}

  /** A cluster, and what is known. */
  private static final class Controlled {
    private final Cluster cluster;
    private final PowerDown settings;
    private ClusterPower power;
    private final Map<String, Integer> unmanaged = new HashMap<>(); // looks in turn, by node
    private boolean goesOn; // where the scheduler before has ended
    private boolean looking;
    private String trouble = "";

    Controlled(Cluster cluster, PowerDown settings) {
      this.cluster = cluster;
      this.settings = settings;
    }
  }

  /** Something to do on the control's thread. */
  @FunctionalInterface
  private interface Task {
    void run() throws IOException;
  }

  /**
   * Reads the states, and prepares; nothing is done before {@link #start}.
   *
   * @param all clusters; those without power-down are left alone
   * @param directory of the state, absolute
   * @param interval between two looks at a cluster
   */
  public PowerControl(List<Cluster> all, Path directory, Duration interval, Parts parts)
      throws IOException {
    this.parts = parts;
    this.interval = interval;
    this.journal = PowerJournal.open(directory);
    this.hooks = new HookRunner(new Commands(GRACE), effects, "athanor-power:" + directory);
    Map<String, Map<String, NodeState>> stored = new HashMap<>();
    for (PowerJournal.Stored each : journal.nodes()) {
      stored
          .computeIfAbsent(each.cluster(), unused -> new HashMap<>())
          .put(each.node(), each.state());
    }
    for (Cluster cluster : all) {
      Map<String, NodeState> states = stored.getOrDefault(cluster.name(), Map.of());
      cluster
          .powerDown()
          .ifPresent(
              settings -> clusters.put(cluster.name(), controlled(cluster, settings, states)));
    }
    for (Map.Entry<String, Map<String, NodeState>> each : stored.entrySet()) {
      for (Map.Entry<String, NodeState> node : each.getValue().entrySet()) {
        orphan(each.getKey(), node.getKey(), node.getValue());
      }
    }
    for (Controlled each : clusters.values()) {
      for (Map.Entry<String, NodeState> node : each.power.nodes().entrySet()) {
        if (!stored.getOrDefault(each.cluster.name(), Map.of()).containsKey(node.getKey())) {
          journal.commit(
              each.cluster.name(), node.getKey(), node.getValue(), false, parts.clock().instant());
        }
      }
    }
  }

  private Controlled controlled(
      Cluster cluster, PowerDown settings, Map<String, NodeState> stored) {
    Controlled controlled = new Controlled(cluster, settings);
    controlled.power =
        new ClusterPower(
            settings,
            cluster.traits().power().orElseThrow(),
            stored,
            (node, before, after, now) -> commit(controlled, node, before, after, now),
            new ClusterEffects(controlled),
            parts.clock().instant());
    return controlled;
  }

  /** A node that no file of clusters names any more; one that is not on stays as it is. */
  private void orphan(String cluster, String node, NodeState state) throws IOException {
    boolean known =
        clusters.containsKey(cluster) && clusters.get(cluster).settings.nodes().contains(node);
    if (!known && state.phase().works()) {
      journal.forget(cluster, node);
    } else if (!known) {
      parts
          .notices()
          .accept(
              "node "
                  + node
                  + " of cluster "
                  + cluster
                  + " is left "
                  + state.phase().text()
                  + ": power down in the file of clusters does not name it any more; put it back,"
                  + " or bring it back by hand");
    }
  }

  private static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Goes on where an earlier scheduler ended, and begins to act. */
  public void start() {
    for (Controlled each : clusters.values()) {
      certainly(
          () -> {
            each.power.restarted(now());
            each.goesOn = true;
          });
    }
    var unused =
        owner.scheduleWithFixedDelay(
            () -> clusters.values().forEach(this::round),
            0,
            interval.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Time passes also while nobody answers. */
  private void round(Controlled controlled) {
    if (!controlled.goesOn) {
      return;
    }
    try {
      controlled.power.tick(now());
    } catch (IOException | RuntimeException e) {
      trouble(controlled, "time does not pass for its nodes: " + message(e));
    }
    look(controlled);
  }

  private Instant now() {
    return parts.clock().instant();
  }

  /**
   * Does something on the control's thread; again after a while if the journal cannot be written.
   * For what nobody says again: there is at most one such of each node, and of each question.
   */
  private void certainly(Task task) {
    later(
        () -> {
          try {
            task.run();
          } catch (IOException | RuntimeException e) {
            parts.notices().accept("power-down: " + message(e) + "; tried again");
            again(task);
          }
        });
  }

  private void later(Runnable task) {
    try {
      owner.execute(task);
    } catch (RejectedExecutionException closed) {
      return; // the next scheduler goes on
    }
  }

  private void again(Task task) {
    try {
      var unused =
          owner.schedule(() -> certainly(task), interval.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      return; // as above
    }
  }

  private static String message(Throwable e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private void look(Controlled controlled) {
    if (controlled.looking) {
      return;
    }
    controlled.looking = true;
    ask(
        questions,
        () -> {
          try {
            Look look = parts.watch().look(controlled.cluster, controlled.settings.nodes());
            later(() -> looked(controlled, look));
          } catch (IOException | RuntimeException | Error e) {
            String why = "its nodes are not seen: " + message(e);
            later(() -> notLooked(controlled, why));
          }
        });
  }

  private static void ask(ExecutorService threads, Runnable question) {
    try {
      threads.execute(question);
    } catch (RejectedExecutionException closed) {
      return; // the next scheduler asks
    }
  }

  /** What could not be stored is left: the next look says it anew. */
  private void looked(Controlled controlled, Look look) {
    controlled.looking = false;
    try {
      controlled.power.looked(look, parts.ours().apply(controlled.cluster.name()), now());
      publish(controlled, look);
      manage(controlled, look);
      controlled.trouble = "";
    } catch (IOException | RuntimeException e) {
      trouble(controlled, "what its nodes need is not done: " + message(e));
    }
  }

  private void notLooked(Controlled controlled, String why) {
    controlled.looking = false;
    trouble(controlled, why);
  }

  private void trouble(Controlled controlled, String why) {
    if (!why.equals(controlled.trouble)) {
      controlled.trouble = why;
      parts.notices().accept("cluster " + controlled.cluster.name() + ": " + why);
    }
  }

  /** Says once of which nodes YARN does not know the NodeManager. */
  private void manage(Controlled controlled, Look look) {
    for (Map.Entry<String, NodeState> each : controlled.power.nodes().entrySet()) {
      if (each.getValue().phase() == Phase.ON
          && look.node(each.getKey()).compute() == NodeHealth.Compute.NONE) {
        int looks = controlled.unmanaged.merge(each.getKey(), 1, Integer::sum);
        if (looks == UNSEEN_LOOKS) {
          tell(
              controlled,
              each.getKey(),
              "stays on: YARN has no NodeManager on the host of its DataNode, so nobody knows"
                  + " whether containers run there");
        }
      } else {
        controlled.unmanaged.remove(each.getKey());
      }
    }
  }

  /**
   * Counts the nodes on which YARN runs nothing now and will when they are needed; not those that
   * fail to come back.
   */
  private void publish(Controlled controlled, Look look) {
    long count =
        controlled.power.nodes().entrySet().stream()
            .filter(each -> !each.getValue().phase().works() && each.getValue().failures() == 0)
            .filter(each -> look.node(each.getKey()).compute() != NodeHealth.Compute.RUNNING)
            .count();
    asleep.put(
        controlled.cluster.name(),
        new SleepingNodes(
            (int) count, look.perNode(), look.working(), controlled.power.bootTime()));
  }

  /** The nodes of a cluster that are off, or on the way there or back. Any thread. */
  public SleepingNodes asleep(String cluster) {
    return asleep.getOrDefault(cluster, SleepingNodes.NONE);
  }

  private void commit(
      Controlled controlled, String node, NodeState before, NodeState after, Instant now)
      throws IOException {
    boolean moved = before.phase() != after.phase();
    journal.commit(
        controlled.cluster.name(),
        node,
        after,
        moved || !before.reason().equals(after.reason()),
        now);
    // Questions and their refusals are in the journal only: there may be many.
    if (moved && !(before.phase().works() && after.phase().works())) {
      tell(controlled, node, "is in phase " + after.phase().text() + because(after));
    }
  }

  private static String because(NodeState state) {
    return state.reason().isEmpty() ? "" : ": " + state.reason();
  }

  private void tell(Controlled controlled, String node, String text) {
    parts
        .notices()
        .accept("node " + node + " of cluster " + controlled.cluster.name() + " " + text);
  }

  /** What is done for the nodes of a cluster. */
  private final class ClusterEffects implements ClusterPower.Effects {
    private final Controlled controlled;

    ClusterEffects(Controlled controlled) {
      this.controlled = controlled;
    }

    @Override
    public void run(String node, Command.RunHook hook) {
      hooks.run(
          controlled.cluster.name() + "/" + node,
          hook,
          controlled.settings.command(hook.hook(), node, hook.until()),
          controlled.settings.times(),
          ended -> certainly(() -> controlled.power.hookEnded(node, ended, now())));
    }

    @Override
    public void askCoverage(Set<String> leaving, Map<String, Integer> candidates) {
      List<String> names = new ArrayList<>(candidates.keySet());
      // Clusters may share an HDFS.
      Set<String> all = new HashSet<>(leaving);
      clusters.values().stream()
          .filter(each -> each != controlled)
          .forEach(each -> all.addAll(each.power.leaving()));
      ask(
          walks,
          () -> {
            Map<String, String> refusals = new HashMap<>();
            try {
              refusals.putAll(parts.coverage().mustStay(controlled.cluster, all, names));
            } catch (IOException | RuntimeException | Error e) {
              String why = "whether its files are elsewhere is not known: " + message(e);
              names.forEach(name -> refusals.put(name, why));
              later(() -> trouble(controlled, "nothing is switched off: " + why));
            }
            certainly(() -> controlled.power.covered(candidates, refusals, now()));
          });
    }

    @Override
    public void tell(String node, String text) {
      PowerControl.this.tell(controlled, node, text);
    }
  }

  /** Stops acting. Nodes stay as they are; commands that run are ended, and begun again later. */
  @Override
  public void close() throws IOException {
    owner.shutdownNow();
    effects.shutdownNow();
    questions.shutdownNow();
    walks.shutdownNow();
    try {
      // So that nobody writes to a closed journal.
      owner.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    long off = journal.nodes().stream().filter(each -> !each.state().phase().works()).count();
    if (off > 0) {
      parts
          .notices()
          .accept(
              off
                  + " nodes are not on, and nobody switches them on before athanor schedule serve"
                  + " --power-down is started again");
    }
    journal.close();
  }
}
