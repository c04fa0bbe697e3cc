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
 * What is to be estimated is in the journal, so a restart forgets nothing. While only the power of
 * the nodes is missing, because the catalogue has not been read yet, attempts wait there.
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
  private final int most;
  private final Set<Journal.AttemptKey> asked = new HashSet<>();
  private final CoreUse cores = new CoreUse();
  private final Set<Journal.AttemptKey> resumed = new HashSet<>(); // that have not ended
  private boolean more; // that wait in the journal only
  private boolean awaitsCatalogue; // for attempts in the journal, of which all else is known

  EnergyMeter(
      StateDirectory directory,
      Journal journal,
      ClusterSource clusters,
      NodePowers powers,
      Effects.Outcomes outcomes)
      throws IOException {
    this(directory, journal, clusters, powers, outcomes, MOST);
  }

  /**
   * Makes it.
   *
   * @param most so many attempts are asked about, or stored, at once, from 2
   */
  EnergyMeter(
      StateDirectory directory,
      Journal journal,
      ClusterSource clusters,
      NodePowers powers,
      Effects.Outcomes outcomes,
      int most)
      throws IOException {
    this.most = most;
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
    journal.energy().uses(Scheduler.MOST_MEASURED).forEach(cores::add);
    askAboutMore();
    if (!journal.energy().withoutPower(1).isEmpty()) {
      awaitCatalogue();
    }
  }

  /** What cores applications keep busy. Thread of work. */
  CoreUse use() {
    return cores;
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
            powers.of(cluster) instanceof NodePower.Given given
                ? powers.busyCoreWatts(cluster, given)
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
    if (more && asked.size() < most / 2) {
      askAboutMore();
    }
  }

  private void askAboutMore() throws IOException {
    List<EnergyTable.Pending> unasked = journal.energy().unasked(most);
    for (EnergyTable.Pending each : unasked) {
      if (asked.size() < most && asked.add(each.key())) {
        thread.execute(() -> ask(each, 1, FIRST_PAUSE));
      }
    }
    more = unasked.size() == most;
  }

  /**
   * What an attempt used.
   *
   * @param coreSeconds that cores were busy; empty if nobody knows
   * @param queueSeconds before the first of them was: predicted durations are without these, too
   * @param why nobody knows
   */
  private record Use(OptionalDouble coreSeconds, OptionalDouble queueSeconds, String why) {
    static Use of(double coreSeconds, OptionalDouble queueSeconds) {
      return new Use(OptionalDouble.of(coreSeconds), queueSeconds, "");
    }

    static Use unknown(String why) {
      return new Use(OptionalDouble.empty(), OptionalDouble.empty(), why);
    }
  }

  /** On the meter's thread. */
  private void ask(EnergyTable.Pending attempt, int times, Duration pause) {
    Use answer;
    try {
      answer = use(attempt);
    } catch (ClusterUnavailableException silent) {
      if (times < MOST_ASKS) {
        var unused =
            thread.schedule(
                () -> ask(attempt, times + 1, longer(pause)),
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
        return;
      }
      answer = Use.unknown("its ResourceManager does not answer: " + silent.getMessage());
    } catch (IOException | RuntimeException unreadable) {
      answer = Use.unknown("it cannot be estimated: " + unreadable.getMessage());
    }
    Use told = answer;
    outcomes.later(() -> answered(attempt, told));
  }

  private static Duration longer(Duration pause) {
    Duration next = pause.multipliedBy(2);
    return next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next;
  }

  private Use use(EnergyTable.Pending attempt) throws IOException, ClusterUnavailableException {
    Optional<Cluster> cluster = clusters.cluster(attempt.cluster());
    return cluster.isEmpty()
        ? Use.unknown("cluster " + attempt.cluster() + " is not in the file of clusters any more")
        : cluster.get().isYarn() ? allocated(attempt) : used(attempt);
  }

  private Use allocated(EnergyTable.Pending attempt) throws ClusterUnavailableException {
    List<Application> found = clusters.applications(attempt.cluster(), attempt.key().tag());
    return found.isEmpty()
        ? Use.unknown("the ResourceManager knows no application of the attempt")
        : Use.of(
            found.stream().mapToDouble(each -> each.use().vcoreSeconds()).sum(),
            Application.queueSeconds(found));
  }

  private Use used(EnergyTable.Pending attempt) throws IOException {
    Journal.AttemptKey key = attempt.key();
    OptionalDouble seconds =
        Attempts.cpuSeconds(directory.attempt(key.run(), key.job(), key.attempt()));
    return seconds.isPresent()
        ? Use.of(seconds.getAsDouble(), OptionalDouble.empty())
        : Use.unknown(
            "the CPU time of its processes is not known, because its wrapper was ended first");
  }

  /** What it used is stored now, because who said it may forget; the power may wait. */
  private void answered(EnergyTable.Pending attempt, Use use) throws IOException {
    Journal.AttemptKey key = attempt.key();
    if (use.coreSeconds().isEmpty()) {
      Energy unavailable = new Energy.Unavailable(use.why());
      journal.store(List.of(journal.energy().known(key, unavailable)));
    } else {
      double coreSeconds = use.coreSeconds().getAsDouble();
      List<Change> changes = new ArrayList<>();
      changes.add(journal.energy().used(key, coreSeconds, use.queueSeconds()));
      boolean isUnread = powers.waitsForCatalogue(); // asked first: it may be read now
      NodePower power = powers.of(attempt.cluster());
      boolean waits = isUnread && attempt.watts().isEmpty() && power.power().isEmpty();
      if (!waits) {
        changes.add(journal.energy().known(key, energy(attempt, power, coreSeconds)));
      }
      journal.store(changes);
      journal.energy().use(key).ifPresent(cores::add);
      if (waits) {
        awaitCatalogue();
      }
    }
    asked.remove(key);
    if (more && asked.size() < most / 2) {
      askAboutMore();
    }
  }

  private Energy energy(EnergyTable.Pending attempt, NodePower power, double coreSeconds) {
    boolean isKnown = attempt.watts().isPresent();
    if (!isKnown && power instanceof NodePower.Unavailable unavailable) {
      return new Energy.Unavailable(unavailable.reason());
    }
    OptionalDouble watts =
        isKnown ? attempt.watts() : powers.busyCoreWatts(attempt.cluster(), power);
    if (watts.isEmpty()) {
      return new Energy.Unavailable("how many vcores the cluster's nodes have is not known");
    }
    boolean yarn = clusters.cluster(attempt.cluster()).filter(Cluster::isYarn).isPresent();
    String model =
        String.format(
            Locale.ROOT,
            "%.3g %s at %.3g W above idle nodes, by %s",
            coreSeconds,
            yarn ? "vcore-seconds allocated by YARN" : "CPU-seconds of its processes",
            watts.getAsDouble(),
            isKnown ? "the file of clusters" : power.source());
    return new Energy.Estimated(coreSeconds * watts.getAsDouble(), model);
  }

  /** Attempts in the journal wait for the power of nodes, for as long as it takes. */
  private void awaitCatalogue() {
    if (!awaitsCatalogue) {
      awaitsCatalogue = true;
      thread.execute(() -> lookForPower(FIRST_PAUSE));
    }
  }

  /** On the meter's thread. */
  private void lookForPower(Duration pause) {
    if (powers.waitsForCatalogue()) {
      var unused =
          thread.schedule(
              () -> lookForPower(longer(pause)), pause.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      outcomes.later(this::addPower);
    }
  }

  /** Not of all at once, if there are many: the thread of work has other things to do. */
  private void addPower() throws IOException {
    List<EnergyTable.Pending> some = journal.energy().withoutPower(most);
    List<Change> changes = new ArrayList<>();
    for (EnergyTable.Pending each : some) {
      Energy energy = energy(each, powers.of(each.cluster()), each.coreSeconds().getAsDouble());
      changes.add(journal.energy().known(each.key(), energy));
    }
    journal.store(changes);
    if (some.size() == most) {
      outcomes.later(this::addPower);
    } else {
      awaitsCatalogue = false;
    }
  }

  /**
   * Whether attempts are being asked about.
   *
   * @param catalogueAnswers whether those count that wait for the catalogue
   */
  boolean isWorking(boolean catalogueAnswers) {
    return !asked.isEmpty() || (catalogueAnswers && awaitsCatalogue);
  }

  /** Ends the thread. What is not known then is asked for after the next start. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
