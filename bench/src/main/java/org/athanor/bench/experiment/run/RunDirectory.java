// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.bench.experiment.Experiment;
import org.athanor.cluster.Reason;
import org.athanor.results.Journal;
import org.athanor.results.TrialKey;

/**
 * Where a run writes.
 *
 * @param named whether somebody has chosen it; else another free one will do
 */
record RunDirectory(Path path, boolean named) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  /** Where a new run goes. */
  static RunDirectory ofNew(Experiment experiment, RunOptions options, LocalDateTime now) {
    Optional<Path> named = options.output().or(experiment::output);
    Path path =
        named.orElseGet(() -> options.parent().resolve(experiment.name() + "-" + TIME.format(now)));
    return new RunDirectory(path.toAbsolutePath(), named.isPresent());
  }

  /**
   * Makes the directory. If nobody has named it, and another run of the same second has it, makes
   * one with a number behind its name.
   *
   * @return the one that was made
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

  /** The run to go on with: the one named, or the newest of the experiment's name. */
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

  /** The time in its name. */
  private static String startOf(Experiment experiment, Path run) {
    int time = experiment.name().length() + 1;
    return run.getFileName().toString().substring(time, time + "yyyyMMdd-HHmmss".length());
  }

  /** Why a new run cannot go there; empty if it can. */
  Optional<String> unusable() throws IOException {
    if (named && Files.isDirectory(path)) {
      try (Stream<Path> entries = Files.list(path)) {
        if (entries.findAny().isPresent()) {
          return Optional.of(
              "is not empty; name another directory, or use --resume to go on with its run");
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
      // Directories of the kernel's say so of the new one.
      String why = refused instanceof NoSuchFileException ? "" : ": " + Reason.of(refused);
      return Optional.of("no directory can be made in " + there + why + "; name another");
    }
  }

  /** The directory of an attempt, relative to the results. */
  static String trial(TrialKey key, int attempt) {
    return "trials/" + key.id() + (attempt > 1 ? "-a" + attempt : "");
  }

  /** The directory of an attempt, new and empty. */
  Path freshTrial(TrialKey key, int attempt) throws IOException {
    Path directory = path.resolve(trial(key, attempt));
    deleteTree(directory);
    return Files.createDirectories(directory);
  }

  /** Deletes a directory with all that is in it, if it is there. */
  static void deleteTree(Path root) throws IOException {
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException error)
                throws IOException {
              if (error != null) {
                throw error;
              }
              Files.delete(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (NoSuchFileException none) {
      if (Files.exists(root)) {
        throw none;
      }
    }
  }
}
