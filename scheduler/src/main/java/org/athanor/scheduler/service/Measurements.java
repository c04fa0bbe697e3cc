// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.catalogue.CatalogueLink;
import org.athanor.scheduler.catalogue.EndedAttempt;
import org.athanor.scheduler.catalogue.Feedback;
import org.athanor.scheduler.catalogue.Frameworks;
import org.athanor.scheduler.catalogue.Learned;
import org.athanor.scheduler.catalogue.LearnedRun;
import org.athanor.scheduler.catalogue.MeasuredPower;
import org.athanor.scheduler.catalogue.MeasuredRuns;
import org.athanor.scheduler.catalogue.MergedRuns;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.MeasurementTables;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;

/**
 * Measures attempts that succeed, and predicts from what was measured and what the catalogue knows.
 * What was measured is in the journal at once, and there until it is in the catalogue, too: so it
 * gets there also after a crash, and only once. Thread of work only, but for {@link Told}.
 */
final class Measurements {
  private static final Duration HALF_LIFE = Duration.ofDays(30);
  private static final double LEVEL = 0.9;
  private static final Duration READ_AGAIN = Duration.ofMinutes(10);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** So long the first decision waits for the catalogue. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final String READ_ELSEWHERE = "it read its input from another region";

  private final StateDirectory directory;
  private final MeasurementTables journal;
  private final ClusterSource clusters;
  private final Feedback feedback;
  private final Optional<CatalogueLink> link;
  private final AtomicReference<List<LearnedRun>> read = new AtomicReference<>();
  private final Set<String> resumed = new HashSet<>();
  private final Map<String, ClusterLoad.Known> loads = new HashMap<>(); // by tag, at the start
  private final Set<String> offered = new HashSet<>(); // tags that the link has
  private final Map<String, Journal.AttemptKey> own; // by tag, the oldest first
  private final Set<MeasurementTables.OldKey> oldKeys;
  private List<LearnedRun> learned = List.of();
  private Optional<JobPredictor> predictor = Optional.empty();

  /**
   * Begins to read the catalogue, and to enter what was measured earlier.
   *
   * @param clock that nobody sets
   * @param powers told on the catalogue's thread: the power of clusters' nodes, by cluster
   * @param outcomes for what the catalogue's thread has to say
   */
  Measurements(
      StateDirectory directory,
      MeasurementTables journal,
      ClusterSource clusters,
      Optional<Scheduler.Catalogue> catalogue,
      InstantSource clock,
      Consumer<Map<String, MeasuredPower>> powers,
      Effects.Outcomes outcomes)
      throws IOException {
    this.directory = directory;
    this.journal = journal;
    this.clusters = clusters;
    this.feedback =
        new Feedback(catalogue.map(Scheduler.Catalogue::version).orElse("unknown version"));
    this.oldKeys = journal.oldKeys();
    this.own = new LinkedHashMap<>(journal.attempts(Scheduler.MOST_MEASURED));
    this.link =
        catalogue.map(
            it ->
                new CatalogueLink(
                    it.location(),
                    feedback,
                    clusters,
                    new CatalogueLink.Settings(Scheduler.MOST_MEASURED, READ_AGAIN, PAUSE, clock),
                    new Told(powers, outcomes)));
    if (link.isPresent()) {
      link.get().start();
      offerMore();
    }
  }

  /** What the catalogue's thread tells. */
  private final class Told implements CatalogueLink.Listener {
    private final Consumer<Map<String, MeasuredPower>> powers;
    private final Effects.Outcomes outcomes;

    Told(Consumer<Map<String, MeasuredPower>> powers, Effects.Outcomes outcomes) {
      this.powers = powers;
      this.outcomes = outcomes;
    }

    @Override
    public void read(Learned learned) {
      read.set(learned.runs());
      powers.accept(learned.powers());
    }

    @Override
    public void entered(EndedAttempt attempt, Run run) {
      outcomes.later(() -> Measurements.this.entered(attempt.tag(), run));
    }

    @Override
    public void refused(EndedAttempt attempt, String why) {
      outcomes.notice(why);
      outcomes.later(() -> Measurements.this.refused(attempt.tag()));
    }

    @Override
    public void unusable(String line) {
      outcomes.notice(line);
    }

    @Override
    public void trouble(String line) {
      outcomes.notice(line);
    }
  }

