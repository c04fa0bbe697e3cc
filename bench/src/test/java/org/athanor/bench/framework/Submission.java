// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.athanor.bench.framework.Deployment.TimedLine;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.cluster.NodeProcess;

/** Runs a program on a deployment, as the runner of experiments does. */
record Submission(int status, Instant started, double seconds, List<TimedLine> lines) {

  private static final Duration TIMEOUT = Duration.ofMinutes(4);

  static Submission of(Site site, Deployment deployment, Program program)
      throws IOException, InterruptedException {
    Command command = deployment.submission(program);
    Instant started = Instant.now();
    long origin = System.nanoTime();
    NodeProcess client = site.master().start(site.mark(), command);
    List<TimedLine> lines = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<Void> output = read(client.output(), origin, lines);
    CompletableFuture<Void> errors = read(client.errors(), origin, lines);
    OptionalInt status = client.await(TIMEOUT);
    if (status.isEmpty()) {
      client.end(Duration.ZERO);
    }
    output.join();
    errors.join();
    double seconds = (System.nanoTime() - origin) / 1e9;
    return new Submission(status.orElse(-1), started, seconds, List.copyOf(lines));
  }

  private static CompletableFuture<Void> read(
      InputStream stream, long origin, List<TimedLine> lines) {
    return CompletableFuture.runAsync(
        () -> {
          try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
              lines.add(new TimedLine((System.nanoTime() - origin) / 1e9, line));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  String text() {
    return String.join("\n", lines.stream().map(TimedLine::text).toList());
  }

  /** Saves the output, for inspection and as a source of fixtures. */
  void save(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(
        file,
        lines.stream()
            .map(line -> String.format(Locale.ROOT, "%8.3f %s", line.seconds(), line.text()))
            .toList());
  }
}
