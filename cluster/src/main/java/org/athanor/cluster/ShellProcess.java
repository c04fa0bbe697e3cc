// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that {@link Script#LAUNCH} has started, controlled through the local process. */
final class ShellProcess implements NodeProcess {
  private static final String PID = "athanor:pid ";
  private static final String FAILED = "athanor:failed ";

  /** How long to wait for the pipes of a killed process to close; children may hold them open. */
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

  private final ShellNode node;
  private final Process process;
  private final long pid;

  private ShellProcess(ShellNode node, Process process, long pid) {
    this.node = node;
    this.process = process;
    this.pid = pid;
  }

  /**
   * Reads standard output up to the line that reports the start or its failure.
   *
   * @throws CommandTimeoutException if that line does not come within the limit; the local process
   *     is ended then
   * @throws IOException if the start failed; the message does not name the node
   */
  static ShellProcess announcedBy(Process process, ShellNode node, Duration limit)
      throws IOException {
    CompletableFuture<ShellProcess> announced = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                announced.complete(read(process, node));
              } catch (IOException | RuntimeException e) {
                announced.completeExceptionally(e);
              }
            },
            "athanor-start");
    reader.setDaemon(true);
    reader.start();
    try {
      return announced.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      process.destroyForcibly();
      throw new CommandTimeoutException(
          "has not started after "
              + limit.toSeconds()
              + " s; check whether its login shell waits for input");
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static ShellProcess read(Process process, ShellNode node) throws IOException {
    for (String line; (line = readLine(process.getInputStream())) != null; ) {
      if (line.startsWith(PID)) {
        return new ShellProcess(node, process, Long.parseLong(line.substring(PID.length())));
      }
      if (line.startsWith(FAILED)) {
        throw new IOException(line.substring(FAILED.length()));
      }
    }
    String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
    throw new IOException(node.failure(process.onExit().join().exitValue(), errors.strip()));
  }

  /** Reads no byte after the line: what follows is the command's output. */
  private static String readLine(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b; (b = in.read()) >= 0; line.write(b)) {
      if (b == '\n') {
        return line.toString(UTF_8);
      }
    }
    return null;
  }

  @Override
  public long pid() {
    return pid;
  }

  @Override
  public OutputStream input() {
    return process.getOutputStream();
  }

  @Override
  public InputStream output() {
    return process.getInputStream();
  }

  @Override
  public InputStream errors() {
    return process.getErrorStream();
  }

  @Override
  public CompletableFuture<Integer> exit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  @Override
  public OptionalInt await(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)
        ? OptionalInt.of(process.exitValue())
        : OptionalInt.empty();
  }

  @Override
  public void end(Duration grace) throws IOException, InterruptedException {
    if (!process.isAlive()) {
      return;
    }
    node.signal(pid, "TERM");
    if (await(grace).isEmpty()) {
      node.signal(pid, "KILL");
      if (await(KILL_TIMEOUT).isEmpty()) {
        process.destroyForcibly();
      }
    }
  }
}
