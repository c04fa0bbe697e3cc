// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The lines of the agent's standard input, which a thread reads. When the input ends, the process
 * has {@link #GRACE} to end by itself; then it is halted, whatever a monitor or its threads do.
 */
final class AgentInput {

  /** After the end of the input; longer than the evaluator waits before it kills the agent. */
  private static final Duration GRACE = Duration.ofSeconds(3);

  /** Follows the last line. */
  private static final String END = "";

  static final int STATUS_HALTED = 3;

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private AgentInput() {}

  /** Starts to read. */
  static AgentInput of(InputStream commands) {
    AgentInput input = new AgentInput();
    Thread reader = new Thread(() -> input.read(commands), "athanor-agent-input");
    reader.setDaemon(true);
    reader.start();
    return input;
  }

  /** Waits for the next line. */
  String take() throws InterruptedException {
    return lines.take();
  }

  /** Waits for the next line; null if there is none in time. */
  String poll(long nanoseconds) throws InterruptedException {
    return lines.poll(nanoseconds, TimeUnit.NANOSECONDS);
  }

  /** Whether the input has ended with this line. */
  static boolean isEnd(String line) {
    return line.equals(END);
  }

  private void read(InputStream commands) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(commands, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      System.err.println("agent: standard input: " + e.getMessage());
    } finally {
      // Also if a monitor has taken all memory.
      try {
        lines.add(END);
      } finally {
        haltAfterGrace();
      }
    }
  }

  /** This thread is a daemon: it does not keep a process that has ended before. */
  private static void haltAfterGrace() {
    long end = System.nanoTime() + GRACE.toNanos();
    long left = GRACE.toNanos();
    while (left > 0) {
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException nobodyDoesThat) {
        // A monitor's code may; the process must end all the same.
      }
      left = end - System.nanoTime();
    }
    Runtime.getRuntime().halt(STATUS_HALTED);
  }
}
