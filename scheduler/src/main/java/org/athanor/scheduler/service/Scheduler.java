// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.run.Command;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.Step;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.workflow.Program;

/**
 * Carries runs out. Whoever makes one must be the leader of the state directory.
 *
 * <p>The thread that calls {@link #work} owns all state. Other threads leave tasks for it. A step
 * is committed before any of its commands is carried out.
 */
public final class Scheduler implements Closeable {
  private static final int EFFECTS_AT_ONCE = 8;

  /** Of their own, so that a file system that does not answer keeps no kill from happening. */
  private static final int SIGNALS_AT_ONCE = 4;

  /** So many measured durations are used. */
  public static final int MOST_MEASURED = 10_000;

  private static final Duration HALF_LIFE = Duration.ofDays(30);
  private static final double LEVEL = 0.9;

  /** How long the loop waits at most, so that changed loads of clusters are seen. */
  private static final Duration LOOK_AT_CLUSTERS = Duration.ofSeconds(5);

  private final StateDirectory directory;
  private final Journal journal;
  private final Attempts attempts;
  private final ClusterSource clusters;
  private final Site site;
  private final Settings settings;
  private final Consumer<String> notices;
  private final Placement placement;
  private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
  private final ExecutorService effects = threads(EFFECTS_AT_ONCE, "athanor-effects");
  private final ExecutorService signals = threads(SIGNALS_AT_ONCE, "athanor-signals");
  // The rest: thread of work only.
  private final Map<String, RunState> runs = new LinkedHashMap<>();
  private final Map<Placement.Key, Double> sizes = new HashMap<>(); // -1 while it is measured
  private final Map<Placement.Key, String> decided = new HashMap<>(); // what the journal has
  private final Map<String, String> leftAlone = new HashMap<>(); // runs, and why
  private final Set<String> resumed = new HashSet<>(); // attempts whose end nobody may have seen
  private Optional<Predictor> predictor = Optional.empty();
  private Instant decideAgain = Instant.MAX;

