// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.athanor.cli.simulated.SimulatedExperiment;
import org.athanor.cli.sweep.Sweep;
import org.athanor.cli.usage.UsageException;
import org.athanor.results.WholeFile;

/** The directory of the option {@code --output}. */
final class ResultDirectory {
  private final Path path;

  private ResultDirectory(Path path) {
    this.path = path;
  }

  /**
   * Makes the directory, before anything is run.
   *
   * @throws UsageException if there is something in it, or it is a file
   */
  static ResultDirectory create(Path path) throws UsageException, IOException {
    if (Files.exists(path) && !isEmpty(path)) {
      throw new UsageException(
          "--output=" + path + ": exists and is not empty; name a new or empty directory");
    }
    Files.createDirectories(path);
    return new ResultDirectory(path);
  }

  private static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isEmpty();
    } catch (NotDirectoryException file) {
      return false;
    }
  }

  /** Writes the results, what {@code --json} shows of them, and a copy of the scenario's file. */
  void write(Path scenario, SimulatedExperiment experiment, Sweep sweep) throws IOException {
    Files.copy(scenario, path.resolve("scenario.yaml"));
    WholeFile.write(path.resolve("runs.json"), RunsJson.of(sweep.runs(), false));
    experiment.write(sweep, path);
  }
}
