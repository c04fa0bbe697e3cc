// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntConsumer;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.node.SimulatedWorker;
import org.athanor.engine.run.FlakyFiles;
import org.athanor.engine.site.Host;
import org.athanor.engine.testing.Loopback;
import org.athanor.topology.affinity.AffinityLevel;

/**
 * The processes of the Workers, on nodes of the test. A process is started for each that has ended.
 * One that is stopped does nothing until it goes on; perhaps its node cannot be reached, and it
 * counts as ended although it may go on.
 */
final class SimulatedCluster implements WorkerProcesses {
  private static final int THREADS = 2;
  private static final int BUFFER_BYTES = 4096;

  /** As that of a real session. */
  private static final Duration SILENCE = Duration.ofSeconds(15);

  private static final Duration UNREACHABLE = Duration.ofSeconds(60);

  private final Random random;
  private final Path directory;
  private final VirtualClock clock;
  private final Loopback network;
  private final HeldCode code;
  private final EngineSettings settings;
  private final Map<Integer, Node> nodes = new LinkedHashMap<>(); // whose processes may run
  private final List<Node> all = new ArrayList<>();
  private int wanted;
  private int next;

  /** A node with the process of a Worker. */
  static final class Node {
    private final SimulatedWorker worker;
    private final FlakyFiles files;
    private long stoppedNanos; // 0: it runs
    private boolean isUnreachable;
    private long killNanos; // when the node was told to kill it; 0: it was not
    private boolean isDead;
    private boolean hasCounted; // as ended, for the master

    Node(SimulatedWorker worker, FlakyFiles files) {
      this.worker = worker;
      this.files = files;
    }

    SimulatedWorker worker() {
      return worker;
    }

    FlakyFiles files() {
      return files;
    }

    String process() {
      return "worker" + worker.number();
    }

    boolean isDead() {
      return isDead;
    }

    boolean works() {
      return !isDead && !worker.isOver() && stoppedNanos == 0;
    }

    boolean isStopped() {
      return !isDead && stoppedNanos != 0;
    }
  }

  SimulatedCluster(
      HistoryPlan plan,
      Random random,
      Path directory,
      VirtualClock clock,
      Loopback network,
      HeldCode code) {
    this.random = random;
    this.directory = directory;
    this.clock = clock;
    this.network = network;
    this.code = code;
    this.wanted = plan.workers();
    long pool = plan.shape().poolBytes();
    this.settings = new EngineSettings(THREADS, pool, BUFFER_BYTES, AffinityLevel.NONE);
  }

  /** Returns the nodes whose processes run, and are not stopped. */
  List<Node> working() {
    return nodes.values().stream().filter(Node::works).toList();
  }

  /** Returns the nodes whose processes have not ended. */
  List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  boolean works(String process) {
    return nodes.values().stream().anyMatch(n -> n.process().equals(process) && n.works());
  }

  @Override
  public void begin(Listener listener) {}

  @Override
  public void kill(int worker) {
    Node node = nodes.get(worker);
    if (node != null && node.killNanos == 0) {
      node.killNanos = clock.nanoTime();
    }
  }

  @Override
  public void close() {
    wanted = 0;
  }

  /** Something happens to a process by itself; returns false if nothing does. */
  boolean step(SimulatedMaster master, IntConsumer ended) throws Exception {
    for (Node node : nodes.values()) {
      if (node.killNanos != 0 && !node.isDead && !node.isUnreachable && !node.worker.isOver()) {
        die(node);
        return true;
      }
      if (!node.hasCounted && mayCountAsEnded(node)) {
        node.hasCounted = true;
        ended.accept(node.worker.number());
        return true;
      }
      if (node.hasCounted && (node.isDead || node.worker.isOver())) {
        remove(node);
        return true;
      }
    }
    long counted = nodes.values().stream().filter(node -> !node.hasCounted).count();
    if (counted < wanted) {
      start(master);
      return true;
    }
    return false;
  }

  private boolean mayCountAsEnded(Node node) {
    boolean isSilentForLong =
        node.isUnreachable
            && node.killNanos != 0
            && clock.nanoTime() - node.killNanos > UNREACHABLE.toNanos()
            && (node.isStopped() || node.worker.isEnding());
    return node.isDead || node.worker.isOver() || isSilentForLong;
  }

  private void remove(Node node) throws IOException {
    if (!node.isDead) {
      node.worker.checkThatNothingIsLeft();
      code.processEnded(node.process()); // with the code that has not stopped
    }
    nodes.remove(node.worker.number());
  }

  private void start(SimulatedMaster master) throws IOException {
    int number = next++;
    FlakyFiles files = new FlakyFiles(random.nextLong());
    SimulatedWorker worker =
        new SimulatedWorker(
            number,
            settings,
            random.nextInt(60_000),
            new SimulatedWorker.Place(
                new Host(clock, files),
                directory.resolve("worker" + number).resolve("local"),
                network),
            HistoryJob::read);
    Node node = new Node(worker, files);
    nodes.put(number, node);
    all.add(node);
    worker.begin(master.address());
  }

  /** Ends a process at once. */
  void die(Node node) {
    node.isDead = true;
    network.freeze(node.worker.transport());
    node.worker.transport().close();
    node.worker.endThreads();
    code.processEnded(node.process());
  }

  /** Stops a process, unless it commits: it might be anywhere in that when it goes on. */
  void stop(Node node) {
    if (code.held(h -> h.process().equals(node.process()) && h.place().equals("commits"))
        .isEmpty()) {
      node.stoppedNanos = clock.nanoTime();
      node.isUnreachable = random.nextBoolean();
      network.freeze(node.worker.transport());
    }
  }

  void goOn(Node node) {
    node.stoppedNanos = 0;
    network.thaw(node.worker.transport());
  }

  void tick(SimulatedMaster master) {
    for (Node node : nodes.values()) {
      if (node.works()) {
        node.worker.tick();
      } else if (node.isStopped() && clock.nanoTime() - node.stoppedNanos > SILENCE.toNanos()) {
        network.cut(master.transport(), node.worker.transport());
      }
    }
  }

  /** Removes the files of processes that were killed. */
  void removeFiles() throws IOException {
    for (Node node : all) {
      if (node.isDead) {
        node.worker.removeFiles();
      }
    }
  }
}
