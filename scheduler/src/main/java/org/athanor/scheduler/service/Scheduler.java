// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.athanor.profile.CatalogueLocation;
import org.athanor.scheduler.alert.Hook;
import org.athanor.scheduler.alert.HookWorker;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.journal.Change;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.run.Command;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.Step;
import org.athanor.scheduler.run.WorkflowTree;

/**
 * Carries runs out. Whoever makes one must be the leader of the state directory.
 *
 * <p>The thread that calls {@link #work} owns all state. Other threads leave tasks for it. A step
 * is committed before any of its commands is carried out.
 */
public final class Scheduler implements Closeable {
  /** So many measured durations are used. */
  public static final int MOST_MEASURED = 10_000;

  /** So many measured copies are used, of all regions together. */
  public static final int MOST_MEASURED_COPIES = 200;

  /** How long the loop waits at most, so that changed loads of clusters are seen. */
  private static final Duration LOOK_AT_CLUSTERS = Duration.ofSeconds(5);

  /** So long a ResourceManager has to take the end of an application. */
  static final Duration LONGEST_KILL = Duration.ofSeconds(30);

  private static final Duration SETTLES_WITHIN = Duration.ofSeconds(5);
  private static final Duration LOOK_AT_CATALOGUE = Duration.ofMillis(200);

  private final Journal journal;
  private final ClusterSource clusters;
  private final Settings settings;
  private final Consumer<String> notices;
  private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
  private final ApplicationKills kills;
  private final Effects effects;
  private final LeastContainers least;
  private final OwnTags own = new OwnTags();
  // The rest: thread of work only.
  private final Measurements measurements;
  private final EnergyMeter energy;
  private final IdleEnergy idle;
  private final Retention retention;
  private final Hooks hooks;
  private final Promises promises;
  private final Inputs inputs;
  private final Placement placement;
  private final Decider decider;
  private final OutputConflicts conflicts;
  private final Leftovers leftovers;
  private final LeftAloneRuns leftAlone;
  private final Refusals refusals;
  private final Retries retries;
  private final Optional<Triggers> triggers;
  private final Optional<Copies> copies;
  private final Map<String, RunState> runs = new LinkedHashMap<>();
  private final Telemetry telemetry = new Telemetry();

  /**
   * How the scheduler works.
   *
   * @param pools shares of the clusters
   * @param policy which job starts on which cluster
   * @param seed of the policy's chance
   * @param shell whether jobs of type shell may run
   * @param only the run to work on; empty for all, and for schedules. Others are left to the next
   *     leader
   * @param catalogue to learn from, and to enter measured runs into; empty for none
   * @param clock that nobody sets
   * @param wall the time of day, which may be set
   */
  public record Settings(
      PolicyChoice policy,
      Pools pools,
      View.Network network,
      long seed,
      boolean shell,
      Optional<String> only,
      Optional<Catalogue> catalogue,
      InstantSource clock,
      InstantSource wall) {
    boolean takes(String run) {
      return only.isEmpty() || only.get().equals(run);
    }
  }

  /**
   * The catalogue of measured runs.
   *
   * @param version of Athanor, for the runs that are entered
   */
  public record Catalogue(CatalogueLocation location, String version) {}

  /** Something to do on the thread of work. */
  @FunctionalInterface
  public interface Task {
    /** Does it. */
    void run() throws IOException;
  }

