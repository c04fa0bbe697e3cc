// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.bench.experiment.Experiment;
import org.athanor.cluster.DirectoryTree;
import org.athanor.cluster.Reason;
import org.athanor.results.Journal;
import org.athanor.results.TrialKey;

/**
 * The directory of a run's results.
 *
 * @param named whether the user has chosen the directory; if not, another unused name will do
 */
record RunDirectory(Path path, boolean named) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  /** The directory of a new run. */
  static RunDirectory ofNew(Experiment experiment, RunOptions options, LocalDateTime now) {
    Optional<Path> named = options.output().or(experiment::output);
    Path path =
        named.orElseGet(() -> options.parent().resolve(experiment.name() + "-" + TIME.format(now)));
    return new RunDirectory(path.toAbsolutePath(), named.isPresent());
  }

  /**
   * Creates the directory. If the user has not chosen it, and another run of the same second has
   * created it, a number is appended to the name.
   *
   * @return the directory that was created
   */
  RunDirectory make() throws IOException {
    if (named) {
      Files.createDirectories(path);
      return this;
    }
    Files.createDirectories(path.getParent());
    Path free = path;
    for (int number = 2; ; number++) {
      try {
        return new RunDirectory(Files.createDirectory(free), false);
      } catch (FileAlreadyExistsException taken) {
        free = path.resolveSibling(path.getFileName() + "-" + number);
      }
    }
  }

  /**
   * The run to resume: the directory that the user has named, or the newest run of the experiment.
   */
  static Optional<RunDirectory> ofInterrupted(Experiment experiment, RunOptions options)
      throws IOException {
    Optional<Path> named = options.output().or(experiment::output);
    if (named.isPresent()) {
      return named.map(path -> new RunDirectory(path.toAbsolutePath(), true));
    }
    if (!Files.isDirectory(options.parent())) {
      return Optional.empty();
    }
    String form = "\\Q" + experiment.name() + "\\E-\\d{8}-\\d{6}(-\\d+)?";
    try (Stream<Path> runs = Files.list(options.parent())) {
      return runs.filter(run -> run.getFileName().toString().matches(form))
          .filter(run -> Files.exists(run.resolve(Journal.NAME)))
          .max(
              Comparator.comparing((Path run) -> startOf(experiment, run))
                  .thenComparing(run -> run.getFileName().toString().length())
                  .thenComparing(run -> run.getFileName().toString()))
          .map(run -> new RunDirectory(run.toAbsolutePath(), true));
    }
  }

  /** The time in the name of a run's directory. */
  private static String startOf(Experiment experiment, Path run) {
    int time = experiment.name().length() + 1;
    return run.getFileName().toString().substring(time, time + "yyyyMMdd-HHmmss".length());
  }

  /** The reason why a new run cannot use the directory; empty if it can. */
  Optional<String> unusable() throws IOException {
    if (named && Files.isDirectory(path)) {
      try (Stream<Path> entries = Files.list(path)) {
        if (entries.findAny().isPresent()) {
          return Optional.of(
              "is not empty; name another directory, or use --resume to continue the run that is there");
        }
      }
    } else if (named && Files.exists(path)) {
      return Optional.of("is a file; name another directory");
    }
    Path there = path;
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    try {
      Files.delete(Files.createTempDirectory(there, "athanor-"));
      return Optional.empty();
    } catch (IOException refused) {
      // In file systems of the kernel, such as /proc, this error would be about the new directory.
      String why = refused instanceof NoSuchFileException ? "" : ": " + Reason.of(refused);
      return Optional.of("no directory can be made in " + there + why + "; name another");
    }
  }

  /** The directory of an attempt, relative to the results. */
  static String trial(TrialKey key, int attempt) {
    return "trials/" + key.id() + (attempt > 1 ? "-a" + attempt : "");
  }

  /** Creates the directory of an attempt, empty. */
  Path createTrial(TrialKey key, int attempt) throws IOException {
    Path directory = path.resolve(trial(key, attempt));
    DirectoryTree.delete(directory);
    return Files.createDirectories(directory);
  }
}
