// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.NodeProcess;

/**
 * Copies the output of a client, line by line with the time of each line, to the trial's {@code
 * stdout.log} and {@code stderr.log}. Memory is bounded: only the first 100,000 lines of each
 * stream are kept in memory, and a line of more than 64 KiB is split.
 */
final class ClientOutput implements AutoCloseable {
  private static final int KEPT_LINES = 100_000;
  private static final int LINE_BYTES = 1 << 16;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          2,
          work -> {
            Thread thread = new Thread(work, "athanor-client-output");
            thread.setDaemon(true);
            return thread;
          });
  private final NodeProcess client;
  private final DoubleSupplier seconds;
  private final OutputStream echo;
  private final UnaryOperator<String> shown;
  private final Stream output;
  private final Stream errors;
  private final Future<Void> outputEnd;
  private final Future<Void> errorsEnd;

  /**
   * @param seconds supplies the seconds since the trial's start
   * @param echo receives the same bytes as they arrive; closed at the end
   */
  ClientOutput(NodeProcess client, Path directory, DoubleSupplier seconds, OutputStream echo)
      throws IOException {
    this(client, directory, seconds, echo, UnaryOperator.identity());
  }

  /**
   * As above, for a client whose output may contain secrets.
   *
   * @param shown makes of each line the one that is kept; called by several threads
   */
  ClientOutput(
      NodeProcess client,
      Path directory,
      DoubleSupplier seconds,
      OutputStream echo,
      UnaryOperator<String> shown)
      throws IOException {
    this.client = client;
    this.seconds = seconds;
    this.echo = echo;
    this.shown = shown;
    this.output = new Stream(Files.newBufferedWriter(directory.resolve("stdout.log")));
    this.errors = new Stream(Files.newBufferedWriter(directory.resolve("stderr.log")));
    this.outputEnd = threads.submit(() -> read(client.output(), output));
    this.errorsEnd = threads.submit(() -> read(client.errors(), errors));
  }

  /**
   * One of the two streams. The list is guarded by its own monitor; only the reading thread uses
   * the log.
   */
  private record Stream(Writer log, List<TimedLine> lines) {
    Stream(Writer log) {
      this(log, new ArrayList<>());
    }

    List<TimedLine> copy() {
      synchronized (lines) {
        return List.copyOf(lines);
      }
    }
  }

  private Void read(InputStream stream, Stream target) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 13];
    try (Writer log = target.log()) {
      for (int length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
        double now = seconds.getAsDouble();
        echo.write(buffer, 0, length);
        for (int i = 0; i < length; i++) {
          if (buffer[i] == '\n') {
            add(target, now, line);
          } else {
            line.write(buffer[i]);
            if (line.size() == LINE_BYTES) {
              add(target, now, line);
            }
          }
        }
        log.flush();
      }
      if (line.size() > 0) {
        add(target, seconds.getAsDouble(), line);
      }
    }
    return null;
  }

  private void add(Stream target, double now, ByteArrayOutputStream line) throws IOException {
    String text = shown.apply(line.toString(StandardCharsets.UTF_8).stripTrailing());
    line.reset();
    target.log().write(String.format(Locale.ROOT, "%10.3f %s%n", now, text));
    synchronized (target.lines()) {
      if (target.lines().size() < KEPT_LINES) {
        target.lines().add(new TimedLine(now, text));
      }
    }
  }

  /**
   * Waits until both streams have ended, for {@code timeoutSeconds} at most: processes that a
   * client has left running can keep its output open.
   *
   * @throws IOException if the logs could not be written
   */
  void drain(long timeoutSeconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    await(outputEnd, end);
    await(errorsEnd, end);
  }

  private void await(Future<Void> future, long endNanos) throws IOException, InterruptedException {
    try {
      future.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException heldOpen) {
      future.cancel(true);
    } catch (ExecutionException failed) {
      throw new IOException(
          "the client's output cannot be copied: " + failed.getCause().getMessage(), failed);
    }
  }

  /** All lines so far in the order of their times. */
  List<TimedLine> lines() {
    List<TimedLine> all = new ArrayList<>(output.copy());
    all.addAll(errors.copy());
    all.sort(Comparator.comparingDouble(TimedLine::seconds));
    return all;
  }

  /** The last informative line, from standard error if it has one. */
  Optional<String> lastLine() {
    return last(errors.copy()).or(() -> last(output.copy()));
  }

  private static Optional<String> last(List<TimedLine> lines) {
    return LastWords.of(lines.stream().map(TimedLine::text).toList());
  }

  /** Stops reading; the lines that have been read are in the logs. */
  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    client.output().close();
    client.errors().close();
    echo.close();
  }
}