  /** Waits a little for the catalogue, so that the first decisions know it. */
  void awaitCatalogue() throws InterruptedException {
    if (link.isPresent()) {
      boolean unused = link.get().awaitFirstRead(PATIENCE);
    }
  }

  static JobPredictor predictorOf(MergedRuns runs, Collection<Cluster> clusters) {
    return new JobPredictor(
        new Predictor(runs.ofSchedulers(), runs.ofOthers(), HALF_LIFE, LEVEL), clusters);
  }

  JobPredictor predictor() throws IOException {
    List<LearnedRun> newer = read.getAndSet(null);
    if (newer != null) {
      learned = newer;
      predictor = Optional.empty();
    }
    if (predictor.isEmpty()) {
      predictor =
          Optional.of(
              predictorOf(
                  MergedRuns.of(journal.newest(Scheduler.MOST_MEASURED), own.keySet(), learned),
                  clusters.clusters()));
    }
    return predictor.get();
  }

  /** Attempts of a run that goes on may have ended while no scheduler worked. */
  void resumed(RunState run) {
    run.jobs()
        .forEach(
            (name, job) -> {
              if (job.phase().isActive() && job.attempt().started().isPresent()) {
                resumed.add(key(run, name, job).tag());
              }
            });
  }

  /** Measures the attempts that have succeeded by an event between two states of a run. */
  void stepped(RunState before, Event event, RunState after, Instant now) throws IOException {
    for (JobSpec spec : after.spec().jobs()) {
      JobState job = after.job(spec.name());
      JobState was = before.jobs().get(spec.name());
      if (job.equals(was)) {
        continue;
      }
      Journal.AttemptKey key = key(after, spec.name(), job);
      if (job.phase() == Phase.RUNNING) {
        loadNow(job.attempt().cluster()).ifPresent(load -> loads.putIfAbsent(key.tag(), load));
      } else if (job.phase() == Phase.SUCCEEDED
          && was != null
          && was.phase() != Phase.SUCCEEDED
          && job.attempt().started().isPresent()) {
        Optional<Duration> taken =
            AttemptTime.of(
                directory.attempt(key.run(), key.job(), key.attempt()),
                was,
                job,
                event,
                now,
                resumed.contains(key.tag()));
        Instant started = job.attempt().started().get();
        Times times =
            new Times(started, taken.orElse(Duration.ZERO), Duration.between(started, now));
        measure(key, after.spec().workflow(), spec, job, times);
      }
      if (!job.phase().isActive()) {
        loads.remove(key.tag());
        resumed.remove(key.tag());
      }
    }
  }

  private Optional<ClusterLoad.Known> loadNow(String cluster) {
    return clusters
        .cluster(cluster)
        .map(it -> clusters.load(it.name()))
        .filter(ClusterLoad.Known.class::isInstance)
        .map(ClusterLoad.Known.class::cast);
  }

  private void measure(
      Journal.AttemptKey key, String workflow, JobSpec spec, JobState job, Times times)
      throws IOException {
    String cluster = job.attempt().cluster();
    Optional<Cluster> place = clusters.cluster(cluster);
    if (place.isEmpty()) {
      return; // not in the file any more: what it is like is not known
    }
    boolean isNear = job.attempt().access() != Access.REMOTE_READ;
    EndedAttempt attempt =
        attempt(
            key.tag(),
            workflow,
            spec,
            job.input().bytes(),
            times,
            isNear ? Optional.empty() : Optional.of(READ_ELSEWHERE),
            place.get());
    if (attempt.duration(List.of()).isEmpty() || !isNear) {
      // The ResourceManager may know how long it took; or others shall learn it, but no prediction.
      if (link.isPresent()) {
        journal.ended(key.tag(), attempt.toJson());
        offer(attempt);
      }
      return;
    }
    MeasuredRun measured =
        withResources(
            MeasuredRuns.scheduled(feedback.run(attempt, List.of())),
            predictor().uses(spec, cluster));
    if (link.isPresent()) {
      journal.measured(key, measured, attempt.toJson());
    } else {
      journal.learned(key, measured);
    }
    own.put(key.tag(), key);
    if (own.size() > Scheduler.MOST_MEASURED) {
      own.remove(own.keySet().iterator().next()); // the journal's newest are used only
    }
    predictor = Optional.empty();
    offer(attempt);
  }

