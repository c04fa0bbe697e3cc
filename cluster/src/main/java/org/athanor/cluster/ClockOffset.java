// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How far a node's clock is ahead of this machine's, measured as NTP does. The node is asked for
 * its time several times over one connection. Of the fastest exchange, the node's time is compared
 * with this machine's time halfway between question and answer.
 *
 * @param ahead negative if the node's clock is behind
 * @param uncertainty the true difference is at most this far from {@code ahead}
 */
public record ClockOffset(Duration ahead, Duration uncertainty) {
  /** The offset of nodes that are parts of this machine. */
  private static final ClockOffset NONE = new ClockOffset(Duration.ZERO, Duration.ZERO);

  private static final int QUESTIONS = 8;
  private static final long TIMEOUT_SECONDS = 30;
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final String ANSWERS = "while read -r question; do date +%s%N; done";

  /**
   * Measures the offset of a node.
   *
   * @throws IOException if the node does not answer, or its {@code date} cannot print nanoseconds
   */
  public static ClockOffset of(Node node, Mark mark) throws IOException, InterruptedException {
    if (node.hasFilesOfThisMachine()) {
      return NONE;
    }
    NodeProcess process = node.start(mark, Command.of("sh", "-c", ANSWERS));
    try {
      CompletableFuture<ClockOffset> measured = new CompletableFuture<>();
      Thread asking =
          new Thread(
              () -> {
                try {
                  measured.complete(ask(process));
                } catch (IOException | RuntimeException e) {
                  measured.completeExceptionally(e);
                }
              },
              "athanor-clock");
      asking.setDaemon(true);
      asking.start();
      return measured.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new CommandTimeoutException(
          node.name() + ": has not reported its time after " + TIMEOUT_SECONDS + " s");
    } catch (ExecutionException e) {
      throw new IOException(
          node.name() + ": its time cannot be read: " + e.getCause().getMessage(), e);
    } finally {
      process.end(GRACE);
    }
  }

  private static ClockOffset ask(NodeProcess process) throws IOException {
    ClockOffset best = null;
    try (OutputStream questions = process.input();
        BufferedReader answers =
            new BufferedReader(new InputStreamReader(process.output(), US_ASCII))) {
      for (int i = 0; i < QUESTIONS; i++) {
        Instant before = Instant.now();
        long start = System.nanoTime();
        questions.write('\n');
        questions.flush();
        String answer = answers.readLine();
        long took = System.nanoTime() - start;
        ClockOffset offset = offset(before, took, answer);
        if (best == null || offset.uncertainty.compareTo(best.uncertainty) < 0) {
          best = offset;
        }
      }
    }
    return best;
  }

  /**
   * Returns the offset that one question and its answer show.
   *
   * @param before the time of the question, by this machine's clock
   * @param tookNanos from question to answer
   * @param answer nanoseconds since 1970, by the node's clock, in decimal digits
   */
  static ClockOffset offset(Instant before, long tookNanos, String answer) throws IOException {
    if (answer == null || !answer.matches("\\d{11,19}")) {
      throw new IOException("date +%s%N printed " + answer + ", must be nanoseconds since 1970");
    }
    long nanos = Long.parseLong(answer);
    Instant there = Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
    Duration half = Duration.ofNanos(tookNanos / 2);
    return new ClockOffset(Duration.between(before.plus(half), there), half);
  }
}
