// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;

/**
 * The daemons of a deployment. Starting and awaiting are one thread's; the rest is thread-safe once
 * all are started.
 */
final class Daemons implements Running {

  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration QUICK = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 200;

  /** Of a log, in which a stack trace may be the end. */
  private static final String TAIL_LINES = "200";

  private record Daemon(String name, Node node, String log, NodeProcess process) {
    Optional<String> ended() throws InterruptedException {
      OptionalInt status = process.await(Duration.ZERO);
      return status.isEmpty()
          ? Optional.empty()
          : Optional.of(
              name + " on " + node.name() + " has ended with status " + status.getAsInt());
    }
  }

  /** Whether something answers as it should. */
  interface Probe {
    boolean healthy() throws IOException, InterruptedException;
  }

  private final Mark mark;
  private final Deque<Daemon> running = new ArrayDeque<>();

  private final List<Node> nodes;

  /**
   * @param part of the site's mark
   */
  Daemons(Site site, String part) {
    this.mark = site.mark().part(part);
    this.nodes = site.nodes();
  }

  /** Of the daemons and of what asks them. */
  Mark mark() {
    return mark;
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
      for (Daemon daemon : running) {
        Optional<String> ended = daemon.ended();
        if (ended.isPresent()) {
          throw new IOException(ended.get() + lastWords(daemon));
        }
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
          daemon.node().run(mark, Command.of("tail", "-n", TAIL_LINES, daemon.log()), QUICK);
      return ": "
          + LastWords.of(tail.output()).orElse("nothing")
          + " (all of it: "
          + daemon.log()
          + ")";
    } catch (IOException e) {
      return "; its log " + daemon.log() + " cannot be read: " + e.getMessage();
    }
  }

  /** The first that no longer runs, with its status and log. */
  @Override
  public Optional<String> dead() throws InterruptedException {
    for (Daemon daemon : running) {
      Optional<String> ended = daemon.ended();
      if (ended.isPresent()) {
        return ended.map(text -> text + "; its log is " + daemon.log());
      }
    }
    return Optional.empty();
  }

  /** Ends all of them and of their children, on every node. */
  @Override
  public void close() throws IOException {
    if (!running.isEmpty()) {
      endAll();
    }
  }

  /** The same if none was started here: ends what has this mark. */
  void endAll() throws IOException {
    IOException first = null;
    for (Node node : nodes) {
      try {
        node.endAll(mark, GRACE);
      } catch (IOException e) {
        first = first == null ? e : first;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException)
            new InterruptedIOException("interrupted while ending daemons").initCause(e);
      }
    }
    if (first != null) {
      throw first;
    }
    running.clear();
  }
}