  /**
   * Reads the runs that have not ended, and goes on with them.
   *
   * @param notices told on the thread of work, a line each
   */
  public Scheduler(
      StateDirectory directory,
      Journal journal,
      Attempts attempts,
      ClusterSource clusters,
      Site site,
      Settings settings,
      Consumer<String> notices)
      throws IOException {
    this.journal = journal;
    this.clusters = clusters;
    this.settings = settings;
    this.notices = notices;
    this.kills = new ApplicationKills(site, LONGEST_KILL);
    this.effects =
        new Effects(
            directory,
            attempts,
            clusters,
            site,
            settings.shell(),
            kills,
            settings.clock(),
            new Queued());
    NodePowers powers =
        settings.catalogue().isPresent()
            ? NodePowers.beforeCatalogue(clusters)
            : NodePowers.withoutCatalogue(clusters);
    this.measurements =
        new Measurements(
            directory,
            journal.measurements(),
            clusters,
            settings.catalogue(),
            settings.clock(),
            powers::learned,
            new Queued());
    this.energy = new EnergyMeter(directory, journal, clusters, powers, new Queued());
    this.idle = new IdleEnergy(clusters, powers);
    this.retention = new Retention(directory, journal.endedRuns(), Retention.KEPT, notices);
    this.hooks = new Hooks(journal, telemetry, new Queued());
    this.promises = new Promises(journal, hooks);
    CopyTimes times =
        new CopyTimes(settings.network(), clusters, journal.copies().newest(MOST_MEASURED_COPIES));
    this.least = new LeastContainers(clusters, site);
    this.placement =
        new Placement(
            settings.policy().make(clusters, notices),
            settings.pools(),
            clusters,
            times,
            new Placement.Known(energy.use(), powers, least),
            settings.seed());
    this.inputs = new Inputs(effects);
    this.decider = new Decider(placement, settings.policy().text(), inputs, journal, telemetry);
    this.conflicts =
        new OutputConflicts(
            !clusters.clusters().stream().allMatch(each -> site.beginsAtWorkflow(each)));
    this.copies =
        site.regions().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Copies(site.regions().get(), clusters, journal.copies(), times, new Queued()));
    this.leftovers = new Leftovers(directory, attempts, clusters, site, Leftovers.Limits.USUAL);
    this.leftAlone =
        new LeftAloneRuns(
            journal, leftovers, conflicts, hooks, new Queued(), settings.clock(), notices);
    this.refusals =
        new Refusals(
            settings,
            uri -> clusters.clusters().stream().allMatch(each -> site.isFileSystem(each, uri)),
            journal,
            conflicts,
            leftAlone,
            runs::containsKey);
    this.retries = new Retries(journal, clusters, effects, refusals, this::again);
    for (String id : journal.active()) {
      if (settings.takes(id)) {
        resume(directory, id);
      } else {
        leave(id);
      }
    }
    own.keep(runs.values());
    this.triggers =
        settings.only().isPresent()
            ? Optional.empty()
            : Optional.of(
                new Triggers(journal.schedules(), new TriggeredRuns(), settings.wall(), notices));
  }

  /** Runs that schedules start. */
  private final class TriggeredRuns implements Triggers.Runs {
    @Override
    public boolean isActive(String workflow) throws IOException {
      return journal.isActive(workflow);
    }

    @Override
    public boolean isSubmitted(String run) throws IOException {
      return journal.run(run).isPresent();
    }

    @Override
    public Optional<String> refusal(WorkflowTree tree) throws IOException {
      return refusals.of(tree).stream().findFirst();
    }

    @Override
    public void submit(String run, Path file, Map<String, String> parameters, WorkflowTree tree)
        throws IOException {
      Scheduler.this.submit(run, file, parameters, tree);
    }

    @Override
    public void look(Path directory, List<String> paths, Consumer<Boolean> exist) {
      effects.look(directory, paths, exist);
    }
  }

  /** Leaves everything for the thread of work. */
  private final class Queued implements Effects.Outcomes {
    @Override
    public void happened(String run, Event event) {
      later(() -> Scheduler.this.happened(run, event));
    }

    @Override
    public void notice(String line) {
      later(() -> notices.accept(line));
    }

    @Override
    public void later(Task task) {
      tasks.add(task);
    }
  }

  /**
   * Goes on with a run, unless it cannot be read, or has an attempt on a cluster that is not in the
   * file: how that attempt does cannot be asked. Such a run must not keep others from going on.
   */
  private void resume(StateDirectory directory, String id) throws IOException {
    try {
      RunState run = StoredRuns.load(journal, id);
      conflicts.add(run.spec()); // also if it is left alone: its attempts may still write
      for (Map.Entry<String, JobState> job : run.jobs().entrySet()) {
        String place = job.getValue().attempt().cluster();
        if (job.getValue().phase().isActive() && clusters.cluster(place).isEmpty()) {
          throw new IOException(
              "job "
                  + job.getKey()
                  + " is on cluster "
                  + place
                  + ", which is not in the file of clusters; give the right one with --clusters");
        }
        if (job.getValue().phase() == Phase.LAUNCHING) {
          // No driver of it starts: it gets another attempt.
          Attempts.removePrivate(
              directory.attempt(id, job.getKey(), job.getValue().attempt().number()));
        }
      }
      measurements.resumed(run);
      measurements.rekey(run.spec());
      List<Change> taken = new ArrayList<>(energy.resumed(run));
      taken.add(journal.alerts().taken(id));
      journal.store(taken);
      promises.begin(run);
      runs.put(id, run);
      tasks.add(() -> happened(id, new Event.Restarted()));
    } catch (IOException | RuntimeException unreadable) {
      leftAlone.add(id, unreadable.getMessage());
    }
    if (runs.containsKey(id)) {
      leftAlone.goesOn(id);
    }
  }

  /** Others must not write where a run does that is not worked on: its attempts may go on. */
  private void leave(String id) {
    try {
      conflicts.add(StoredRuns.load(journal, id).spec());
    } catch (IOException | RuntimeException unreadable) {
      notices.accept("run " + id + " cannot be read: " + unreadable.getMessage());
    }
  }

  /**
   * Tells hooks what happens, and at once which runs are left alone. Before the work.
   *
   * @param directory of the state
   * @param agent the program's name and version
   */
  public void tell(List<Hook> told, StateDirectory directory, String agent, HookWorker.Settings how)
      throws IOException {
    hooks.start(told, directory, agent, how);
    journal.store(leftAlone.untold());
    hooks.tell();
  }

  /** Leaves a task for the thread of work. Any thread. */
  public void later(Task task) {
    tasks.add(task);
  }

  /** Runs that have not ended. Thread of work only. */
  public List<RunState> active() {
    return List.copyOf(runs.values());
  }

  /** What the scheduler is doing, as soon as the thread of work looks. Any thread. */
  public CompletableFuture<Seen> see() {
    CompletableFuture<Seen> seen = new CompletableFuture<>();
    later(
        () -> {
          JobPredictor predictor = measurements.predictor();
          seen.complete(
              new Seen(
                  now(),
                  settings.policy().text(),
                  active(),
                  placement.reservations(active(), predictor, inputs::of, now()),
                  predictor,
                  leftAlone.reasons(),
                  telemetry.snapshot(),
                  idle.snapshot(),
                  least));
        });
    return seen;
  }

  /**
   * Works until told otherwise.
   *
   * @param until asked after each task and each wait
   * @throws IOException if the journal cannot be written; nothing was done then that is not in it
   */
  public void work(BooleanSupplier until) throws IOException, InterruptedException {
    measurements.awaitCatalogue();
    while (!until.getAsBoolean()) {
      if (triggers.isPresent()) {
        triggers.get().work();
      }
      decide();
      look();
      Task task = tasks.poll(untilNextTick().toMillis(), TimeUnit.MILLISECONDS);
      while (task != null) {
        task.run();
        task = tasks.poll();
      }
      for (String id : List.copyOf(runs.keySet())) {
        RunState run = runs.get(id);
        if (run.nextTick().filter(due -> !due.isAfter(now())).isPresent()) {
          happened(id, new Event.Tick());
        }
      }
      takeBack();
    }
  }

  /**
   * Whether a tag of an application, in lower case, is that of an attempt whose resources are
   * reserved. Any thread.
   */
  public boolean owns(String tag) {
    return own.has(tag);
  }

  /** What is seen by looking now and then. */
  private void look() throws IOException {
    own.keep(runs.values());
    idle.look(now());
    retention.look(now());
    promises.look(
        runs.values(),
        measurements.predictor(),
        clusters.clusters().stream().map(Cluster::name).toList(),
        inputs,
        now(),
        notices);
  }

  /** Copies of inputs that no job needs. */
  private void takeBack() throws IOException {
    if (copies.isPresent() && copies.get().isTakeBackDue(now())) {
      boolean all = journal.runs(true, Integer.MAX_VALUE).size() == runs.size();
      copies.get().takeBack(runs.values(), all, now());
    }
  }

  /**
   * Whether no copy of an input is being made or taken back, and no run is about to go on, or being
   * given up. Thread of work only.
   */
  public boolean isIdle() {
    return retries.isIdle() && leftAlone.isIdle() && copies.map(Copies::isIdle).orElse(true);
  }

  /**
   * Waits, after the work, until what was measured is in the catalogue and the energy of all
   * attempts is known, unless that takes too long. What is left is done after the next start.
   */
  public void settle() throws IOException, InterruptedException {
    long end = System.nanoTime() + SETTLES_WITHIN.toNanos();
    while ((measurements.isEntering() || energy.isWorking(measurements.canRead()))
        && System.nanoTime() < end) {
      Task task = tasks.poll(LOOK_AT_CATALOGUE.toMillis(), TimeUnit.MILLISECONDS);
      if (task != null) {
        task.run();
      }
    }
  }

  private Duration untilNextTick() {
    if (!tasks.isEmpty()) {
      return Duration.ZERO;
    }
    Instant now = now();
    Instant look = now.plus(LOOK_AT_CLUSTERS);
    Instant next = decider.again().isBefore(look) ? decider.again() : look;
    for (RunState run : runs.values()) {
      Instant tick = run.nextTick().orElse(Instant.MAX);
      next = tick.isBefore(next) ? tick : next;
    }
    Duration most = next.isAfter(now) ? Duration.between(now, next) : Duration.ZERO;
    Duration wait = triggers.map(some -> some.untilDue(most)).orElse(most);
    return wait.isZero() ? wait : wait.plusMillis(1);
  }

  private Instant now() {
    return settings.clock().instant();
  }

  /**
   * Begins a run. Thread of work, or before it begins.
   *
   * @param tree without problems
   * @throws IOException with a message for the user if the run is refused
   */
  public void submit(String id, Path file, Map<String, String> parameters, WorkflowTree tree)
      throws IOException {
    if (journal.run(id).isPresent()) {
      return; // the request was seen before
    }
    refusals.check(id);
    refusals.check(tree);
    RunSpec spec = RunSpec.of(id, now(), tree);
    Step step = Orchestrator.submit(spec, now());
    journal.submit(
        new Journal.Submission(file, parameters, tree.files()),
        step.state(),
        now(),
        "submitted",
        List.of());
    adopt(step);
  }

  /**
   * Ends a run; does nothing if it has ended. Thread of work.
   *
   * @throws IOException with a message for the user if there is none, or another leader's
   */
  public void kill(String id, String reason) throws IOException {
    if (!runs.containsKey(id)) {
      Journal.Stored stored =
          journal.run(id).orElseThrow(() -> new IOException("run " + id + ": there is none"));
      if (stored.ended().isEmpty()) {
        refusals.check(id);
      }
      retries.giveUp(id, reason);
    }
    happened(id, new Event.KillAsked(reason));
  }

  /**
   * Ends a run; also one that is left alone. What runs of such a one is ended as far as it can be
   * reached; notices and the run's events say what may still run. Thread of work.
   *
   * @return completed on the thread of work when the run has ended; when it is worked on, at once
   * @throws IOException with a message for the user if there is none, or another leader's
   */
  public CompletableFuture<Void> abandon(String id) throws IOException {
    if (leftAlone.reason(id).isPresent()) {
      return leftAlone.end(id);
    }
    kill(id, "a user ended it");
    return CompletableFuture.completedFuture(null);
  }

  /**
   * Goes on with a run that has ended, with its files as they are now, as soon as the inputs of the
   * jobs that succeeded are measured. Thread of work.
   *
   * @return completed on the thread of work when the run goes on, or, with an {@link IOException}
   *     for the user, when it cannot
   * @throws IOException with a message for the user if that can be seen at once
   */
  public CompletableFuture<Void> retry(String id) throws IOException {
    if (runs.containsKey(id)) {
      Optional<String> held = settings.only().isPresent() ? conflicts.reason(id) : Optional.empty();
      if (held.isPresent()) {
        throw new IOException("run " + id + ": " + held.get() + "; retry or kill that one first");
      }
      return CompletableFuture.completedFuture(null);
    }
    return retries.begin(id);
  }

  /** A run that had ended goes on. */
  private void again(Journal.Submission submission, RunState old, Event.RetryAsked asked)
      throws IOException {
    Instant now = now();
    Step step = Orchestrator.step(old, asked, now, this::isYarn);
    journal.submit(
        submission, step.state(), now, "retry", promises.changes(old, step.state(), now));
    hooks.tell();
    adopt(step);
  }

  /**
   * Adds the schedule of a workflow file. Thread of work.
   *
   * @throws IOException with a message for the user if that cannot be
   */
  public void add(Path file, Map<String, String> parameters) throws IOException {
    String name =
        new Registrations(journal.schedules())
            .add(file, parameters, settings.shell(), settings.wall().instant());
    changed(name);
  }

  /**
   * Removes a schedule. Thread of work.
   *
   * @throws IOException with a message for the user if there is none
   */
  public void remove(String schedule) throws IOException {
    new Registrations(journal.schedules()).remove(schedule);
    changed(schedule);
  }

  /**
   * Pauses a schedule, or resumes it. Thread of work.
   *
   * @throws IOException with a message for the user if there is none
   */
  public void pause(String schedule, boolean paused) throws IOException {
    new Registrations(journal.schedules()).pause(schedule, paused);
    changed(schedule);
  }

  private void changed(String schedule) throws IOException {
    if (triggers.isPresent()) {
      triggers.get().changed(schedule);
    }
  }

  private void adopt(Step step) throws IOException {
    String id = step.state().spec().id();
    measurements.rekey(step.state().spec());
    if (step.state().ended().isEmpty()) {
      runs.put(id, step.state());
      promises.begin(step.state());
      conflicts.add(step.state().spec());
      conflicts.reason(id).ifPresent(why -> notices.accept("run " + id + " waits: " + why));
    }
    carryOut(step);
  }

  /** A step: journal first, then effects. */
  private void happened(String id, Event event) throws IOException {
    RunState before = runs.get(id);
    if (before == null) {
      return; // it has ended
    }
    Instant now = now();
    Step step = Orchestrator.step(before, event, now, this::isYarn);
    if (!step.state().equals(before)) {
      journal.commit(
          before,
          step.state(),
          now,
          EventText.of(event),
          Stream.concat(
                  energy.changes(before, event, step.state(), now).stream(),
                  promises.changes(before, step.state(), now).stream())
              .toList());
      energy.stepped(before, step.state());
      hooks.tell();
      measurements.stepped(before, event, step.state(), now);
      decider.stepped(step.state(), event);
      copies.ifPresent(it -> it.stepped(step.state()));
      telemetry.stepped(before, event, step.state(), now);
    }
    if (step.state().ended().isPresent()) {
      runs.remove(id);
      decider.forget(id);
      conflicts.remove(id);
      telemetry.forget(id);
      promises.forget(id);
    } else {
      runs.put(id, step.state());
    }
    carryOut(step);
  }

  private void carryOut(Step step) {
    for (Command command : step.commands()) {
      if (command instanceof Command.Notify notice) {
        notices.accept(notice.text());
      } else if (command instanceof Command.Stage stage) {
        copy(step.state(), stage);
      } else {
        effects.carryOut(step.state(), command);
      }
    }
  }

  private void copy(RunState state, Command.Stage stage) {
    String run = state.spec().id();
    if (copies.isPresent()) {
      copies.get().begin(run, state.spec().job(stage.job()), stage.cluster());
    } else {
      String why = "the file of clusters has no regions any more";
      later(() -> happened(run, new Event.Staged(stage.job(), stage.cluster(), why)));
    }
  }

  private void decide() throws IOException {
    for (Placement.Decided each :
        decider.decide(active(), conflicts::reason, measurements.predictor(), now())) {
      if (each.decision() instanceof Decision.Start start) {
        telemetry.starts(each.key(), runs.get(each.key().run()), start, now());
        happened(
            each.key().run(),
            new Event.Placed(each.key().job(), start.cluster(), start.access(), start.reason()));
      } else if (each.decision() instanceof Decision.Stage stage) {
        happened(each.key().run(), new Event.CopyAsked(each.key().job(), stage.cluster()));
      }
    }
  }

  /**
   * Whether applications of an attempt may live without its driver. That is taken for granted of a
   * cluster that is not in the file any more, so that its attempts wait until it is.
   */
  private boolean isYarn(String name) {
    return clusters.cluster(name).map(Cluster::isYarn).orElse(true);
  }

  /** Stops deciding; attempts go on. */
  @Override
  public void close() {
    copies.ifPresent(Copies::close);
    measurements.close();
    energy.close();
    hooks.close();
    effects.close();
    kills.close();
    leftovers.close();
  }
}
