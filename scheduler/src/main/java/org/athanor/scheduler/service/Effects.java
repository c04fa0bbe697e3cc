// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.Silences;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.run.Attempt;
import org.athanor.scheduler.run.Command;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.Tag;
import org.athanor.scheduler.workflow.Program;

/**
 * Carries out the commands of runs on threads of its own, and tells what came of them on the thread
 * of work. Thread-safe.
 */
final class Effects implements Closeable {
  private static final int AT_ONCE = 8;

  /** Of their own, so that nothing that may wait for a cluster keeps an attempt from its signal. */
  private static final int SIGNALS_AT_ONCE = 4;

  /** Of each cluster. */
  private static final int QUESTIONS_AT_ONCE = 4;

  /** Of their own, because they are of no hurry, and may be many. */
  private static final int LOOKS_AT_ONCE = 2;

  /** So long a history server is left alone that did not answer for the first time. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** What Hadoop's committers make in an output when all of it is there. */
  private static final String COMPLETE = "_SUCCESS";

  private final StateDirectory directory;
  private final Attempts attempts;
  private final ClusterSource clusters;
  private final Site site;
  private final boolean shell;
  private final ApplicationKills kills;
  private final Outcomes outcomes;
  private final Silences silences; // of history servers
  private final Set<String> ending = ConcurrentHashMap.newKeySet(); // tags, applications of which
  private final ClusterThreads questions =
      new ClusterThreads(QUESTIONS_AT_ONCE, "athanor-questions");
  private final ExecutorService effects = threads(AT_ONCE, "athanor-effects");
  private final ExecutorService looks = threads(LOOKS_AT_ONCE, "athanor-looks");
  private final ExecutorService signals = threads(SIGNALS_AT_ONCE, "athanor-signals");

  /** What came of commands. Called by any thread. */
  interface Outcomes {
    /** Something happened to a run. */
    void happened(String run, Event event);

    /** The user should know. */
    void notice(String line);

    /** Something is to be done on the thread of work. */
    void later(Scheduler.Task task);
  }

  /**
   * Makes it.
   *
   * @param shell whether jobs of type shell may run
   * @param kills for the applications of attempts; it is closed by whoever made it
   * @param clock that nobody sets
   */
  Effects(
      StateDirectory directory,
      Attempts attempts,
      ClusterSource clusters,
      Site site,
      boolean shell,
      ApplicationKills kills,
      InstantSource clock,
      Outcomes outcomes) {
    this.directory = directory;
    this.attempts = attempts;
    this.clusters = clusters;
    this.site = site;
    this.shell = shell;
    this.kills = kills;
    this.silences = new Silences(PAUSE, clock);
    this.outcomes = outcomes;
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

  /** An attempt, and where it is. */
  private record AttemptOf(String run, JobSpec spec, JobState state, Optional<Cluster> place) {
    String job() {
      return spec.name();
    }

    int number() {
      return state.attempt().number();
    }

    String tag() {
      return Tag.of(run, spec.name(), number());
    }

    Cluster cluster() throws IOException {
      return place.orElseThrow(
          () ->
              new IOException(
                  "cluster " + state.attempt().cluster() + " is not in the file of clusters"));
    }
  }

  /**
   * Measures a job's input.
   *
   * @param facts told on the thread of work
   */
  void measure(JobSpec spec, Consumer<InputFacts> facts) {
    List<Cluster> all = clusters.clusters();
    effects.execute(
        () -> {
          InputFacts measured = InputFacts.NONE;
          try {
            measured = InputFacts.measure(site, all, spec);
          } catch (IOException | RuntimeException | Error unknown) {
            outcomes.notice(
                spec.name() + ": the size of its input is not known: " + unknown.getMessage());
          }
          InputFacts told = measured;
          outcomes.later(() -> facts.accept(told));
        });
  }

  /**
   * Measures the inputs of jobs as they are now.
   *
   * @param where the jobs ran, by job
   * @param told on the thread of work: inputs by the names of jobs, or why they cannot be measured
   */
  void measure(Map<JobSpec, Cluster> where, Measured told) {
    effects.execute(
        () -> {
          Map<String, JobState.Input> inputs = new HashMap<>();
          Optional<String> failure = Optional.empty();
          try {
            for (Map.Entry<JobSpec, Cluster> each : where.entrySet()) {
              JobSpec spec = each.getKey();
              inputs.put(
                  spec.name(),
                  site.measure(each.getValue(), spec.directory(), spec.job().inputs()));
            }
          } catch (IOException | RuntimeException | Error e) {
            failure = Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
          }
          Optional<String> why = failure;
          outcomes.later(() -> told.measured(inputs, why));
        });
  }

  /** Learns what was measured. */
  @FunctionalInterface
  interface Measured {
    /** Called once, on the thread of work. */
    void measured(Map<String, JobState.Input> inputs, Optional<String> failure) throws IOException;
  }

  /**
   * Sees whether all files exist.
   *
   * @param exist told on the thread of work; not if that cannot be seen
   */
  void look(Path from, List<String> paths, Consumer<Boolean> exist) {
    List<Cluster> all = clusters.clusters();
    looks.execute(
        () -> {
          boolean there = !all.isEmpty();
          try {
            for (String path : paths) {
              there = there && site.exists(all.get(0), from, path);
            }
          } catch (IOException | RuntimeException | Error unknown) {
            outcomes.notice(paths + ": whether they exist cannot be seen: " + unknown.getMessage());
            return;
          }
          boolean told = there;
          outcomes.later(() -> exist.accept(told));
        });
  }

  /** Carries out a command about an attempt of a run that is in this state. */
  void carryOut(RunState run, Command command) {
    JobState job = run.job(command.job());
    AttemptOf of =
        new AttemptOf(
            run.spec().id(),
            run.spec().job(command.job()),
            job,
            clusters.cluster(job.attempt().cluster()));
    if (command instanceof Command.Query) {
      questions.execute(job.attempt().cluster(), () -> carryOut(of, command));
      return;
    }
    boolean isSignal =
        command instanceof Command.Kill
            || command instanceof Command.Go
            || command instanceof Command.Attach;
    (isSignal ? signals : effects).execute(() -> carryOut(of, command));
  }

  private void carryOut(AttemptOf of, Command command) {
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
    } catch (IOException | RuntimeException | Error e) { // else nobody would know that it failed
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      if (command instanceof Command.Prepare) {
        tell(of, new Event.PrepareFailed(of.job(), of.number(), why, false));
      } else if (command instanceof Command.Launch) {
        tell(of, new Event.SpawnFailed(of.job(), of.number(), why));
      } else if (command instanceof Command.Query) {
        tell(of, new Event.Unanswered(of.job(), of.number(), why));
      } else {
        outcomes.notice(of.job() + ": " + why);
      }
    }
  }

