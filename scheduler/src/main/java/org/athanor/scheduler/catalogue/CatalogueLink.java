// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;
import org.athanor.scheduler.clusters.Silences;

/**
 * Reads the catalogue, and enters attempts into it, on a thread of its own: {@code
 * athanor-catalogue}. Nobody waits for a catalogue that does not answer. What cannot be entered is
 * tried again, at longer and longer intervals; what is too much is refused, so that memory is
 * bounded. The catalogue is open only while it is used.
 *
 * <p>An attempt is entered with what its ResourceManager says. While that one does not answer, its
 * attempts wait, for an hour at most, and are then entered without: an attempt is in a catalogue
 * only once, so what is missing would never be added. Those of other clusters do not wait. If it
 * answers, but what it says of an attempt cannot be used, only that attempt waits, and a line says
 * so once.
 *
 * <p>Thread-safe.
 */
public final class CatalogueLink implements AutoCloseable {
  /** So many attempts wait at most. */
  public static final int MOST_WAITING = 1000;

  /** So long a ResourceManager is asked about an attempt. */
  private static final Duration MOST_PATIENCE = Duration.ofHours(1);

  private final CatalogueLocation location;
  private final Feedback feedback;
  private final ClusterSource clusters;
  private final Settings settings;
  private final Listener listener;
  private final AtomicInteger inHand = new AtomicInteger(); // offered, and neither in nor refused
  private final BlockingQueue<EndedAttempt> offered = new LinkedBlockingQueue<>();
  private final PriorityQueue<Unasked> unasked = // link's thread only
      new PriorityQueue<>(Comparator.comparing(Unasked::due));
  private final Silences silences; // of clusters
  private final CountDownLatch firstRead = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean inTrouble; // written by the link's thread

  /**
   * How the catalogue is used.
   *
   * @param mostRuns so many runs are used, the newest ones
   * @param readAgain time until it is read again, for runs that others entered
   * @param pause after the first failure of the catalogue, or of a ResourceManager; doubles up to a
   *     minute
   * @param clock that nobody sets, for times between questions
   */
  public record Settings(int mostRuns, Duration readAgain, Duration pause, InstantSource clock) {}

  /**
   * An attempt about which its ResourceManager is to be asked, perhaps again.
   *
   * @param since when it was offered
   * @param due when to ask
   * @param own the last pause because of what was said of this attempt; empty if there was none
   */
  private record Unasked(EndedAttempt attempt, Instant since, Instant due, Optional<Duration> own) {
    Unasked at(Instant time) {
      return new Unasked(attempt, since, time, own);
    }
  }

  /** Learns what came of it. Called on the link's thread. */
  public interface Listener {
    /** The catalogue was read. */
    void read(Learned learned);

    /**
     * An attempt is in the catalogue.
     *
     * @param run as it is there
     */
    void entered(EndedAttempt attempt, Run run);

    /**
     * An attempt will never be in the catalogue.
     *
     * @param why one line for users
     */
    void refused(EndedAttempt attempt, String why);

    /**
     * What a ResourceManager says of an attempt cannot be used; told once for each attempt.
     *
     * @param line for users
     */
    void unusable(String line);

    /** The catalogue cannot be used; told once until it can be again. */
    void trouble(String line);
  }

  /** Begins to read. */
  public CatalogueLink(
      CatalogueLocation location,
      Feedback feedback,
      ClusterSource clusters,
      Settings settings,
      Listener listener) {
    this.location = location;
    this.feedback = feedback;
    this.clusters = clusters;
    this.settings = settings;
    this.listener = listener;
    this.silences = new Silences(settings.pause(), settings.clock());
    this.thread = new Thread(this::work, "athanor-catalogue");
    thread.setDaemon(true);
  }

  /** Starts to work. */
  public void start() {
    thread.start();
  }

