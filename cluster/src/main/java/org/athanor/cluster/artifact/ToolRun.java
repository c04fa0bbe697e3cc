// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** A finished run of one of the machine's {@link Tools}, with this process's environment. */
record ToolRun(int status, List<String> lines) {

  ToolRun {
    lines = List.copyOf(lines);
  }

  /**
   * Runs a command to its end. If this thread is interrupted, the command and its children are
   * killed.
   *
   * @param log file to which the command line and the output are appended
   * @param onLine receives each line of the output, on another thread
   */
  static ToolRun of(
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Path log,
      Consumer<String> onLine)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectInput(new File("/dev/null"));
    Process process = builder.start();
    List<String> lines = new ArrayList<>();
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(() -> read(process, command, log, lines, onLine));
    try {
      int status = process.waitFor();
      reader.get();
      return new ToolRun(status, lines);
    } catch (ExecutionException e) {
      throw new IOException("output of " + command.get(0) + ": " + e.getCause(), e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static void read(
      Process process,
      List<String> command,
      Path log,
      List<String> lines,
      Consumer<String> onLine) {
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        BufferedWriter out =
            Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      out.write("$ " + String.join(" ", command) + "\n");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
        out.write(line + "\n");
        out.flush();
        onLine.accept(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
