// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * A run whose output an {@link OutputCheck} checks.
 *
 * @param configuration by which Hadoop's clients find the file systems
 * @param input what the program has read; empty if the workload has no input
 * @param output what it has written
 * @param parts number of part files that it was asked for, at least 1
 * @param options of the workload, name → value
 */
public record CheckedRun(
    Configuration configuration,
    Optional<Path> input,
    Path output,
    int parts,
    Map<String, String> options) {

  public CheckedRun {
    options = Map.copyOf(options);
  }

  /** Receives the lines of files. */
  @FunctionalInterface
  public interface Lines {
    /**
     * Receives a line, without its line break.
     *
     * @throws WrongOutputException if it is wrong
     */
    void line(String line) throws WrongOutputException;
  }

  /**
   * Reads the lines of the input, file by file in the order of their names.
   *
   * @throws IOException if there is no input, or it cannot be read
   */
  public void eachInputLine(Lines lines) throws IOException, WrongOutputException {
    Path directory = input.orElseThrow(() -> new IOException("the workload has no input"));
    try {
      read(directory, lines);
    } catch (WrongOutputException unreadable) {
      // Nothing is wrong with the output.
      throw new IOException("input: " + unreadable.getMessage(), unreadable);
    }
  }

  /**
   * Reads the lines of the output, part by part in the order of their names. Files whose names
   * begin with {@code _} or a dot are left out; others are decompressed according to their names.
   *
   * @throws WrongOutputException if there is no output, or if {@code lines} throws it
   */
  public void eachOutputLine(Lines lines) throws IOException, WrongOutputException {
    read(output, lines);
  }

  private void read(Path directory, Lines lines) throws IOException, WrongOutputException {
    Parts all = Parts.orNone(configuration, directory);
    for (FileStatus part : all.all()) {
      all.lines(part, (line, number) -> lines.line(line.toString()));
    }
  }
}
