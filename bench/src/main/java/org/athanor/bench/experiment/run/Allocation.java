// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Reason;

/**
 * The hosts that a batch system has given to the job in which this process runs. Slurm names them
 * in {@code SLURM_JOB_NODELIST}, in a form that its own {@code scontrol} expands; Grid Engine in a
 * file, {@code PE_HOSTFILE}, whose lines begin with them; PBS in a file, {@code PBS_NODEFILE}, with
 * a line for each processor of each host.
 *
 * @param environment variables of this process
 */
record Allocation(Map<String, String> environment) {
  private static final String SLURM = "SLURM_JOB_NODELIST";
  private static final String GRID_ENGINE = "PE_HOSTFILE";
  private static final String PBS = "PBS_NODEFILE";
  private static final String SCONTROL = "scontrol";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * The hosts, in the batch system's order, without repetitions.
   *
   * @return at least one
   * @throws IOException if this process is in no such job, or its hosts cannot be read; the message
   *     is one line with a remedy
   */
  List<String> hosts() throws IOException {
    Optional<String> slurm = variable(SLURM);
    if (slurm.isPresent()) {
      return some(SLURM, hostnames(slurm.get()));
    }
    Optional<String> file = variable(GRID_ENGINE).or(() -> variable(PBS));
    if (file.isEmpty()) {
      throw new IOException(
          "needs a job of a batch system, but none of "
              + String.join(", ", SLURM, GRID_ENGINE, PBS)
              + " is set; start it with athanor bench submit, or name the nodes");
    }
    String name = variable(GRID_ENGINE).isPresent() ? GRID_ENGINE : PBS;
    try {
      return some(name, Files.readString(Path.of(file.get())));
    } catch (IOException | java.nio.file.InvalidPathException unreadable) {
      throw new IOException(
          name + "=" + file.get() + ": cannot be read: " + Reason.of(unreadable), unreadable);
    }
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
  }

  /** The first word of each line. */
  private static List<String> some(String variable, String text) throws IOException {
    List<String> hosts =
        text.lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(line -> line.split("\\s+", 2)[0])
            .distinct()
            .toList();
    if (hosts.isEmpty()) {
      throw new IOException(variable + ": names no host; name the nodes instead");
    }
    return hosts;
  }

  private String hostnames(String list) throws IOException {
    Path scontrol = scontrol();
    Path output = Files.createTempFile("athanor-hostnames", "");
    Path errors = Files.createTempFile("athanor-hostnames", ".err");
    try {
      Process process =
          new ProcessBuilder(scontrol.toString(), "show", "hostnames", list)
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      boolean ended;
      try {
        ended = process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", stopped);
      } finally {
        process.destroyForcibly();
      }
      if (!ended || process.exitValue() != 0) {
        throw new IOException(
            SLURM
                + "="
                + list
                + ": scontrol show hostnames "
                + (ended
                    ? "failed: " + LastWords.of(text(errors)).orElse("it says nothing")
                    : "has not answered after 30s")
                + "; name the nodes instead");
      }
      return text(output);
    } finally {
      Files.deleteIfExists(output);
      Files.deleteIfExists(errors);
    }
  }

  /** Characters that are not UTF-8 are replaced. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private Path scontrol() throws IOException {
    for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path file = directory.isEmpty() ? Path.of("") : Path.of(directory).resolve(SCONTROL);
      if (Files.isExecutable(file) && Files.isRegularFile(file)) {
        return file;
      }
    }
    throw new IOException(
        SLURM
            + " is set, but there is no scontrol in PATH; add Slurm's directory, or name the nodes");
  }
}
