// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.catalogue.Frameworks;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.journal.Change;
import org.athanor.scheduler.journal.EnergyTable;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.workflow.Job;

/**
 * Estimates the energy of attempts that have ended, above that of idle nodes: the core-seconds that
 * they used, times what a busy core needs by {@link NodePowers}. On YARN these are the
 * vcore-seconds that the ResourceManager tells; on this machine, the CPU time of the processes.
 * What is to be estimated is in the journal, so a restart forgets nothing.
 *
 * <p>Never measured: meters of this machine, such as RAPL, read what all processes need together,
 * and the idle machine, and which part of it is a job's only a model can tell.
 *
 * <p>Thread of work, but for what ResourceManagers and files are asked on {@code athanor-energy}.
 */
final class EnergyMeter implements Closeable {
  /** So many attempts are asked about at most; the others wait in the journal. */
  private static final int MOST = 1000;

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final int MOST_ASKS = 60; // for about an hour

  private final StateDirectory directory;
  private final Journal journal;
  private final ClusterSource clusters;
  private final NodePowers powers;
  private final Effects.Outcomes outcomes;
  private final ScheduledThreadPoolExecutor thread;
  private final Set<Journal.AttemptKey> asked = new HashSet<>();
  private final CoreUse use = new CoreUse();
  private final Set<Journal.AttemptKey> beforeCatalogue = // that wait until it is read; any thread
      ConcurrentHashMap.newKeySet();
  private final Set<Journal.AttemptKey> resumed = new HashSet<>(); // that have not ended
  private boolean more; // that wait in the journal only

