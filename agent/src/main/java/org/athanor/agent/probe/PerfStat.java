// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A {@code perf stat} process that counts on the whole machine. It counts until its command ends;
 * the command reads its standard input to the end. So both end when this process closes the input
 * or is killed.
 */
final class PerfStat {

  private static final int MOST_SECONDS = 10;

  private final Process process;
  private final BufferedReader errors;

  private PerfStat(Process process) {
    this.process = process;
    this.errors = process.errorReader(StandardCharsets.UTF_8);
  }

  /** Starts perf; returns when it counts. */
  static PerfStat start(String program, List<String> events) throws IOException {
    PerfStat perf = new PerfStat(launch(program, events, "sh", "-c", "echo counting; exec cat"));
    BufferedReader output =
        new BufferedReader(
            new InputStreamReader(perf.process.getInputStream(), StandardCharsets.UTF_8));
    if (output.readLine() == null) {
      throw new IOException("perf stat: " + firstLine(perf.await()));
    }
    return perf;
  }

  /** Counts for the short time of an empty command, to see which events can be counted. */
  static EventCounts tryOut(String program, List<String> events)
      throws IOException, UnavailableException {
    PerfStat perf = new PerfStat(launch(program, events, "true"));
    String printed = perf.await();
    if (perf.process.exitValue() != 0) {
      throw new UnavailableException("perf stat: " + firstLine(printed));
    }
    return EventCounts.parse(printed);
  }

  private static Process launch(String program, List<String> events, String... command)
      throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(program, "stat", "-a", "-x,", "-e", String.join(",", events), "--"));
    arguments.addAll(List.of(command));
    ProcessBuilder builder = new ProcessBuilder(arguments);
    // In other locales numbers have decimal commas, which look like separators.
    builder.environment().put("LC_ALL", "C");
    return builder.start();
  }

  /** Ends perf and returns the counts. */
  EventCounts end() throws IOException {
    String printed = await();
    if (process.exitValue() != 0) {
      throw new IOException("perf stat: " + firstLine(printed));
    }
    return EventCounts.parse(printed);
  }

  /** Kills perf and its command, without a result. */
  void destroy() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String firstLine(String printed) {
    return printed
        .lines()
        .map(String::strip)
        .filter(line -> line.length() > 6)
        .findFirst()
        .orElse("failed");
  }

  private String await() throws IOException {
    process.getOutputStream().close();
    String printed = String.join("\n", errors.lines().toList());
    try {
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("perf stat: did not end within " + MOST_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("perf stat: interrupted", e);
    }
    return printed;
  }
}
