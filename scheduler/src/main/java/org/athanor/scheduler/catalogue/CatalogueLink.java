// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.ClusterUnavailableException;

/**
 * Reads the catalogue, and enters attempts into it, on a thread of its own: {@code
 * athanor-catalogue}. Nobody waits for a catalogue that does not answer. What cannot be entered is
 * tried again, at longer and longer intervals; what does not fit into the queue is refused, so that
 * memory is bounded. The catalogue is open only while it is used. Thread-safe.
 */
public final class CatalogueLink implements AutoCloseable {
  /** So many attempts wait at most. */
  public static final int MOST_WAITING = 1000;

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final CatalogueLocation location;
  private final Feedback feedback;
  private final ClusterSource clusters;
  private final Settings settings;
  private final Listener listener;
  private final BlockingQueue<EndedAttempt> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final CountDownLatch firstRead = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean inTrouble; // written by the link's thread

  /**
   * How the catalogue is used.
   *
   * @param mostRuns so many runs are used, the newest ones
   * @param readAgain time until it is read again, for runs that others entered
   * @param pause after the first failure; doubles up to a minute
   */
  public record Settings(int mostRuns, Duration readAgain, Duration pause) {}

  /** Learns what came of it. Called on the link's thread. */
  public interface Listener {
    /** The catalogue was read. */
    void read(List<LearnedRun> runs);

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
    return waiting.offer(attempt);
  }

  /** Whether the catalogue could not be used when it was tried last. Any thread. */
  public boolean isInTrouble() {
    return inTrouble;
  }

  private void work() {
    try {
      read();
      firstRead.countDown();
      while (true) {
        EndedAttempt next = waiting.poll(settings.readAgain().toMillis(), TimeUnit.MILLISECONDS);
        if (next == null) {
          read();
        } else {
          enter(next);
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try {
      if (location.exists()) {
        try (Catalogue catalogue = Catalogue.openForReading(location)) {
          listener.read(MeasuredRuns.learned(catalogue, settings.mostRuns(), clusters.clusters()));
        }
      } else {
        listener.read(List.of());
      }
      inTrouble = false;
    } catch (CatalogueException | RuntimeException e) {
      trouble(e);
    }
  }

  private void enter(EndedAttempt attempt) throws InterruptedException {
    Run run;
    try {
      run = feedback.run(attempt, applications(attempt));
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
      pause = pause.multipliedBy(2);
      pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
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

  /** What the ResourceManager says; nothing if it says nothing, which must not keep a run out. */
  private List<Application> applications(EndedAttempt attempt) {
    try {
      return clusters.cluster(attempt.place().cluster()).isPresent()
          ? clusters.applications(attempt.place().cluster(), attempt.tag())
          : List.of();
    } catch (ClusterUnavailableException silent) {
      return List.of();
    }
  }

  /** Ends at once; what waits is not entered. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
