// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.athanor.scheduler.launch.Commands;

/**
 * Tells one hook, on the thread {@code athanor-hook-NAME}. An alert that the hook does not take is
 * told again after those that wait, at longer and longer intervals; one that it has not taken for a
 * day since it failed first is given up, whatever the time of day was set to, and however long no
 * scheduler was there to tell it. So a hook gets each alert once or more, in about the order in
 * which they happened. Nobody waits for it. Thread-safe.
 */
public final class HookWorker implements Closeable {
  /** So many alerts are held at most. */
  public static final int MOST = 1000;

  private final Hook hook;
  private final Sender sender;
  private final Settings settings;
  private final Listener listener;
  private final BlockingQueue<Held> queue = new LinkedBlockingQueue<>(); // bounded by held
  private final AtomicInteger held = new AtomicInteger();
  private final Thread thread;
  private String trouble = ""; // the worker's thread only

  /**
   * How a hook is told.
   *
   * @param pause after the first failure; doubles
   * @param longestPause between tries
   * @param giveUp time since an alert's first failure after which another one is the last
   * @param clock the time of day
   */
  public record Settings(
      Duration pause, Duration longestPause, Duration giveUp, InstantSource clock) {
    /** For real hooks. */
    public static final Settings USUAL =
        new Settings(
            Duration.ofSeconds(1),
            Duration.ofMinutes(5),
            Duration.ofDays(1),
            InstantSource.system());
  }

  /** Learns what came of alerts. Called on the worker's thread. */
  public interface Listener {
    /** The hook has taken it. */
    void delivered(String hook, long sequence);

    /** The hook has not taken it, and is told no more. */
    void givenUp(String hook, long sequence, String why);

    /** The hook has not taken an alert, and will be told again. */
    void failed(String hook);

    /**
     * How the hook does has changed.
     *
     * @param why it takes nothing; empty if it does again
     */
    void trouble(String hook, String why, Instant since);
  }

  /**
   * An alert that is told.
   *
   * @param failed when that failed first, by {@link System#nanoTime}; empty if it did not
   */
  private record Held(Waiting alert, OptionalLong failed) {}

  HookWorker(Hook hook, Sender sender, Settings settings, Listener listener) {
    this.hook = hook;
    this.sender = sender;
    this.settings = settings;
    this.listener = listener;
    this.thread = new Thread(this::work, "athanor-hook-" + hook.name());
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Begins.
   *
   * @param directory for files of programs, which exists; only its owner can use it
   * @param agent the program's name and version
   */
  public static HookWorker start(
      Hook hook, Path directory, String agent, Settings settings, Listener listener)
      throws IOException {
    Sender sender =
        hook.target() instanceof Hook.Program program
            ? new ProgramSender(
                hook, program, new Commands(Duration.ofSeconds(1)), directory.toAbsolutePath())
            : new WebhookSender(hook, (Hook.Webhook) hook.target(), agent);
    return new HookWorker(hook, sender, settings, listener);
  }

  /** What it tells. */
  public Hook hook() {
    return hook;
  }

  /**
   * Tells an alert, later.
   *
   * @return false if too many wait already
   */
  public boolean offer(Waiting alert) {
    if (held.incrementAndGet() > MOST) {
      held.decrementAndGet();
      return false;
    }
    return queue.add(new Held(alert, OptionalLong.empty()));
  }

  /** How many more can be held. */
  public int room() {
    return Math.max(0, MOST - held.get());
  }

  private void work() {
    try {
      Duration pause = settings.pause();
      while (true) {
        Held next = queue.take();
        Waiting alert = next.alert();
        Optional<String> failure = send(alert);
        if (failure.isEmpty()) {
          pause = settings.pause();
          changed("");
          held.decrementAndGet();
          listener.delivered(hook.name(), alert.sequence());
          continue;
        }
        changed(failure.get());
        listener.failed(hook.name());
        long now = System.nanoTime();
        long first = next.failed().orElse(now);
        if (now - first >= settings.giveUp().toNanos()) {
          held.decrementAndGet();
          listener.givenUp(hook.name(), alert.sequence(), failure.get());
        } else {
          queue.add(new Held(alert, OptionalLong.of(first)));
        }
        TimeUnit.MILLISECONDS.sleep(pause.toMillis());
        pause = pause.multipliedBy(2);
        pause = pause.compareTo(settings.longestPause()) > 0 ? settings.longestPause() : pause;
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<String> send(Waiting alert) throws InterruptedException {
    try {
      return sender.send(alert);
    } catch (RuntimeException | Error unexpected) {
      // Thrown on, it would end the worker, and nobody would see it.
      return Optional.of("it cannot be told: " + unexpected.getClass().getSimpleName());
    }
  }

  private void changed(String now) {
    if (!now.equals(trouble)) {
      trouble = now;
      listener.trouble(hook.name(), now, settings.clock().instant());
    }
  }

  /** Ends at once; what waits is told after the next start. */
  @Override
  public void close() {
    sender.close();
    thread.interrupt();
  }
}
