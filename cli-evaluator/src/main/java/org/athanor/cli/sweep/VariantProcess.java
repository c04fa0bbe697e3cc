// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.athanor.simulator.run.RunOutcome;

/** A running process of {@link VariantMain}, as the process that started it sees it. */
final class VariantProcess {
  private static final int SIGNALS = 128;

  private final Process process;
  private final Thread reader;

  /** The last line of standard error that says something; written by the reader only. */
  private volatile String lastWords = "";

  VariantProcess(Process process) {
    this.process = process;
    reader = new Thread(() -> listen(process.getErrorStream()), "athanor-last-words");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Waits until it has ended.
   *
   * @param jobs gets numbers of jobs that have ended
   */
  RunOutcome await(IntConsumer jobs) throws InterruptedException {
    Optional<RunOutcome> outcome = Optional.empty();
    try (BufferedReader lines = lines(process.getInputStream())) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        Optional<RunLine> line = RunLine.read(text);
        line.ifPresent(read -> jobs.accept(read.jobs()));
        if (line.flatMap(RunLine::outcome).isPresent()) {
          outcome = line.flatMap(RunLine::outcome);
        }
      }
    } catch (IOException broken) {
      // It was ended, or has ended in the middle of a line.
      process.destroyForcibly();
    }
    int code = process.waitFor();
    reader.join();
    return outcome.orElseGet(() -> new RunOutcome(Optional.empty(), failure(code), 0));
  }

  private String failure(int code) {
    String how =
        code > SIGNALS
            ? "was ended by signal " + (code - SIGNALS)
            : "ended with exit code " + code + " and without a result";
    return "its process " + how + (lastWords.isEmpty() ? "" : ": " + lastWords);
  }

  private void listen(InputStream errors) {
    try (BufferedReader lines = lines(errors)) {
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        if (says(text)) {
          lastWords = text.strip();
        }
      }
    } catch (IOException broken) {
      // The words until then are the last ones.
      return;
    }
  }

  /** Whether a line is more than a step of a stack trace or the JVM's greeting. */
  private static boolean says(String line) {
    return !line.isBlank() && !line.startsWith("\t") && !line.startsWith("Picked up ");
  }

  private static BufferedReader lines(InputStream stream) {
    return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }
}