  private void tell(AttemptOf of, Event event) {
    outcomes.happened(of.run(), event);
  }

  private Path directory(AttemptOf of) {
    return directory.attempt(of.run(), of.job(), of.number());
  }

  private void prepare(AttemptOf of, Command.Prepare command) throws IOException {
    JobSpec spec = of.spec();
    for (String output : spec.job().outputs()) {
      if (site.exists(of.cluster(), spec.directory(), output)) {
        if (!command.remove()) {
          String why = "output " + output + " exists; remove it, or write prepare: delete";
          tell(of, new Event.PrepareFailed(of.job(), of.number(), why, true));
          return;
        }
        site.remove(of.cluster(), spec.directory(), output);
      }
    }
    JobState.Input input = site.measure(of.cluster(), spec.directory(), spec.job().inputs());
    tell(of, new Event.Prepared(of.job(), of.number(), input));
  }

  private void launch(AttemptOf of) throws IOException {
    if (of.spec().job().program() instanceof Program.Shell && !shell) {
      throw new IOException("it is of type shell; allow it with --shell");
    }
    Path own = Attempts.createDirectory(directory(of));
    ProcessId process;
    try {
      process = attempts.spawn(of.tag(), own, site.driver(of.spec(), of.cluster(), of.tag(), own));
    } catch (IOException | RuntimeException | Error e) {
      Attempts.removePrivate(own);
      throw e;
    }
    tell(of, new Event.Spawned(of.job(), of.number(), process));
    attempts.watch(of.tag(), end -> ended(of, end)); // its end is told after its beginning
  }

  /** Watches the attempt's process if there is one and nobody does, as after a restart. */
  private void attach(AttemptOf of) throws IOException {
    if (of.state().attempt().process().isPresent()) {
      attempts.attach(
          of.tag(), directory(of), of.state().attempt().process(), end -> ended(of, end));
    }
  }

  private void ended(AttemptOf of, Attempts.End end) {
    if (end instanceof Attempts.End.Exited exited) {
      tell(of, new Event.Exited(of.job(), of.number(), exited.code()));
    } else if (end instanceof Attempts.End.NeverStarted) {
      tell(of, new Event.NeverStarted(of.job(), of.number()));
    } else {
      tell(of, new Event.Vanished(of.job(), of.number()));
    }
  }

