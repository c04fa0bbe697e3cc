// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.files.DirectoryTree;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.session.HeldCode.Hold;
import org.athanor.engine.session.HeldCode.Then;
import org.athanor.engine.session.SimulatedCluster.Node;
import org.athanor.engine.testing.Loopback;

/**
 * One history of a session: a master with one job, its Workers, and the network between them. The
 * test's thread chooses at random what happens next, and lets it happen: a message arrives, map
 * output is pushed or taken, held code goes on, time passes, something breaks. Operations run on
 * the Workers' own threads, but one at a time: before the next step all of them wait.
 */
final class History implements AutoCloseable {
  private static final int PATIENCE = 100_000;
  private static final Duration TICK = Duration.ofMillis(100);
  private static final int LONG_TICK_ONE_IN = 8;
  private static final int STOP_BEFORE_COMMIT_ONE_IN = 5;
  private static final Duration STEP = Duration.ofMillis(1);

  private static volatile History current;

  private final HistoryPlan plan;
  private final Random random;
  private final Path directory;
  private final TaskThreadsAtRest threads;
  private final VirtualClock clock = new VirtualClock();
  private final Loopback network;
  private final HeldCode code;
  private final KeptRecords kept;
  private final MasterNotes notes = new MasterNotes();
  private final SimulatedCluster cluster;
  private final SubmittedJob submitted;
  private final Set<KeptRecords.Source> counted = new HashSet<>(); // for earlier masters
  private final List<String> told = new ArrayList<>();
  private SimulatedMaster master;
  private int masters;
  private boolean faulty = true; // whether things still go wrong
  private boolean wasKilled; // by its client
  private boolean jobCodeFailed; // set-up or commit of the job
  private boolean diskFailed;
  private int steps;

