// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.athanor.yaml.text.TimeSpan;

/** Asks for the load of one cluster again and again, on a thread of its own. */
final class Poller {
  private final Question question;
  private final ClusterMonitors.Settings settings;
  private final ScheduledExecutorService executor;
  private final CountDownLatch first = new CountDownLatch(1);
  private ScheduledFuture<?> polls;
  private volatile Seen seen = new Seen(Optional.empty(), "it was not asked yet");

  /** What is asked for. */
  interface Question {
    ClusterLoad.Known ask() throws ClusterUnavailableException;
  }

  /**
   * What is known.
   *
   * @param load the last one that was measured
   * @param trouble why the last poll failed; empty if it did not
   */
  private record Seen(Optional<ClusterLoad.Known> load, String trouble) {}

  Poller(String cluster, Question question, ClusterMonitors.Settings settings) {
    this.question = question;
    this.settings = settings;
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "athanor-cluster-" + cluster);
              thread.setDaemon(true);
              return thread;
            });
  }

  void start() {
    polls =
        executor.scheduleWithFixedDelay(
            this::poll, 0, settings.interval().toMillis(), TimeUnit.MILLISECONDS);
  }

  private void poll() {
    try {
      seen = new Seen(Optional.of(question.ask()), "");
    } catch (ClusterUnavailableException unavailable) {
      seen = new Seen(seen.load(), unavailable.getMessage());
    } catch (RuntimeException unexpected) {
      // Thrown on, it would end all further polls.
      seen = new Seen(seen.load(), "its answer cannot be read: " + unexpected);
    } finally {
      first.countDown();
    }
  }

  void awaitFirst() throws InterruptedException {
    first.await();
  }

  /** The last load, unless it is too old. */
  ClusterLoad load(Instant now) {
    Seen last = seen;
    if (last.load().isEmpty()) {
      return new ClusterLoad.Unavailable(last.trouble());
    }
    ClusterLoad.Known known = last.load().get();
    Duration age = Duration.between(known.at(), now);
    if (age.compareTo(settings.oldest()) > 0) {
      String why = last.trouble().isEmpty() ? "it has not answered since" : last.trouble();
      return new ClusterLoad.Unavailable(
          why
              + "; its last answer is "
              + TimeSpan.format(Duration.ofSeconds(age.toSeconds()))
              + " old");
    }
    return new ClusterLoad.Known(
        known.total(),
        known.foreign(),
        known.nodes(),
        known.node(),
        known.at(),
        last.trouble().isEmpty() ? Optional.empty() : Optional.of(last.trouble()));
  }

  /** Stops, also a poll that waits for an answer. */
  void close() {
    polls.cancel(true);
    executor.shutdownNow();
  }
}