  /**
   * Ends the processes here at once. Its applications are asked for where they are told: questions
   * also wait for a file system, without a limit. Not again while that is under way, because a kill
   * without effect is repeated.
   */
  private void kill(AttemptOf of) throws IOException {
    attach(of);
    attempts.kill(of.tag());
    Cluster cluster = of.cluster();
    if (cluster.isYarn() && ending.add(of.tag())) {
      kills.search(
          cluster,
          () -> {
            var unused =
                endApplications(of, cluster)
                    .whenComplete((done, failure) -> ending.remove(of.tag()));
          });
    }
  }

  /** Tells all applications of an attempt to end; the future is done when all were told. */
  private CompletableFuture<Void> endApplications(AttemptOf of, Cluster cluster) {
    List<CompletableFuture<Void>> told = new ArrayList<>();
    try {
      for (Application application : clusters.applications(cluster.name(), of.tag())) {
        if (!application.state().ended()) {
          told.add(
              kills
                  .kill(cluster, application.id())
                  .thenAccept(
                      why ->
                          why.ifPresent(
                              it ->
                                  outcomes.notice(
                                      of.job()
                                          + ": "
                                          + application.id()
                                          + " on cluster "
                                          + cluster.name()
                                          + " may still run: "
                                          + it))));
        }
      }
    } catch (IOException | RuntimeException | Error e) { // else nobody would know that it failed
      outcomes.notice(of.job() + ": " + (e.getMessage() == null ? e.toString() : e.getMessage()));
    }
    return CompletableFuture.allOf(told.toArray(new CompletableFuture<?>[0]));
  }

  private void query(AttemptOf of) throws IOException {
    List<Application> known = applications(of);
    List<Event.Application> found =
        known.stream()
            .sorted(Comparator.comparing(application -> application.use().submitted()))
            .map(Effects::seen)
            .toList();
    List<String> missing = new ArrayList<>();
    for (String output : of.spec().job().outputs()) {
      if (!site.exists(of.cluster(), of.spec().directory(), output)) {
        missing.add(output);
      }
    }
    boolean complete = found.isEmpty() && missing.isEmpty() && isComplete(of);
    tell(
        of,
        new Event.Applications(
            of.job(), of.number(), found, missing, complete, Application.span(known)));
  }

  /**
   * Those of the attempt that the ResourceManager knows; if it knows none to the last, and nothing
   * else says how the attempt did, those that the history server does.
   */
  private List<Application> applications(AttemptOf of) throws IOException {
    Attempt attempt = of.state().attempt();
    List<Application> known = clusters.applications(of.cluster().name(), of.tag());
    boolean isTold = attempt.exitCode().isPresent() || attempt.killing().isPresent();
    return known.isEmpty() && !isTold && attempt.isAskedLast() && attempt.started().isPresent()
        ? history(of, attempt.started().get())
        : known;
  }

  /** It is a second opinion: if it does not answer, that of others counts. */
  private List<Application> history(AttemptOf of, Instant since) throws IOException {
    Optional<URI> server =
        of.cluster().kind() instanceof Kind.Yarn yarn ? yarn.history() : Optional.empty();
    String name = server.map(URI::toString).orElse("");
    if (server.isEmpty() || silences.until(name).isPresent()) {
      return List.of();
    }
    try {
      List<Application> ended = clusters.history(of.cluster().name(), of.tag(), since);
      silences.answered(name);
      return ended;
    } catch (ClusterUnavailableException silent) {
      if (silences.unanswered(name)) {
        outcomes.notice(
            of.job()
                + ": "
                + silent.getMessage()
                + "; until it answers, it is asked once in a while only, and jobs whose"
                + " applications the ResourceManager has forgotten are judged without it");
      }
      return List.of();
    }
  }

  /** Whether there are declared outputs, and each has the mark of Hadoop's committers. */
  private boolean isComplete(AttemptOf of) throws IOException {
    List<String> outputs = of.spec().job().outputs();
    for (String output : outputs) {
      if (!site.exists(of.cluster(), of.spec().directory(), output + "/" + COMPLETE)) {
        return false;
      }
    }
    return !outputs.isEmpty();
  }

  private static Event.Application seen(Application application) {
    Event.Application.State state =
        !application.state().ended()
            ? Event.Application.State.LIVE
            : application.succeeded()
                ? Event.Application.State.SUCCEEDED
                : Event.Application.State.FAILED;
    return new Event.Application(application.id(), state, application.diagnostics());
  }

  /** Carries out nothing more; attempts go on. */
  @Override
  public void close() {
    effects.shutdownNow();
    signals.shutdownNow();
    looks.shutdownNow();
    questions.close();
  }
}
