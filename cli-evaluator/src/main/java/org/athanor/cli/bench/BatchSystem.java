// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A batch system: how it is recognised, and how its scripts ask for nodes. */
enum BatchSystem {
  SLURM("sbatch", "sbatch", "#SBATCH "),
  /** OpenPBS and PBS Professional. */
  PBS("qsub", "pbsnodes", "#PBS "),
  /** Grid Engine and its successors. */
  SGE("qsub", "qconf", "#$ ");

  private final String submit;
  private final String sign;
  private final String prefix;

  BatchSystem(String submit, String sign, String prefix) {
    this.submit = submit;
    this.sign = sign;
    this.prefix = prefix;
  }

  /** The name on the command line. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The command that submits a script. */
  String submit() {
    return submit;
  }

  /**
   * What a job asks for.
   *
   * @param name of the job
   * @param nodes 1 or more
   * @param queue queue, or partition
   * @param parallelEnvironment Grid Engine's, which gives a slot on each node
   * @param directives further ones, without the prefix of comments
   */
  record Request(
      String name,
      int nodes,
      Optional<Duration> time,
      Optional<String> queue,
      Optional<String> parallelEnvironment,
      List<String> directives) {}

  /** The lines of a script that ask for nodes. */
  List<String> directives(Request request) {
    List<String> lines = new ArrayList<>();
    Optional<String> time = request.time().map(BatchSystem::clock);
    switch (this) {
      case SLURM -> {
        lines.add("--job-name=" + request.name());
        lines.add("--nodes=" + request.nodes());
        lines.add("--ntasks-per-node=1");
        lines.add("--exclusive");
        lines.add("--mem=0"); // all memory of a node; --exclusive alone may give a default share
        time.ifPresent(limit -> lines.add("--time=" + limit));
        request.queue().ifPresent(queue -> lines.add("--partition=" + queue));
      }
      case PBS -> {
        lines.add("-N " + request.name());
        // Of two requests for one resource in a script, PBS does not take the later one.
        if (request.directives().stream().noneMatch(line -> line.contains("select="))) {
          lines.add("-l select=" + request.nodes());
        }
        lines.add("-l place=scatter:excl");
        time.ifPresent(limit -> lines.add("-l walltime=" + limit));
        request.queue().ifPresent(queue -> lines.add("-q " + queue));
      }
      case SGE -> {
        lines.add("-N " + gridEngineName(request.name()));
        lines.add("-S /bin/sh");
        request
            .parallelEnvironment()
            .ifPresent(environment -> lines.add("-pe " + environment + " " + request.nodes()));
        time.ifPresent(limit -> lines.add("-l h_rt=" + limit));
        request.queue().ifPresent(queue -> lines.add("-q " + queue));
      }
    }
    lines.addAll(request.directives());
    return lines.stream().map(line -> prefix + line).toList();
  }

  /** Grid Engine refuses names that begin with a digit. */
  private static String gridEngineName(String name) {
    return Character.isDigit(name.charAt(0)) ? "athanor-" + name : name;
  }

  private static String clock(Duration time) {
    return String.format(
        Locale.ROOT, "%02d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart());
  }

  /** The system whose commands are in the directories of a path; empty if there is none. */
  static Optional<BatchSystem> find(String path) {
    for (BatchSystem system : values()) {
      if (system.command(path).isPresent() && executable(system.sign, path).isPresent()) {
        return Optional.of(system);
      }
    }
    return Optional.empty();
  }

  /** The file of the command that submits; empty if the path does not have it. */
  Optional<Path> command(String path) {
    return executable(submit, path);
  }

  private static Optional<Path> executable(String name, String path) {
    for (String directory : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(directory).resolve(name);
      if (!directory.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
