// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;

/**
 * The daemons of a deployment. Starting and awaiting are one thread's; the rest is thread-safe once
 * all are started.
 */
final class Daemons implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration QUICK = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 200;

  private record Daemon(String name, Node node, String log, NodeProcess process) {
    Optional<String> ended() {
      Integer status = process.exit().getNow(null);
      return Optional.ofNullable(status)
          .map(it -> name + " on " + node.name() + " has ended with status " + it);
    }
  }

  /** Whether something answers as it should. */
  interface Probe {
    boolean healthy() throws IOException, InterruptedException;
  }

  private final Mark mark;
  private final Deque<Daemon> running = new ArrayDeque<>();

  Daemons(Mark mark) {
    this.mark = mark;
  }

  /** Of a framework that has none. */
  static Daemons none(Mark mark) {
    return new Daemons(mark);
  }

  /**
   * Starts one.
   *
   * @param command its log is where {@link #await} looks for reasons
   */
  void start(String name, Node node, Command command) throws IOException {
    String log = command.log().orElseThrow();
    running.push(new Daemon(name, node, log, node.start(mark, command)));
  }

  /**
   * Waits until something is healthy.
   *
   * @param what such as {@code Spark master on localhost}
   * @throws IOException if a daemon ends before, or {@code timeout} passes; the message has the
   *     daemon's last line and its log's name
   */
  void await(String what, Duration timeout, Probe probe) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!probe.healthy()) {
      Optional<Daemon> dead = running.stream().filter(it -> it.ended().isPresent()).findFirst();
      if (dead.isPresent()) {
        throw new IOException(dead.get().ended().orElseThrow() + lastWords(dead.get()));
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            what
                + " does not answer after "
                + timeout.toSeconds()
                + " s"
                + (running.isEmpty() ? "" : lastWords(running.peek())));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private String lastWords(Daemon daemon) throws InterruptedException {
    try {
      CommandResult tail =
          daemon.node().run(mark, Command.of("tail", "-n", "1", daemon.log()), QUICK);
      return ": " + tail.output().strip() + " (all of it: " + daemon.log() + ")";
    } catch (IOException e) {
      return "; its log " + daemon.log() + " cannot be read: " + e.getMessage();
    }
  }

  /** The first that no longer runs, with its status and log. */
  Optional<String> dead() {
    return running.stream()
        .flatMap(it -> it.ended().map(text -> text + "; its log is " + it.log()).stream())
        .findFirst();
  }

  /** Ends all, the youngest first. */
  @Override
  public void close() throws IOException {
    List<Daemon> failed = new ArrayList<>();
    try {
      for (Daemon daemon = running.poll(); daemon != null; daemon = running.poll()) {
        daemon.process().end(GRACE);
        if (!daemon.process().exit().isDone()) {
          failed.add(daemon);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while ending daemons").initCause(e);
    }
    if (!failed.isEmpty()) {
      throw new IOException(
          failed.get(0).name() + " on " + failed.get(0).node().name() + " cannot be ended");
    }
  }
}
