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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;

/**
 * The daemons of a deployment. One thread must start and await all of them; after that, all other
 * methods are thread-safe.
 */
final class Daemons implements Processes {

  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);
  private static final long POLL_MILLIS = 200;

  /** Lines to read from the end of a log, which may be a stack trace. */
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

  /** Tells whether a service answers as expected. */
  interface Probe {
    boolean healthy() throws IOException, InterruptedException;
  }

  private final Mark mark;
  private final Deque<Daemon> running = new ArrayDeque<>();

  private final List<Node> nodes;

  /**
   * @param part name of the part of the site's mark that the daemons get
   */
  Daemons(Site site, String part) {
    this(site.nodes(), site.mark().part(part));
  }

  /**
   * @param mark of the daemons
   */
  Daemons(List<Node> nodes, Mark mark) {
    this.mark = mark;
    this.nodes = List.copyOf(nodes);
  }

  /** The mark of the daemons and of commands that query them. */
  Mark mark() {
    return mark;
  }

  /**
   * Starts a daemon.
   *
   * @param command must have a log, from which {@link #await} takes reasons of failures
   */
  void start(String name, Node node, Command command) throws IOException {
    String log = command.log().orElseThrow();
    running.push(new Daemon(name, node, log, node.start(mark, command)));
  }

  /**
   * Waits until a service is healthy.
   *
   * @param what name of the service in messages, such as {@code Spark master}
   * @throws IOException if a daemon ends before, or {@code timeout} passes; the message has the
   *     last line of a daemon's log and the log's path
   */
  void await(String what, Duration timeout, Probe probe) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!probe.healthy()) {
      for (Daemon daemon : running) {
        Optional<String> ended = daemon.ended();
        if (ended.isPresent()) {
          throw new IOException(ended.get() + lastWords(daemon) + logOf(daemon));
        }
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            what
                + " does not answer after "
                + timeout.toSeconds()
                + " s"
                + (running.isEmpty() ? "" : lastWords(running.peek()) + logOf(running.peek())));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static String logOf(Daemon daemon) {
    return " (log: " + daemon.log() + ")";
  }

  private String lastWords(Daemon daemon) throws InterruptedException {
    try {
      CommandResult tail =
          daemon
              .node()
              .run(mark, Command.of("tail", "-n", TAIL_LINES, daemon.log()), COMMAND_TIMEOUT);
      return ": " + LastWords.of(tail.output()).orElse("no output");
    } catch (IOException e) {
      return "; its log cannot be read: " + e.getMessage();
    }
  }

  /** Completes when a daemon ends, also if {@link #close} ends it. */
  CompletableFuture<Void> anyEnd() {
    return CompletableFuture.anyOf(
            running.stream()
                .map(daemon -> daemon.process().exit())
                .toArray(CompletableFuture<?>[]::new))
        .thenAccept(status -> {});
  }

  /** The first daemon that has ended, with its status and log; empty if all run. */
  @Override
  public Optional<String> deadDaemon() throws InterruptedException {
    for (Daemon daemon : running) {
      Optional<String> ended = daemon.ended();
      if (ended.isPresent()) {
        return ended.map(text -> text + "; its log is " + daemon.log());
      }
    }
    return Optional.empty();
  }

  /** The first daemon that has ended, with its status and the last line of its log. */
  Optional<String> whyEnded() throws InterruptedException {
    for (Daemon daemon : running) {
      Optional<String> ended = daemon.ended();
      if (ended.isPresent()) {
        return Optional.of(ended.get() + lastWords(daemon));
      }
    }
    return Optional.empty();
  }

  /** Ends all daemons and their child processes on every node, if any was started. */
  @Override
  public void close() throws IOException {
    if (!running.isEmpty()) {
      endAll();
    }
  }

  /** Ends all processes with this mark on every node, even if no daemon was started here. */
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