  /**
   * Waits until the catalogue was read, or could not be.
   *
   * @return false if it has not answered in time
   */
  public boolean awaitFirstRead(Duration atMost) throws InterruptedException {
    return firstRead.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Enters an attempt, later.
   *
   * @return false if too many wait already
   */
  public boolean offer(EndedAttempt attempt) {
    if (inHand.incrementAndGet() > MOST_WAITING) {
      inHand.decrementAndGet();
      return false;
    }
    return offered.offer(attempt);
  }

  /** Whether the catalogue could not be used when it was tried last. Any thread. */
  public boolean isInTrouble() {
    return inTrouble;
  }

  private void work() {
    try {
      Instant readAgain = read();
      firstRead.countDown();
      while (true) {
        Instant next =
            unasked.isEmpty() || unasked.peek().due().isAfter(readAgain)
                ? readAgain
                : unasked.peek().due();
        long wait = Math.max(0, Duration.between(now(), next).toMillis());
        EndedAttempt attempt = offered.poll(wait, TimeUnit.MILLISECONDS);
        if (attempt != null) {
          enter(new Unasked(attempt, now(), now(), Optional.empty()));
        } else if (!now().isBefore(readAgain)) {
          readAgain = read();
        } else if (!unasked.isEmpty() && !unasked.peek().due().isAfter(now())) {
          enter(unasked.remove());
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private Instant now() {
    return settings.clock().instant();
  }

  /** Reads the catalogue, and returns when to read it again. */
  private Instant read() {
    try {
      if (location.exists()) {
        try (Catalogue catalogue = Catalogue.openForReading(location)) {
          listener.read(MeasuredRuns.learned(catalogue, settings.mostRuns(), clusters.clusters()));
        }
      } else {
        listener.read(Learned.NOTHING);
      }
      inTrouble = false;
    } catch (CatalogueException | RuntimeException e) {
      trouble(e);
    }
    return now().plus(settings.readAgain());
  }

  /** Asks about an attempt, and enters it, now or later. */
  private void enter(Unasked next) throws InterruptedException {
    EndedAttempt attempt = next.attempt();
    String cluster = attempt.place().cluster();
    boolean patient = now().isBefore(next.since().plus(MOST_PATIENCE));
    Optional<Instant> silentUntil = silences.until(cluster);
    if (patient && silentUntil.isPresent()) {
      unasked.add(next.at(silentUntil.get()));
      return;
    }
    List<Application> applications = List.of();
    try {
      applications =
          clusters.cluster(cluster).isPresent()
              ? clusters.applications(cluster, attempt.tag())
              : List.of();
      silences.answered(cluster);
    } catch (ClusterUnavailableException unanswered) {
      boolean unused = silences.unanswered(cluster);
      if (patient) {
        unasked.add(next.at(silences.until(cluster).orElseGet(this::now)));
        return;
      }
    } catch (RuntimeException unusable) { // else it ends the thread
      if (next.own().isEmpty()) {
        listener.unusable(
            "attempt "
                + attempt.tag()
                + ": what the ResourceManager of cluster "
                + cluster
                + " says of it cannot be used: "
                + unusable
                + (patient
                    ? "; it is asked again for an hour, then the attempt is entered into the"
                        + " catalogue without"
                    : "; the attempt is entered into the catalogue without"));
      }
      if (patient) {
        Duration pause = next.own().map(Silences::doubled).orElse(settings.pause());
        unasked.add(new Unasked(attempt, next.since(), now().plus(pause), Optional.of(pause)));
        return;
      }
    }
    enter(attempt, applications);
    inHand.decrementAndGet();
  }

  private void enter(EndedAttempt attempt, List<Application> applications)
      throws InterruptedException {
    Run run;
    try {
      run = feedback.run(attempt, applications);
    } catch (RuntimeException impossible) {
      // It would keep all others out.
      listener.refused(
          attempt,
          "attempt "
              + attempt.tag()
              + " is not entered into the catalogue: "
              + impossible.getMessage());
      return;
    }
    Duration pause = settings.pause();
    while (!add(run)) {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
      pause = Silences.doubled(pause);
    }
    listener.entered(attempt, run);
  }

  private boolean add(Run run) {
    try (Catalogue catalogue = Catalogue.open(location)) {
      catalogue.add(run);
      inTrouble = false;
      return true;
    } catch (CatalogueException | RuntimeException e) {
      trouble(e);
      return false;
    }
  }

  private void trouble(Exception e) {
    if (!inTrouble) {
      inTrouble = true;
      listener.trouble(
          e.getMessage() + "; scheduling goes on, and what is measured is entered later");
    }
  }

  /** Ends at once; what waits is not entered. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
