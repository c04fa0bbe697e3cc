// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.athanor.cli.session.EngineProcess.State;

/**
 * The engines of a session. An engine that ends is replaced, unless the session ends. Thread-safe.
 */
final class Engines {
  /** Engines that end one after the other, before they were ready, until the session gives up. */
  private static final int MOST_FAILURES = 3;

  /** A client does not wait longer for an engine that cleans up: a cold start takes as long. */
  private static final long CLEAN_UP_MILLIS = 500;

  private static final long FIND_SECONDS = 5;

  /** How long engines have to clean up at the end. */
  private static final long END_SECONDS = 60;

  private final List<String> command;
  private final SessionPlace place;

  @GuardedBy("this")
  private final List<EngineProcess> all = new ArrayList<>();

  @GuardedBy("this")
  private boolean ending;

  @GuardedBy("this")
  private boolean forced;

  @GuardedBy("this")
  private int failures;

  @GuardedBy("this")
  private boolean everReady;

  @GuardedBy("this")
  private long lastUse = System.nanoTime();

  Engines(List<String> command, SessionPlace place) {
    this.command = command;
    this.place = place;
  }

  /** Starts engines with the numbers from 1. */
  void start(int count) throws IOException {
    for (int number = 1; number <= count; number++) {
      startOne(number);
    }
  }

  private void startOne(int number) throws IOException {
    EngineProcess engine = EngineProcess.start(number, command, place);
    boolean late;
    synchronized (this) {
      all.add(engine);
      late = ending;
      notifyAll();
    }
    if (late) {
      engine.disconnect();
    }
    Thread watch = new Thread(() -> watch(engine), "engine-" + number);
    watch.setDaemon(true);
    watch.start();
  }

  private void watch(EngineProcess engine) {
    try {
      int code = engine.awaitEnd();
      WarmUpDirectory.delete(WarmUpDirectory.of(place, engine.process()));
      State last = engine.enter(State.ENDED);
      boolean wasReady = last != State.STARTS;
      if (last == State.IDLE) {
        engine.connection().close(); // nobody reads from it
      }
      if (ended(engine, wasReady)) {
        SessionLog.say(
            "engine " + engine.number() + " has ended with " + code + ": starting another");
        startOne(engine.number());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      SessionLog.say("no engine can be started: " + e.getMessage());
      end(false);
    }
  }

  /** Returns whether another engine is to be started. */
  private synchronized boolean ended(EngineProcess engine, boolean wasReady) {
    all.remove(engine);
    failures = wasReady ? 0 : failures + 1;
    if (failures >= MOST_FAILURES && !ending) {
      SessionLog.say(
          "the session ends: " + failures + " engines have ended before they were ready");
      ending = true;
      all.stream().filter(other -> other.state() != State.BUSY).forEach(EngineProcess::disconnect);
    }
    notifyAll();
    return !ending;
  }

  /**
   * Finds the engine that is a process, which may have connected before it is known here.
   *
   * @return empty if the process is no engine
   */
  synchronized Optional<EngineProcess> find(int process) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIND_SECONDS);
    while (true) {
      Optional<EngineProcess> found =
          all.stream().filter(engine -> engine.process() == process).findFirst();
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (found.isPresent() || left <= 0) {
        return found;
      }
      wait(left);
    }
  }

  /** An engine waits for a driver. */
  synchronized void ready(EngineProcess engine, List<String> report) {
    engine.setReport(report);
    if (engine.enter(State.IDLE) != State.ENDED) {
      everReady = true;
      failures = 0;
      lastUse = System.nanoTime();
    }
    if (ending) {
      engine.disconnect();
    }
    notifyAll();
  }

  /**
   * Takes an engine for a driver. Waits if one is about to be ready.
   *
   * @return empty if all are busy or start
   */
  synchronized Optional<EngineProcess> take() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLEAN_UP_MILLIS);
    while (!ending) {
      for (EngineProcess engine : all) {
        if (engine.state() == State.IDLE && engine.enter(State.BUSY) == State.IDLE) {
          return Optional.of(engine);
        }
      }
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0 || all.stream().noneMatch(engine -> engine.state() == State.CLEANS_UP)) {
        break;
      }
      wait(left);
    }
    return Optional.empty();
  }

  /** Waits until an engine has been ready, or the session ends; returns whether one has. */
  synchronized boolean awaitReady() throws InterruptedException {
    while (!everReady && !ending) {
      wait();
    }
    return everReady;
  }

  /** Lets the time begin anew after which the session has not been used. */
  synchronized void noteUse() {
    lastUse = System.nanoTime();
  }

  /** Returns once no driver has run for some time, or the session ends for another reason. */
  synchronized void awaitIdle(long nanoseconds) throws InterruptedException {
    while (!ending) {
      if (isBusy()) {
        lastUse = System.nanoTime();
      }
      long left = nanoseconds - (System.nanoTime() - lastUse);
      if (left <= 0) {
        return;
      }
      wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
    }
  }

  /** Waits until the session ends, but not longer than some time; returns whether it does. */
  synchronized boolean awaitEnding(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!ending) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  synchronized boolean isEnding() {
    return ending;
  }

  private synchronized boolean isBusy() {
    return all.stream().anyMatch(engine -> engine.state() == State.BUSY);
  }

  /**
   * Ends the engines, and starts no others.
   *
   * @param force whether drivers that run are ended, too
   * @return false, and nothing has changed, if drivers run and are not to be ended
   */
  synchronized boolean end(boolean force) {
    if (isBusy() && !force) {
      return false;
    }
    ending = true;
    forced = force;
    all.forEach(EngineProcess::disconnect);
    notifyAll();
    return true;
  }

  /**
   * Waits until all engines have ended, after {@link #end}. Those that do not are killed after a
   * while.
   */
  synchronized void awaitEnd() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    while (!all.isEmpty()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (isBusy() && !forced) {
        left = TimeUnit.SECONDS.toMillis(END_SECONDS);
      } else if (left <= 0) {
        all.forEach(EngineProcess::kill);
        left = TimeUnit.SECONDS.toMillis(END_SECONDS);
      }
      wait(left);
    }
  }

  /** A line for each engine. */
  List<String> lines() {
    List<EngineProcess> engines;
    synchronized (this) {
      engines = List.copyOf(all);
    }
    return engines.stream().map(EngineProcess::line).sorted().toList();
  }

  synchronized int count() {
    return all.size();
  }
}
