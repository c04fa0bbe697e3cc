// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterMonitors;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.record.DecisionRecording;
import org.athanor.scheduler.service.PolicyChoice;
import org.athanor.scheduler.service.Scheduler;

/** A scheduler that leads a state directory, with all that it needs. */
final class Session implements Closeable {
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final StateDirectory.Leadership leadership;
  private final Journal journal;
  private final Attempts attempts;
  private final ClusterMonitors monitors;
  private final Scheduler scheduler;
  private final SessionPower power;
  private final Optional<DecisionRecording> recording;

  private Session(
      StateDirectory.Leadership leadership,
      Journal journal,
      Attempts attempts,
      ClusterMonitors monitors,
      Scheduler scheduler,
      SessionPower power,
      Optional<DecisionRecording> recording) {
    this.leadership = leadership;
    this.journal = journal;
    this.attempts = attempts;
    this.monitors = monitors;
    this.scheduler = scheduler;
    this.power = power;
    this.recording = recording;
  }

  /** Begins to lead, and leaves nodes as they are. */
  static Optional<Session> lead(
      StateDirectory directory,
      ClusterChoice choice,
      boolean shell,
      Optional<String> only,
      Optional<Scheduler.Catalogue> catalogue,
      Consumer<String> notices)
      throws IOException, InterruptedException {
    return lead(directory, choice, shell, only, catalogue, PowerMode.NONE, notices);
  }

  /**
   * Begins to lead.
   *
   * @param shell whether jobs of type shell may run
   * @param only the run to work on; empty for all
   * @param catalogue to learn from and to enter runs into, if any shall be
   * @param mode whether nodes are switched off, after {@link #startPower}
   * @return empty if another process leads
   */
  static Optional<Session> lead(
      StateDirectory directory,
      ClusterChoice choice,
      boolean shell,
      Optional<String> only,
      Optional<Scheduler.Catalogue> catalogue,
      PowerMode mode,
      Consumer<String> notices)
      throws IOException, InterruptedException {
    Optional<StateDirectory.Leadership> leadership = directory.lead();
    if (leadership.isEmpty()) {
      return Optional.empty();
    }
    try (Opened opened = new Opened()) {
      opened.add(leadership.get());
      Journal journal = Journal.open(directory.path());
      opened.add(journal);
      Attempts attempts = new Attempts(GRACE);
      opened.add(attempts);
      // Until there is a scheduler, what the journal says is ours.
      AtomicReference<Predicate<String>> own = new AtomicReference<>(ours(journal, only)::contains);
      ClusterMonitors monitors = monitors(choice.clusters(), tag -> own.get().test(tag));
      opened.add(monitors::close);
      ClusterConfigurations configurations = new ClusterConfigurations(System::getenv);
      SessionPower power =
          new SessionPower(
              mode, choice.clusters(), directory, configurations, InstantSource.system(), notices);
      opened.add(power);
      PolicyChoice policy =
          choice.recording().isPresent()
              ? choice.policy().record(choice.recording().get(), notices)
              : choice.policy();
      policy.recording().ifPresent(opened::add);
      Scheduler scheduler =
          new Scheduler(
              directory,
              journal,
              attempts,
              power.clusters(monitors),
              new HadoopFiles(
                  new DriverCommands(launcher(), System::getenv), configurations, choice.regions()),
              new Scheduler.Settings(
                  policy,
                  choice.pools(),
                  monitors.network(),
                  choice.seed(),
                  shell,
                  only,
                  catalogue,
                  steadyClock(),
                  InstantSource.system()),
              notices);
      own.set(scheduler::owns);
      Session session =
          new Session(
              leadership.get(), journal, attempts, monitors, scheduler, power, policy.recording());
      opened.keep();
      return Optional.of(session);
    }
  }

  /** The tags of attempts that go on. */
  private static Set<String> ours(Journal journal, Optional<String> only) throws IOException {
    return journal.activeAttempts().stream()
        .filter(attempt -> only.isEmpty() || only.get().equals(attempt.run()))
        .map(attempt -> attempt.tag().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }

  /**
   * Begins to watch clusters.
   *
   * @param own whether a tag of an application, in lower case, is of one whose resources are
   *     reserved
   */
  static ClusterMonitors monitors(List<Cluster> clusters, Predicate<String> own)
      throws InterruptedException {
    return ClusterMonitors.start(clusters, own, ClusterMonitors.Settings.USUAL, Clock.systemUTC());
  }

  private static Path launcher() throws IOException {
    String home = System.getProperty("athanor.home");
    if (home == null) {
      throw new IOException("athanor schedule: must be started by the script athanor");
    }
    return Path.of(home, "athanor");
  }

  /** The time by a clock that nobody sets, so that no attempt takes too long because one was. */
  private static InstantSource steadyClock() {
    Instant start = Instant.now();
    long nanos = System.nanoTime();
    return () -> start.plusNanos(System.nanoTime() - nanos);
  }

  /** Begins to switch nodes off and on, if that was asked for. */
  void startPower() {
    power.start(scheduler);
  }

  Scheduler scheduler() {
    return scheduler;
  }

  ClusterMonitors clusters() {
    return monitors;
  }

  Journal journal() {
    return journal;
  }

  /** Ends the leadership. Attempts go on, and the next leader finds them. */
  @Override
  public void close() throws IOException {
    try {
      power.close();
    } finally {
      scheduler.close();
      if (recording.isPresent()) {
        recording.get().close();
      }
      attempts.close();
      monitors.close();
      journal.close();
      leadership.close();
    }
  }
}