  /**
   * How the scheduler works.
   *
   * @param policy one of {@link Policies#names}
   * @param seed of the policy's chance
   * @param shell whether jobs of type shell may run
   * @param only the run to work on; empty for all. Others are left to the next leader
   */
  public record Settings(
      String policy,
      View.Network network,
      long seed,
      boolean shell,
      Optional<String> only,
      InstantSource clock) {
    boolean takes(String run) {
      return only.isEmpty() || only.get().equals(run);
    }
  }

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
    this.directory = directory;
    this.journal = journal;
    this.attempts = attempts;
    this.clusters = clusters;
    this.site = site;
    this.settings = settings;
    this.notices = notices;
    this.placement =
        new Placement(
            Policies.named(settings.policy()), clusters, settings.network(), settings.seed());
    for (String id : journal.runs(true, Integer.MAX_VALUE)) {
      if (settings.takes(id)) {
        resume(id);
      }
    }
  }

  /**
   * Goes on with a run, unless it cannot be read, or has an attempt on a cluster that is not in the
   * file: how that attempt does cannot be asked. Such a run must not keep others from going on.
   */
  private void resume(String id) {
    try {
      RunState run = StoredRuns.load(journal, id);
      for (Map.Entry<String, JobState> job : run.jobs().entrySet()) {
        String place = job.getValue().attempt().cluster();
        if (job.getValue().phase().isActive() && cluster(place).isEmpty()) {
          throw new IOException(
              "job "
                  + job.getKey()
                  + " is on cluster "
                  + place
                  + ", which is not in the file of clusters; give the right one with --clusters");
        }
        resumed.add(tag(id, job.getKey(), job.getValue()));
      }
      runs.put(id, run);
      tasks.add(() -> happened(id, new Event.Restarted()));
    } catch (IOException | RuntimeException unreadable) {
      String why = "run " + id + " is left alone: " + unreadable.getMessage();
      leftAlone.put(id, why);
      notices.accept(why);
    }
  }

  private static String tag(String run, String name, JobState job) {
    return org.athanor.scheduler.run.Tag.of(run, name, job.attempt().number());
  }

  /** Leaves a task for the thread of work. Any thread. */
  public void later(Task task) {
    tasks.add(task);
  }

  private static ExecutorService threads(int count, String name) {
    return Executors.newFixedThreadPool(
        count,
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Runs that have not ended. Thread of work only. */
  public List<RunState> active() {
    return List.copyOf(runs.values());
  }

  /**
   * Works until told otherwise.
   *
   * @param until asked after each task and each wait
   * @throws IOException if the journal cannot be written; nothing was done then that is not in it
   */
  public void work(BooleanSupplier until) throws IOException, InterruptedException {
    while (!until.getAsBoolean()) {
      decide();
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
    }
  }

  private Duration untilNextTick() {
    if (!tasks.isEmpty()) {
      return Duration.ZERO;
    }
    Instant now = now();
    Instant next =
        decideAgain.isBefore(now.plus(LOOK_AT_CLUSTERS)) ? decideAgain : now.plus(LOOK_AT_CLUSTERS);
    for (RunState run : runs.values()) {
      Instant tick = run.nextTick().orElse(Instant.MAX);
      next = tick.isBefore(next) ? tick : next;
    }
    return next.isAfter(now) ? Duration.between(now, next).plusMillis(1) : Duration.ZERO;
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
    take(id);
    admit(tree);
    RunSpec spec = new RunSpec(id, tree.workflow().orElseThrow(), now(), tree.sla(), tree.jobs());
    Step step = Orchestrator.submit(spec, now());
    journal.submit(
        new Journal.Submission(file, parameters, tree.files()), step.state(), now(), "submitted");
    adopt(step);
  }

  private void take(String id) throws IOException {
    if (leftAlone.containsKey(id)) {
      throw new IOException(leftAlone.get(id));
    }
    if (!settings.takes(id)) {
      throw new IOException(
          "run "
              + id
              + ": run "
              + settings.only().orElseThrow()
              + " is worked on; wait for its end, or let athanor schedule serve work on all runs");
    }
  }

  private void admit(WorkflowTree tree) throws IOException {
    List<String> problems = Admission.problems(tree.jobs(), settings.shell());
    if (!problems.isEmpty()) {
      throw new IOException(String.join("\n", problems));
    }
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
        take(id);
      }
    }
    happened(id, new Event.KillAsked(reason));
  }

  /**
   * Goes on with a run that has ended, with its files as they are now. Thread of work.
   *
   * @throws IOException with a message for the user if that cannot be
   */
  public void retry(String id) throws IOException {
    if (runs.containsKey(id)) {
      return;
    }
    take(id);
    Journal.Stored stored =
        journal.run(id).orElseThrow(() -> new IOException("run " + id + ": there is none"));
    Path file = stored.submission().file();
    WorkflowTree tree = WorkflowTree.read(file, stored.submission().parameters());
    if (!tree.problems().isEmpty()) {
      throw new IOException(
          "run " + id + ": " + tree.problems().get(0) + "; put it right, or submit a new run");
    }
    admit(tree);
    RunState old = StoredRuns.load(journal, id);
    RunSpec spec =
        new RunSpec(id, tree.workflow().orElseThrow(), stored.submitted(), tree.sla(), tree.jobs());
    Map<String, JobState.Input> inputs = new HashMap<>();
    for (JobSpec job : tree.jobs()) {
      JobState was = old.jobs().get(job.name());
      if (was != null && was.phase() == Phase.SUCCEEDED && was.input().digest().length() > 0) {
        Optional<Cluster> cluster = cluster(was.attempt().cluster());
        if (cluster.isPresent()) {
          inputs.put(job.name(), site.measure(cluster.get(), job.directory(), job.job().inputs()));
        }
      }
    }
    Step step = Orchestrator.step(old, new Event.RetryAsked(spec, inputs), now(), this::isYarn);
    journal.submit(
        new Journal.Submission(file, stored.submission().parameters(), tree.files()),
        step.state(),
        now(),
        "retry");
    adopt(step);
  }

  private void adopt(Step step) {
    String id = step.state().spec().id();
    if (step.state().ended().isEmpty()) {
      runs.put(id, step.state());
    }
    step.commands().forEach(command -> carryOut(step.state(), command));
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
      journal.commit(before, step.state(), now, text(event));
      measure(before, step.state(), now);
    }
    if (step.state().ended().isPresent()) {
      runs.remove(id);
      sizes.keySet().removeIf(key -> key.run().equals(id));
      decided.keySet().removeIf(key -> key.run().equals(id));
    } else {
      runs.put(id, step.state());
    }
    step.commands().forEach(command -> carryOut(step.state(), command));
  }

  private static String text(Event event) {
    if (event instanceof Event.Placed placed) {
      return placed.job() + ": " + placed.cluster() + " was chosen: " + placed.reason();
    }
    if (event instanceof Event.OfAttempt some) {
      return some.job() + ", attempt " + some.attempt() + ": " + what(some);
    }
    return event instanceof Event.KillAsked kill
        ? "kill: " + kill.reason()
        : event.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
  }

  private static String what(Event.OfAttempt event) {
    if (event instanceof Event.Exited exited) {
      return "ended with code " + exited.code();
    }
    if (event instanceof Event.Spawned spawned) {
      return "process " + spawned.process().pid();
    }
    if (event instanceof Event.PrepareFailed failed) {
      return failed.reason();
    }
    if (event instanceof Event.SpawnFailed failed) {
      return failed.reason();
    }
    if (event instanceof Event.Unanswered silent) {
      return silent.reason();
    }
    if (event instanceof Event.Applications answer) {
      return "applications " + answer.found();
    }
    return event instanceof Event.Prepared
        ? "outputs are out of the way"
        : event instanceof Event.Vanished ? "vanished" : "did not start";
  }

  private void measure(RunState before, RunState after, Instant now) throws IOException {
    for (JobSpec spec : after.spec().jobs()) {
      JobState job = after.job(spec.name());
      JobState was = before.jobs().get(spec.name());
      boolean done =
          job.phase() == Phase.SUCCEEDED && was != null && was.phase() != Phase.SUCCEEDED;
      String tag = tag(after.spec().id(), spec.name(), job);
      if (done && job.attempt().started().isPresent() && !resumed.contains(tag)) {
        double seconds = Duration.between(job.attempt().started().get(), now).toMillis() / 1e3;
        String cluster = job.attempt().cluster();
        journal.measured(
            after.spec().id(),
            spec.name(),
            job.attempt().number(),
            new MeasuredRun(
                spec.job().application(),
                cluster,
                Integer.toHexString(new java.util.TreeMap<>(spec.job().settings()).hashCode()),
                now,
                job.input().bytes(),
                Math.max(seconds, 1e-3),
                java.util.OptionalDouble.empty(),
                Placement.needs(spec, cluster, predictor())));
        predictor = Optional.empty();
      }
    }
  }

  private Predictor predictor() throws IOException {
    if (predictor.isEmpty()) {
      predictor = Optional.of(predictorOf(journal.measured(MOST_MEASURED)));
    }
    return predictor.get();
  }

  static Predictor predictorOf(java.util.Collection<MeasuredRun> measured) {
    return new Predictor(measured, HALF_LIFE, LEVEL);
  }

  /**
   * Whether applications of an attempt may live without its driver. That is taken for granted of a
   * cluster that is not in the file any more, so that its attempts wait until it is.
   */
  private boolean isYarn(String name) {
    return cluster(name).map(cluster -> cluster.kind() instanceof Kind.Yarn).orElse(true);
  }

  private Optional<Cluster> cluster(String name) {
    return clusters.clusters().stream().filter(each -> each.name().equals(name)).findFirst();
  }

  // ---- Placement -----------------------------------------------------------------------------

  private void decide() throws IOException {
    decideAgain = Instant.MAX;
    boolean ready = false;
    for (RunState run : runs.values()) {
      for (JobSpec spec : run.spec().jobs()) {
        if (run.job(spec.name()).phase() == Phase.READY) {
          ready |= isMeasured(run.spec().id(), spec);
        }
      }
    }
    if (!ready) {
      return;
    }
    Instant now = now();
    List<Placement.Decided> decisions =
        placement.decide(
            List.copyOf(runs.values()), predictor(), key -> sizes.getOrDefault(key, 0.0), now);
    for (Placement.Decided each : decisions) {
      carryOut(each, now);
    }
  }

  private void carryOut(Placement.Decided each, Instant now) throws IOException {
    Decision decision = each.decision();
    RunState run = runs.get(each.key().run());
    if (run == null) {
      return;
    }
    int attempt = run.job(each.key().job()).attempt().number() + 1;
    String what;
    if (decision instanceof Decision.Start start) {
      what = "start on " + start.cluster();
    } else if (decision instanceof Decision.Stage stage) {
      what = "copy to " + stage.cluster();
    } else if (decision instanceof Decision.Wait wait) {
      what = "wait until " + wait.until();
      decideAgain = wait.until().isBefore(decideAgain) ? wait.until() : decideAgain;
    } else {
      what = "wait";
    }
    String told = attempt + what + decision.reason();
    if (!told.equals(decided.put(each.key(), told))) {
      keep(each, attempt, what, now);
    }
    if (decision instanceof Decision.Start start) {
      sizes.remove(each.key()); // measured again before a retry
      happened(
          each.key().run(), new Event.Placed(each.key().job(), start.cluster(), decision.reason()));
    }
  }

  /** A decision that is made again, because nothing has changed, is not kept again. */
  private void keep(Placement.Decided each, int attempt, String what, Instant now)
      throws IOException {
    Decision decision = each.decision();
    journal.decide(
        each.key().run(),
        new Journal.Choice(
            each.key().job(),
            attempt,
            now,
            settings.policy(),
            what,
            decision.reason(),
            decision.candidates().stream().map(Journal::line).toList()));
  }

  /** Whether a job's input was measured; begins to if it was not. */
  private boolean isMeasured(String run, JobSpec spec) {
    Placement.Key key = new Placement.Key(run, spec.name());
    Double size = sizes.get(key);
    if (size == null) {
      sizes.put(key, -1.0);
      List<Cluster> all = clusters.clusters();
      effects.execute(
          () -> {
            double bytes = 0;
            try {
              bytes =
                  all.isEmpty()
                      ? 0
                      : site.measure(all.get(0), spec.directory(), spec.job().inputs()).bytes();
            } catch (IOException | RuntimeException unknown) {
              String why =
                  spec.name() + ": the size of its input is not known: " + unknown.getMessage();
              later(() -> notices.accept(why));
            }
            double measured = bytes;
            later(() -> sizes.replace(key, measured));
          });
    }
    return size != null && size >= 0;
  }

  // ---- Effects -------------------------------------------------------------------------------

  private void carryOut(RunState state, Command command) {
    if (command instanceof Command.Notify notice) {
      notices.accept(notice.text());
      return;
    }
    JobSpec spec = state.spec().job(command.job());
    AttemptOf of =
        new AttemptOf(
            state.spec().id(),
            spec,
            state.job(command.job()),
            cluster(state.job(command.job()).attempt().cluster()));
    boolean signals =
        command instanceof Command.Kill
            || command instanceof Command.Go
            || command instanceof Command.Attach;
    (signals ? this.signals : effects).execute(() -> effect(of, command));
  }

  /** An attempt, and where it is. */
  private record AttemptOf(String run, JobSpec spec, JobState state, Optional<Cluster> place) {
    int number() {
      return state.attempt().number();
    }

    String tag() {
      return org.athanor.scheduler.run.Tag.of(run, spec.name(), number());
    }

    Cluster cluster() throws IOException {
      return place.orElseThrow(
          () ->
              new IOException(
                  "cluster " + state.attempt().cluster() + " is not in the file of clusters"));
    }
  }

  private void tell(AttemptOf of, Event event) {
    later(() -> happened(of.run(), event));
  }

  private void effect(AttemptOf of, Command command) {
    try {
      if (command instanceof Command.Prepare prepare) {
        prepare(of, prepare);
      } else if (command instanceof Command.Launch) {
        launch(of);
      } else if (command instanceof Command.Go) {
        attach(of);
        attempts.go(of.tag());
      } else if (command instanceof Command.Attach) {
        attach(of);
      } else if (command instanceof Command.Kill) {
        kill(of);
      } else if (command instanceof Command.Query) {
        query(of);
      }
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      String job = of.spec().name();
      if (command instanceof Command.Prepare) {
        tell(of, new Event.PrepareFailed(job, of.number(), why, false));
      } else if (command instanceof Command.Launch) {
        tell(of, new Event.SpawnFailed(job, of.number(), why));
      } else if (command instanceof Command.Query) {
        tell(of, new Event.Unanswered(job, of.number(), why));
      } else {
        later(() -> notices.accept(job + ": " + why));
      }
    }
  }

  private Path attemptDirectory(AttemptOf of) {
    return directory.attempt(of.run(), of.spec().name(), of.number());
  }

  private void prepare(AttemptOf of, Command.Prepare command) throws IOException {
    JobSpec spec = of.spec();
    for (String output : spec.job().outputs()) {
      if (site.exists(of.cluster(), spec.directory(), output)) {
        if (!command.remove()) {
          tell(
              of,
              new Event.PrepareFailed(
                  spec.name(),
                  of.number(),
                  "output " + output + " exists; remove it, or write prepare: delete",
                  true));
          return;
        }
        site.remove(of.cluster(), spec.directory(), output);
      }
    }
    JobState.Input input = site.measure(of.cluster(), spec.directory(), spec.job().inputs());
    tell(of, new Event.Prepared(spec.name(), of.number(), input));
  }

  private void launch(AttemptOf of) throws IOException {
    if (of.spec().job().program() instanceof Program.Shell && !settings.shell()) {
      throw new IOException("it is of type shell; allow it with --shell");
    }
    Path own = attemptDirectory(of);
    java.nio.file.Files.createDirectories(own);
    var driver = site.driver(of.spec(), of.cluster(), of.tag(), own);
    var process = attempts.spawn(of.tag(), own, driver);
    tell(of, new Event.Spawned(of.spec().name(), of.number(), process));
    attempts.watch(of.tag(), end -> ended(of, end)); // its end is told after its beginning
  }

  /** Watches the attempt's process if there is one and nobody does, as after a restart. */
  private void attach(AttemptOf of) throws IOException {
    if (of.state().attempt().process().isPresent()) {
      attempts.attach(
          of.tag(), attemptDirectory(of), of.state().attempt().process(), end -> ended(of, end));
    }
  }

  private void ended(AttemptOf of, Attempts.End end) {
    String job = of.spec().name();
    if (end instanceof Attempts.End.Exited exited) {
      tell(of, new Event.Exited(job, of.number(), exited.code()));
    } else if (end instanceof Attempts.End.NeverStarted) {
      tell(of, new Event.NeverStarted(job, of.number()));
    } else {
      tell(of, new Event.Vanished(job, of.number()));
    }
  }

  private void kill(AttemptOf of) throws IOException {
    attach(of);
    attempts.kill(of.tag());
    if (of.cluster().kind() instanceof Kind.Yarn) {
      for (var application : clusters.applications(of.cluster().name(), of.tag())) {
        if (!application.state().ended()) {
          site.kill(of.cluster(), application.id());
        }
      }
    }
  }

  private void query(AttemptOf of) throws IOException {
    List<Event.Application> found =
        clusters.applications(of.cluster().name(), of.tag()).stream()
            .sorted(java.util.Comparator.comparing(application -> application.use().submitted()))
            .map(Scheduler::seen)
            .toList();
    List<String> missing = new ArrayList<>();
    for (String output : of.spec().job().outputs()) {
      if (!site.exists(of.cluster(), of.spec().directory(), output)) {
        missing.add(output);
      }
    }
    tell(of, new Event.Applications(of.spec().name(), of.number(), found, missing));
  }

  private static Event.Application seen(org.athanor.scheduler.clusters.Application application) {
    Event.Application.State state =
        !application.state().ended()
            ? Event.Application.State.LIVE
            : application.succeeded()
                ? Event.Application.State.SUCCEEDED
                : Event.Application.State.FAILED;
    return new Event.Application(application.id(), state, application.diagnostics());
  }

  /** Stops deciding; attempts go on. */
  @Override
  public void close() {
    effects.shutdownNow();
    signals.shutdownNow();
  }
}
