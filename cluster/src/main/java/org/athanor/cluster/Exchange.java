// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Writes a process's standard input and reads its output and errors at the same time. */
final class Exchange {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final NodeProcess process;
  private final CompletableFuture<Boolean> fed;
  private final CompletableFuture<String> output;
  private final CompletableFuture<String> errors;

  private Exchange(NodeProcess process, InputStream input, Supplier<String> output) {
    this.process = process;
    this.fed = inBackground(() -> feed(input, process.input()));
    this.output = inBackground(output);
    this.errors = inBackground(() -> text(process.errors()));
  }

  static Exchange with(NodeProcess process, InputStream input) {
    return new Exchange(process, input, () -> text(process.output()));
  }

  /** Leaves standard output to the caller. */
  static Exchange leavingOutput(NodeProcess process) {
    return new Exchange(process, InputStream.nullInputStream(), () -> "");
  }

  /**
   * Waits for the end of the process.
   *
   * @param beginNanos the {@link System#nanoTime} from which {@code timeout} counts
   */
  CommandResult await(String what, long beginNanos, Duration timeout)
      throws IOException, InterruptedException {
    long deadline = beginNanos + timeout.toNanos();
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    OptionalInt status = process.await(left);
    try {
      if (status.isEmpty()) {
        throw new TimeoutException("still runs");
      }
      return new CommandResult(status.getAsInt(), get(output, deadline), get(errors, deadline));
    } catch (TimeoutException e) {
      throw new CommandTimeoutException(
          what + ": has not ended after " + timeout.toSeconds() + " s");
    } catch (ExecutionException e) {
      throw new IOException(what + ": " + e.getCause().getMessage(), e);
    }
  }

  void end() throws IOException, InterruptedException {
    process.end(GRACE);
    fed.cancel(false);
  }

  /** Waits at least a second: a child of the ended process may still have the pipe open. */
  private static String get(CompletableFuture<String> text, long deadline)
      throws TimeoutException, ExecutionException, InterruptedException {
    long left = Math.max(deadline - System.nanoTime(), TimeUnit.SECONDS.toNanos(1));
    return text.get(left, TimeUnit.NANOSECONDS);
  }

  private static boolean feed(InputStream from, OutputStream to) {
    try (from;
        to) {
      from.transferTo(to);
      return true;
    } catch (IOException e) {
      // The process has ended early; its exit status and its errors give the reason.
      return false;
    }
  }

  private static String text(InputStream stream) {
    try {
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
    return CompletableFuture.supplyAsync(
        work,
        task -> {
          Thread thread = new Thread(task, "athanor-pipe");
          thread.setDaemon(true);
          thread.start();
        });
  }
}