  /**
   * How long an attempt took.
   *
   * @param wall as of {@link EndedAttempt}
   * @param most as of {@link EndedAttempt}
   */
  private record Times(Instant started, Duration wall, Duration most) {}

  private EndedAttempt attempt(
      String tag,
      String workflow,
      JobSpec spec,
      double bytes,
      Times times,
      Optional<String> disturbance,
      Cluster cluster) {
    return new EndedAttempt(
        tag,
        workflow,
        spec.job().application(),
        Frameworks.of(spec.job(), cluster),
        spec.job().settings(),
        bytes > 0 ? OptionalLong.of((long) bytes) : OptionalLong.empty(),
        times.started(),
        times.wall(),
        Optional.of(times.most()),
        disturbance,
        EndedAttempt.Place.of(cluster, Optional.ofNullable(loads.get(tag))));
  }

  /**
   * Lets durations of a run's jobs count that an older version measured under other keys. Which key
   * they get depends on the job's settings, of which the journal has only a hash.
   */
  void rekey(RunSpec run) throws IOException {
    for (JobSpec spec : oldKeys.isEmpty() ? List.<JobSpec>of() : run.jobs()) {
      String hash = Integer.toHexString(new TreeMap<>(spec.job().settings()).hashCode());
      for (Cluster cluster : clusters.clusters()) {
        MeasurementTables.OldKey old =
            new MeasurementTables.OldKey(spec.job().application(), cluster.name(), hash);
        if (oldKeys.remove(old)) {
          Duration any = Duration.ofSeconds(1);
          EndedAttempt like =
              attempt(
                  "",
                  run.workflow(),
                  spec,
                  0,
                  new Times(run.submitted(), any, any),
                  Optional.empty(),
                  cluster);
          MeasuredRun now = MeasuredRuns.scheduled(feedback.run(like, List.of()));
          journal.rekey(old, now.application(), now.configuration());
          predictor = Optional.empty();
        }
      }
    }
  }

  private static MeasuredRun withResources(MeasuredRun run, Resources resources) {
    return new MeasuredRun(
        run.application(),
        run.cluster(),
        run.configuration(),
        run.ended(),
        run.bytes(),
        run.seconds(),
        run.joules(),
        resources);
  }

  private void offer(EndedAttempt attempt) {
    // What is refused is in the journal, and offered when the link has nothing more to do.
    if (link.isPresent() && link.get().offer(attempt)) {
      offered.add(attempt.tag());
    }
  }

  /** Offers what the journal has, when all that was offered is done. */
  private void offerMore() throws IOException {
    if (link.isPresent() && offered.isEmpty()) {
      for (Map.Entry<String, String> each : journal.outbox(CatalogueLink.MOST_WAITING).entrySet()) {
        try {
          offer(EndedAttempt.ofJson(each.getValue()));
        } catch (IllegalArgumentException damaged) {
          journal.sent(each.getKey()); // it would be damaged for ever
        }
      }
    }
  }

  /** Now the ResourceManager's word is known, about waiting and about resources. */
  private void entered(String tag, Run run) throws IOException {
    MeasuredRun better = MeasuredRuns.scheduled(run);
    Journal.AttemptKey key = own.get(tag);
    if (key != null && better.resources().vcores() > 0 && better.resources().memoryBytes() > 0) {
      journal.learned(key, better);
      predictor = Optional.empty();
    } else {
      journal.sent(tag);
    }
    offered.remove(tag);
    offerMore();
  }

  private void refused(String tag) throws IOException {
    journal.sent(tag);
    offered.remove(tag);
    offerMore();
  }

  /** Whether attempts are on their way to a catalogue that answers. */
  boolean isEntering() {
    return !offered.isEmpty() && !link.get().isInTrouble();
  }

  /** Whether there is no catalogue, or none that could not be used when it was tried last. */
  boolean canRead() {
    return link.isEmpty() || !link.get().isInTrouble();
  }

  /** Ends the catalogue's thread. What is not entered is entered after the next start. */
  void close() {
    link.ifPresent(CatalogueLink::close);
  }

  private static Journal.AttemptKey key(RunState run, String name, JobState job) {
    return new Journal.AttemptKey(run.spec().id(), name, job.attempt().number());
  }
}
