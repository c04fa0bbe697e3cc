// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.YamlReader;

/**
 * A file of jobs and several clusters that was read, or all of its problems.
 *
 * @param variants in the order of the matrix; one without a matrix; none if there are problems
 * @param problems everything that is wrong with the file, ordered by line
 * @param variesSeed whether the variants have seeds of their own
 */
public record ClustersFile(
    List<ClustersVariant> variants, List<Problem> problems, boolean variesSeed) {

  static final String HELP = "docs/simulation.md describes files of several clusters";

  /**
   * Reads a file, and all that it names. Never throws: every error, even a missing file, becomes a
   * problem.
   *
   * @param seed instead of that of the file
   * @param sources of what the file names
   */
  public static ClustersFile read(Path file, OptionalLong seed, Sources sources) {
    try {
      return parse(file, Files.readAllBytes(file), seed, sources);
    } catch (IOException unreadable) {
      String why = "cannot be read: " + ScenarioFile.reason(unreadable);
      return new ClustersFile(List.of(), List.of(new Problem(file.toString(), 0, why)), false);
    }
  }

  /** Reads the content of a file, as {@link ScenarioFile#parse} does. */
  static ClustersFile parse(Path file, byte[] content, OptionalLong seed, Sources sources) {
    List<Problem> problems = new ArrayList<>();
    Optional<Place> read = new YamlReader(file.toString(), HELP, problems).read(content);
    List<ClustersVariant> variants = new ArrayList<>();
    Matrix matrix = read.map(Matrix::of).orElseGet(Matrix::none);
    if (read.isPresent()) {
      Path directory = file.toAbsolutePath().getParent();
      ClustersReader reader =
          new ClustersReader(directory, new ScenarioParser(directory, sources, true), seed);
      for (Matrix.Variation variation : matrix.variations(read.get().node())) {
        Place document =
            new Place(read.get().file(), read.get().line(), "", variation.document(), problems);
        ClustersVariant variant = reader.read(document, variation.name());
        variants.add(variant.sharing(variants.isEmpty() ? variant : variants.get(0)));
      }
    }
    List<Problem> sorted =
        problems.stream().distinct().sorted(Comparator.comparingInt(Problem::line)).toList();
    return new ClustersFile(
        sorted.isEmpty() ? List.copyOf(variants) : List.of(),
        sorted,
        matrix.varies(Keys.SEED.name()));
  }
}
