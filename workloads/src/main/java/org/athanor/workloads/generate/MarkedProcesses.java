// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The processes of this machine and user that have a variable in their environment: a command and
 * all that it has started, also in the background, whether their parents still run or not. Linux
 * only, from {@code /proc}.
 *
 * @param variable such as {@code NAME=value}, which no other process has
 */
record MarkedProcesses(String variable) {
  private static final Path PROC = Path.of("/proc");
  private static final long POLL_MILLIS = 20;

  /** Those that run now. */
  List<ProcessHandle> running() throws IOException {
    List<ProcessHandle> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : all) {
        // The handle first: it has the start time, so that nothing is killed that got the number
        // later.
        Optional<ProcessHandle> handle =
            ProcessHandle.of(Long.parseLong(process.getFileName().toString()));
        if (handle.isPresent() && isMarked(process)) {
          found.add(handle.get());
        }
      }
    }
    return found;
  }

  private boolean isMarked(Path process) {
    try {
      // Of a zombie it is empty.
      String environment =
          Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
      return ("\0" + environment).contains("\0" + variable + "\0");
    } catch (IOException endedOrOfOthers) {
      return false;
    }
  }

  /** Those that still run after some time, in which they may end by themselves. */
  List<ProcessHandle> runningAfter(Duration time) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    List<ProcessHandle> left = running();
    while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      left = running();
    }
    return left;
  }

  /**
   * Kills them, and what they start meanwhile.
   *
   * @throws IOException if some still run after the limit
   */
  void end(Duration limit) throws IOException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<ProcessHandle> left = running();
    boolean interrupted = false;
    while (!left.isEmpty()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException(
            "processes of the command cannot be ended: "
                + left.stream().map(ProcessHandle::pid).toList());
      }
      left.forEach(ProcessHandle::destroyForcibly);
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = running();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