  /** What may happen next, and how often compared with the others. */
  private enum Kind {
    ARRIVE(10),
    RECEIVE(5),
    PUSH(4),
    OPEN_OR_CLOSE(3),
    CODE(5),
    OFFER(3),
    END_WORKER(2),
    PROCESS(1),
    TICK(1);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }
  }

  History(HistoryPlan plan, Random random, Path directory, TaskThreadsAtRest threads)
      throws Exception {
    this.plan = plan;
    this.random = random;
    this.directory = directory;
    this.threads = threads;
    this.network = Loopback.stepped(random);
    this.code = new HeldCode(random.nextLong(), plan.heldPercent());
    this.kept = new KeptRecords(code);
    this.cluster = new SimulatedCluster(plan, random, directory, clock, network, code);
    this.submitted = HistoryJob.write(plan.shape(), directory.resolve("job"));
    current = this;
    if (plan.refuses()) {
      network.cutOneIn(1000); // Some connections are refused.
    }
    beginMaster();
  }

  /** The history that goes on now. */
  static History current() {
    return current;
  }

  HistoryPlan plan() {
    return plan;
  }

  SubmittedJob submitted() {
    return submitted;
  }

  HeldCode code() {
    return code;
  }

  KeptRecords kept() {
    return kept;
  }

  private void beginMaster() throws Exception {
    master =
        new SimulatedMaster(
            directory.resolve("master" + ++masters), submitted, notes, clock, network, cluster);
    master.start();
  }

  // Steps

  /** Lives through the history, to its very end. */
  HistoryEnd live() throws Exception {
    while (!hasEnded() && steps < plan.steps()) {
      step();
    }
    calm();
    while (!hasEnded()) {
      step();
    }
    HistoryEnd end = HistoryEnd.of(master, kept, counted);
    while (!isIdle()) {
      step();
    }
    cluster.close();
    Set<RemoteWorker> ending = new HashSet<>();
    while (!cluster.nodes().isEmpty()) {
      master.workers().stream().filter(ending::add).forEach(RemoteWorker::end);
      step();
    }
    finish();
    return end;
  }

  private boolean hasEnded() {
    threads.await();
    return master.hasEnded();
  }

  private boolean isIdle() throws InterruptedException {
    threads.await();
    for (Node node : cluster.nodes()) {
      if (node.isDead() || node.isStopped() || !node.worker().isIdle()) {
        return false;
      }
    }
    return true;
  }

  /** From now on nothing goes wrong, and what was stopped goes on. */
  private void calm() {
    faulty = false;
    network.cutOneIn(0);
    for (Node node : cluster.nodes()) {
      node.files().failOneIn(0);
      if (node.isStopped()) {
        cluster.goOn(node);
      }
    }
  }

  private void step() throws Exception {
    steps++;
    assertThat(steps).as("the history ends some time: %s", this).isLessThan(PATIENCE);
    threads.await();
    clock.advance(STEP);
    if (faulty && random.nextInt(100) < plan.faultPercent()) {
      fault();
      return;
    }
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    while (!kinds.isEmpty()) {
      Kind kind = choose(kinds);
      if (happens(kind)) {
        return;
      }
      kinds.remove(kind);
    }
  }

  private Kind choose(List<Kind> kinds) {
    // Time passes by itself only when nothing else happens, or seldom.
    int chosen = random.nextInt(kinds.stream().mapToInt(kind -> kind.weight).sum());
    for (Kind kind : kinds) {
      chosen -= kind.weight;
      if (chosen < 0) {
        return kind;
      }
    }
    throw new AssertionError("nothing is chosen");
  }

  private boolean happens(Kind kind) throws Exception {
    switch (kind) {
      case ARRIVE -> {
        return network.step();
      }
      case OFFER -> {
        return master.offerSlots();
      }
      case CODE -> {
        return letCodeGoOn();
      }
      case PROCESS -> {
        return cluster.step(master, this::ended);
      }
      case TICK -> {
        tick();
        return true;
      }
      default -> {
        List<Node> working = new ArrayList<>(cluster.working());
        Collections.shuffle(working, random);
        for (Node node : working) {
          if (happens(kind, node)) {
            return true;
          }
        }
        return false;
      }
    }
  }

  private static boolean happens(Kind kind, Node node) throws InterruptedException {
    return switch (kind) {
      case RECEIVE -> node.worker().receive();
      case PUSH -> node.worker().push();
      case OPEN_OR_CLOSE -> node.worker().openOrClose();
      default -> node.worker().goOnEnding();
    };
  }

  private void tick() {
    boolean isLong = random.nextInt(LONG_TICK_ONE_IN) == 0;
    clock.advance(isLong ? Duration.ofSeconds(plan.longTickSeconds()) : TICK);
    cluster.tick(master);
    master.tick();
  }

  private boolean letCodeGoOn() {
    List<Hold> held =
        code.held(hold -> hold.process().equals(master.name()) || cluster.works(hold.process()));
    if (held.isEmpty()) {
      return false;
    }
    Hold chosen = held.get(random.nextInt(held.size()));
    boolean fails =
        faulty
            && random.nextInt(100) < plan.failPercent()
            && !chosen.place().equals(KeepingCommitter.ABORT);
    jobCodeFailed |= fails && chosen.name().equals("job");
    code.decide(chosen, fails ? Then.FAIL : Then.GO_ON);
    if (faulty && plan.faults().containsKey(HistoryPlan.Fault.WORKER_STOPS)) {
      stopBeforeCommit(chosen.process());
    }
    return true;
  }

  /** An attempt may have asked whether it may commit: then its Worker stops at the worst moment. */
  private void stopBeforeCommit(String process) {
    if (random.nextInt(STOP_BEFORE_COMMIT_ONE_IN) == 0) {
      threads.await();
      cluster.working().stream()
          .filter(node -> node.process().equals(process))
          .forEach(cluster::stop);
    }
  }

  /** A process counts as ended. */
  private void ended(int worker) {
    List<TaskAttemptID> lost = new ArrayList<>();
    for (AttemptView attempt : attempts()) {
      if (attempt.worker() == worker && attempt.finishTime() == 0) {
        lost.add(attempt.id());
      }
    }
    kept.replaced("worker" + worker, master.hasEnded() ? List.of() : lost);
    master.workerEnded(worker);
  }

  private List<AttemptView> attempts() {
    List<AttemptView> attempts = new ArrayList<>();
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      for (TaskView task : master.view().tasks(type)) {
        attempts.addAll(task.attempts());
      }
    }
    return attempts;
  }

  // What goes wrong

  private void fault() throws Exception {
    HistoryPlan.Fault fault = plan.anyFault(random);
    told.add(steps + ": " + fault);
    switch (fault) {
      case DATA_CONNECTION_BREAKS -> network.cutOneWithout(master.transport());
      case CONTROL_CONNECTION_BREAKS -> {
        Node node = any(cluster.working());
        if (node != null) {
          network.cut(master.transport(), node.worker().transport());
        }
      }
      case WORKER_IS_KILLED -> killWorker();
      case WORKER_STOPS -> {
        Node node = any(cluster.working());
        if (node != null) {
          cluster.stop(node);
        }
      }
      case WORKER_GOES_ON -> {
        Node node = any(cluster.nodes().stream().filter(Node::isStopped).toList());
        if (node != null) {
          cluster.goOn(node);
        }
      }
      case DISK_FAILS -> {
        Node node = any(cluster.working());
        if (node != null) {
          diskFailed = true;
          node.files().failOneIn(List.of(0, 1, 3, 20).get(random.nextInt(4)));
        }
      }
      case CLIENT_ENDS_ATTEMPT -> {
        AttemptView attempt = any(attempts().stream().filter(AttemptView::isRunning).toList());
        if (attempt != null) {
          master.execution().endAttempt(attempt.id(), random.nextBoolean(), "ended by its client");
        }
      }
      case CLIENT_KILLS_JOB -> {
        wasKilled = true;
        master.execution().kill("killed by its client");
      }
      case MASTER_IS_KILLED -> replaceMaster();
    }
  }

  /** Kills a Worker, often the latest; its node may say so before its last messages arrive. */
  private void killWorker() throws Exception {
    List<Node> working = cluster.working();
    if (working.isEmpty()) {
      return;
    }
    cluster.die(random.nextBoolean() ? any(working) : working.get(working.size() - 1));
    if (random.nextBoolean()) {
      threads.await();
      cluster.step(master, this::ended);
    }
  }

  private <T> T any(List<T> list) {
    return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
  }

  /** The master's process is killed, with its Workers, and another one goes on with the job. */
  private void replaceMaster() throws Exception {
    MasterNotes.Commit commit = notes.commit();
    if (commit == MasterNotes.Commit.SUCCEEDED || commit == MasterNotes.Commit.FAILED) {
      return; // The next one would only say so.
    }
    SimulatedMaster old = master;
    counted.addAll(HistoryEnd.mapsThatCounted(old.view()));
    network.freeze(old.transport());
    old.transport().close();
    notes.nextMaster(); // Nothing that the old one does from now on has an effect.
    old.endThreads();
    code.processEnded(old.name());
    for (Node node : cluster.nodes()) {
      cluster.kill(node.worker().number());
      if (!node.isDead()) {
        cluster.die(node);
      }
      kept.replaced(node.process(), List.of());
    }
    threads.await();
    old.removeFiles();
    kept.masterEnded();
    wasKilled = false;
    jobCodeFailed = false;
    beginMaster();
  }

  // The end

  private void finish() throws Exception {
    for (Node node : cluster.nodes()) {
      code.processEnded(node.process());
    }
    code.processEnded(master.name());
    master.endThreads();
    threads.awaitEnd();
    master.checkThatNothingIsLeft();
    cluster.removeFiles();
  }

  /** Whether the job may have been killed, or have failed, in this history. */
  boolean allows(JobStatus.State state, String reason) {
    return switch (state) {
      case SUCCEEDED -> !jobCodeFailed;
      case KILLED -> wasKilled;
      default ->
          jobCodeFailed
              || hasFailedTask()
              || (diskFailed && reason.startsWith("merging map output failed"))
              || (diskFailed && reason.startsWith("the job has broken "))
              || reason.contains("has ended while it committed the output");
    };
  }

  private boolean hasFailedTask() {
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      for (TaskView task : master.view().tasks(type)) {
        long failed =
            task.attempts().stream()
                .filter(a -> a.state() == org.apache.hadoop.mapred.TaskStatus.State.FAILED)
                .count();
        if (failed >= plan.shape().maxAttempts()) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns what has happened, for messages. */
  @Override
  public String toString() {
    return plan
        + ", "
        + steps
        + " steps, faults "
        + told
        + ", job "
        + master.view().state()
        + " "
        + master.view().failureInfo()
        + ", held "
        + code.held(h -> true)
        + ", attempts "
        + attempts().stream().map(a -> a.id() + " " + a.state() + " on " + a.worker()).toList();
  }

  /** Ends all threads, whatever has happened. */
  @Override
  public void close() throws IOException {
    for (Node node : cluster.nodes()) {
      code.processEnded(node.process());
      node.worker().endThreads();
    }
    code.processEnded(master.name());
    master.endThreads();
    network.close();
    DirectoryTree.delete(directory);
  }
}
