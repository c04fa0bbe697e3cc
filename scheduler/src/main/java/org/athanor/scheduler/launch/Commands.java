// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.athanor.scheduler.run.ProcessId;

/**
 * Runs short commands of the user: without a shell, in a session and process group of their own,
 * for a limited time. Of what a command writes, the last bytes are kept. What a command that ended
 * well has left running, goes on; it must not write where the command wrote. Thread-safe.
 */
public final class Commands {
  private static final int MOST_KEPT = 2048;
  private static final long LOOK_MILLIS = 100;
  private static final Path NOTHING = Path.of("/dev/null");

  private final LinuxProcesses processes = new LinuxProcesses();
  private final Duration grace;

  /**
   * Makes a runner.
   *
   * @param grace between SIGTERM and SIGKILL, and again before ending a command is given up
   */
  public Commands(Duration grace) throws IOException {
    this.grace = grace;
  }

  /**
   * Runs a command, and waits until it has ended.
   *
   * @param tag by which its processes are found; its own
   * @param limit after which it is ended
   * @param cancelled asked now and then; true ends it
   * @return why it failed, as one line; empty if it ended with 0
   */
  public Optional<String> run(
      String tag, List<String> command, Duration limit, BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    return run(tag, command, NOTHING, limit, cancelled);
  }

  /**
   * As {@link #run(String, List, Duration, BooleanSupplier)}.
   *
   * @param input the file that its standard input is
   */
  public Optional<String> run(
      String tag, List<String> command, Path input, Duration limit, BooleanSupplier cancelled)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("setsid", "--"));
    words.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectErrorStream(true).redirectInput(input.toFile());
    builder.environment().put(LinuxProcesses.COOKIE, tag);
    long deadline = System.nanoTime() + limit.toNanos();
    Process process = builder.start();
    Tail tail = new Tail();
    try (InputStream output = process.getInputStream()) {
      // Not read to its end: what a command leaves running may have the other end of the pipe.
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        tail.read(output);
        if (cancelled.getAsBoolean() || System.nanoTime() - deadline > 0) {
          String what = cancelled.getAsBoolean() ? "was ended" : "took longer than " + text(limit);
          boolean gone = end(tag, Optional.of(process.pid()));
          return Optional.of(
              command.get(0) + " " + what + (gone ? "" : ", and its processes cannot be ended"));
        }
      }
      tail.read(output);
    } catch (InterruptedException ending) {
      end(tag, Optional.of(process.pid()));
      throw ending;
    }
    int code = process.exitValue();
    return code == 0
        ? Optional.empty()
        : Optional.of(command.get(0) + " ended with code " + code + tail.lastLine());
  }

  private static String text(Duration time) {
    return org.athanor.yaml.text.TimeSpan.format(time);
  }

  /**
   * Ends the processes of a command that this process or an earlier one has started.
   *
   * @return whether none is left
   */
  public boolean end(String tag) throws IOException, InterruptedException {
    return end(tag, Optional.empty());
  }

  private boolean end(String tag, Optional<Long> group) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      List<ProcessId> members = new ArrayList<>(processes.membersOf(tag));
      if (group.isPresent()) {
        members.addAll(processes.membersOfGroup(group.get()));
      }
      if (members.isEmpty()) {
        return true;
      }
      long elapsed = System.nanoTime() - start;
      if (elapsed > 2 * grace.toNanos()) {
        return false;
      }
      for (ProcessId member : members) {
        processes.signal(member, elapsed > grace.toNanos());
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS); // other processes' ends are no events
    }
  }

  /** The last bytes of an output. One thread. */
  private static final class Tail {
    private byte[] kept = new byte[0];

    void read(InputStream output) throws IOException {
      byte[] buffer = new byte[8192];
      for (int i = 0; i < 128 && output.available() > 0; i++) {
        int count = output.read(buffer, 0, Math.min(buffer.length, output.available()));
        if (count <= 0) {
          return;
        }
        byte[] all = Arrays.copyOf(kept, kept.length + count);
        System.arraycopy(buffer, 0, all, kept.length, count);
        kept = Arrays.copyOfRange(all, Math.max(0, all.length - MOST_KEPT), all.length);
      }
    }

    String lastLine() {
      String last =
          new String(kept, StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isBlank())
              .reduce("", (first, second) -> second)
              .strip()
              .replaceAll("\\p{Cntrl}", "?");
      return last.isEmpty() ? "" : ": " + last;
    }
  }
}