  EnergyMeter(
      StateDirectory directory,
      Journal journal,
      ClusterSource clusters,
      NodePowers powers,
      Effects.Outcomes outcomes)
      throws IOException {
    this.powers = powers;
    this.directory = directory;
    this.journal = journal;
    this.clusters = clusters;
    this.outcomes = outcomes;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, "athanor-energy");
              made.setDaemon(true);
              return made;
            });
    journal.energy().uses(Scheduler.MOST_MEASURED).forEach(use::add);
    askAboutMore();
  }

  /** What cores applications keep busy. Thread of work. */
  CoreUse use() {
    return use;
  }

  /** What is to be stored together with a step of a run. */
  List<Change> changes(RunState before, Event event, RunState after, Instant now)
      throws IOException {
    List<Change> changes = new ArrayList<>();
    for (JobSpec spec : after.spec().jobs()) {
      JobState job = after.job(spec.name());
      JobState was = before.jobs().get(spec.name());
      if (job.equals(was)) {
        continue;
      }
      if (isStarted(job)) {
        changes.add(started(after, spec, job));
      }
      if (was != null && hasEnded(was, job)) {
        Journal.AttemptKey key = key(after, spec, was);
        boolean outlived = resumed.remove(key);
        OptionalDouble seconds = OptionalDouble.empty();
        if (job.phase() == Phase.SUCCEEDED) {
          Path own = directory.attempt(key.run(), key.job(), key.attempt());
          seconds =
              AttemptTime.of(own, was, job, event, now, outlived).stream()
                  .mapToDouble(EnergyMeter::seconds)
                  .findFirst();
        }
        changes.add(journal.energy().ended(key, now, seconds));
      }
    }
    return changes;
  }

  private static double seconds(Duration taken) {
    return Math.max(0.001, taken.toMillis() / 1e3);
  }

  private static boolean isStarted(JobState job) {
    return job.phase().isActive() && job.attempt().started().isPresent();
  }

  private static boolean hasEnded(JobState was, JobState is) {
    return isStarted(was) && (!isStarted(is) || is.attempt().number() != was.attempt().number());
  }

  /**
   * An earlier scheduler has begun a run. Its attempts that go on may end while no scheduler works.
   * Attempts that an older version began are not in the table yet.
   */
  List<Change> resumed(RunState run) {
    List<Change> changes = new ArrayList<>();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      if (isStarted(job)) {
        resumed.add(key(run, spec, job));
        changes.add(started(run, spec, job));
      }
    }
    return changes;
  }

  private Change started(RunState run, JobSpec spec, JobState job) {
    String cluster = job.attempt().cluster();
    return journal
        .energy()
        .started(
            key(run, spec, job),
            application(clusters, spec.job(), cluster),
            cluster,
            // The catalogue may say more when the attempt has ended, and with which runs.
            powers.of(cluster) instanceof NodePower.Given
                ? powers.busyCoreWatts(cluster)
                : OptionalDouble.empty());
  }

  /** What the cores that a job keeps busy on a cluster are known by. */
  static String application(ClusterSource clusters, Job job, String cluster) {
    return clusters
        .cluster(cluster)
        .map(it -> Frameworks.applicationOn(job, it))
        .orElseGet(() -> Frameworks.application(job));
  }

  private static Journal.AttemptKey key(RunState run, JobSpec spec, JobState job) {
    return new Journal.AttemptKey(run.spec().id(), spec.name(), job.attempt().number());
  }

  /** A step of a run is in the journal. */
  void stepped(RunState before, RunState after) throws IOException {
    for (JobSpec spec : after.spec().jobs()) {
      JobState was = before.jobs().get(spec.name());
      if (was != null && hasEnded(was, after.job(spec.name()))) {
        more = true;
      }
    }
    if (more && asked.size() < MOST / 2) {
      askAboutMore();
    }
  }

  private void askAboutMore() throws IOException {
    List<EnergyTable.Pending> pending = journal.energy().pending(MOST);
    for (EnergyTable.Pending each : pending) {
      if (asked.size() < MOST && asked.add(each.key())) {
        thread.execute(() -> ask(each, 1, FIRST_PAUSE));
      }
    }
    more = pending.size() == MOST;
  }

  /** An answer, or that there is none yet. */
  private record Answer(Energy energy, Use use) {
    static Answer unavailable(String why) {
      return new Answer(new Energy.Unavailable(why), Use.UNKNOWN);
    }
  }

  /**
   * What cores did.
   *
   * @param coreSeconds that they were busy
   * @param queueSeconds before the first of them was: predicted durations are without these, too
   */
  private record Use(OptionalDouble coreSeconds, OptionalDouble queueSeconds) {
    static final Use UNKNOWN = new Use(OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** On the meter's thread. */
  private void ask(EnergyTable.Pending attempt, int times, Duration pause) {
    Answer answer;
    try {
      if (times < MOST_ASKS && powers.waitsForCatalogue(attempt.cluster())) {
        beforeCatalogue.add(attempt.key());
        askLater(attempt, times, pause);
        return;
      }
      beforeCatalogue.remove(attempt.key());
      answer = answer(attempt);
    } catch (ClusterUnavailableException silent) {
      if (times < MOST_ASKS) {
        askLater(attempt, times, pause);
        return;
      }
      answer = Answer.unavailable("its ResourceManager does not answer: " + silent.getMessage());
    } catch (IOException | RuntimeException unreadable) {
      answer = Answer.unavailable("it cannot be estimated: " + unreadable.getMessage());
    }
    Answer told = answer;
    outcomes.later(() -> answered(attempt, told));
  }

  private void askLater(EnergyTable.Pending attempt, int times, Duration pause) {
    Duration next = pause.multipliedBy(2);
    Duration most = next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next;
    var unused =
        thread.schedule(
            () -> ask(attempt, times + 1, most), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Answer answer(EnergyTable.Pending attempt)
      throws IOException, ClusterUnavailableException {
    Optional<Cluster> cluster = clusters.cluster(attempt.cluster());
    if (cluster.isEmpty()) {
      return Answer.unavailable(
          "cluster " + attempt.cluster() + " is not in the file of clusters any more");
    }
    boolean yarn = cluster.get().isYarn();
    Use seen = yarn ? allocated(attempt) : used(attempt);
    OptionalDouble coreSeconds = seen.coreSeconds();
    if (coreSeconds.isEmpty()) {
      return Answer.unavailable(
          yarn
              ? "the ResourceManager knows no application of the attempt"
              : "the CPU time of its processes is not known, because its wrapper was ended first");
    }
    NodePower power = powers.of(attempt.cluster());
    if (attempt.watts().isEmpty() && power instanceof NodePower.Unavailable unavailable) {
      return new Answer(new Energy.Unavailable(unavailable.reason()), seen);
    }
    OptionalDouble watts =
        attempt.watts().isPresent() ? attempt.watts() : powers.busyCoreWatts(attempt.cluster());
    if (watts.isEmpty()) {
      return new Answer(
          new Energy.Unavailable("how many vcores the cluster's nodes have is not known"), seen);
    }
    String model =
        String.format(
            Locale.ROOT,
            "%.3g %s at %.3g W above idle nodes, by %s",
            coreSeconds.getAsDouble(),
            yarn ? "vcore-seconds allocated by YARN" : "CPU-seconds of its processes",
            watts.getAsDouble(),
            attempt.watts().isPresent() ? "the file of clusters" : power.source());
    return new Answer(
        new Energy.Estimated(coreSeconds.getAsDouble() * watts.getAsDouble(), model), seen);
  }

  private Use allocated(EnergyTable.Pending attempt) throws ClusterUnavailableException {
    List<Application> found = clusters.applications(attempt.cluster(), attempt.key().tag());
    return found.isEmpty()
        ? Use.UNKNOWN
        : new Use(
            OptionalDouble.of(found.stream().mapToDouble(each -> each.use().vcoreSeconds()).sum()),
            Application.queueSeconds(found));
  }

  private Use used(EnergyTable.Pending attempt) throws IOException {
    Journal.AttemptKey key = attempt.key();
    return new Use(
        Attempts.cpuSeconds(directory.attempt(key.run(), key.job(), key.attempt())),
        OptionalDouble.empty());
  }

  private void answered(EnergyTable.Pending attempt, Answer answer) throws IOException {
    journal.store(
        List.of(
            journal
                .energy()
                .known(
                    attempt.key(),
                    answer.energy(),
                    answer.use().coreSeconds(),
                    answer.use().queueSeconds())));
    journal.energy().use(attempt.key()).ifPresent(use::add);
    asked.remove(attempt.key());
    if (more && asked.size() < MOST / 2) {
      askAboutMore();
    }
  }

  /**
   * Whether attempts are being asked about.
   *
   * @param catalogueAnswers whether those count that wait for the catalogue
   */
  boolean isWorking(boolean catalogueAnswers) {
    return !asked.isEmpty() && (catalogueAnswers || !beforeCatalogue.containsAll(asked));
  }

  /** Ends the thread. What is not known then is asked for after the next start. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
