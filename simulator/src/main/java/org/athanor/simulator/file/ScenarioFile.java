// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.simulator.run.Scenario;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.YamlReader;

/** A scenario file that was read: its variants, or all of its problems. */
public final class ScenarioFile {
  private final String name;
  private final List<Variant> variants;
  private final List<Problem> problems;
  private final boolean variesSeed;
  private final String digest;

  private ScenarioFile(
      String name,
      List<Variant> variants,
      List<Problem> problems,
      boolean variesSeed,
      String digest) {
    this.name = name;
    this.problems =
        problems.stream().distinct().sorted(Comparator.comparingInt(Problem::line)).toList();
    this.variants = problems.isEmpty() ? List.copyOf(variants) : List.of();
    this.variesSeed = variesSeed;
    this.digest = digest;
  }

  /**
   * Reads a file, and all that it names. Never throws: every error, even a missing file, becomes a
   * problem.
   *
   * @param seed instead of that of the file
   * @param sources of what the file names
   */
  public static ScenarioFile read(Path file, OptionalLong seed, Sources sources) {
    try {
      return parse(file, Files.readAllBytes(file), seed, sources);
    } catch (IOException unreadable) {
      Problem problem = new Problem(file.toString(), 0, "cannot be read: " + reason(unreadable));
      return wrong(file, List.of(problem));
    }
  }

  static String reason(IOException error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file";
    }
    boolean hasReason = error instanceof FileSystemException some && some.getReason() != null;
    return hasReason ? ((FileSystemException) error).getReason() : error.getMessage();
  }

  /**
   * Reads the content of a file.
   *
   * @param file name of the file in problems; relative paths in the content start at its directory
   * @param seed instead of that of the file
   * @param sources of what the content names
   */
  static ScenarioFile parse(Path file, byte[] content, OptionalLong seed, Sources sources) {
    List<Problem> problems = new ArrayList<>();
    Optional<Place> read =
        new YamlReader(file.toString(), "athanor simulate init writes an example", problems)
            .read(content);
    if (read.isEmpty()) {
      return wrong(file, problems);
    }
    Place document = read.get();
    Matrix matrix = Matrix.of(document);
    ScenarioParser parser = new ScenarioParser(file.toAbsolutePath().getParent(), sources, false);
    String name = fallbackName(file);
    List<Variant> variants = new ArrayList<>();
    for (Matrix.Variation variation : matrix.variations(document.node())) {
      Place varied =
          new Place(document.file(), document.line(), "", variation.document(), problems);
      Section top = new Section(varied, Keys.TOP);
      name = top.get(Keys.NAME).orElse(name);
      String own = variation.name().isEmpty() ? name : variation.name();
      Optional<Scenario> parsed = parser.parse(varied, top, seed);
      if (parsed.isPresent()) {
        Scenario first = variants.isEmpty() ? parsed.get() : variants.get(0).scenario();
        Scenario scenario = parsed.get().sharing(first);
        variants.add(
            new Variant(
                own,
                scenario,
                other -> drawnAgain(parser, document, variation, other).sharing(scenario)));
      }
    }
    return new ScenarioFile(
        name, variants, problems, matrix.varies(Keys.SEED.name()), Digest.of(content));
  }

  private static Scenario drawnAgain(
      ScenarioParser parser, Place document, Matrix.Variation variation, long seed) {
    List<Problem> problems = new ArrayList<>();
    Place again = new Place(document.file(), document.line(), "", variation.document(), problems);
    return parser
        .parse(again, new Section(again, Keys.TOP), OptionalLong.of(seed))
        .orElseThrow(() -> new DrawingException(seed, problems));
  }

  private static ScenarioFile wrong(Path file, List<Problem> problems) {
    return new ScenarioFile(fallbackName(file), List.of(), problems, false, "");
  }

  /** The name of a scenario whose file gives none. */
  static String fallbackName(Path file) {
    return file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }

  /** The scenario's name: that of the key {@code name}, or the file's. */
  public String name() {
    return name;
  }

  /** The variants in the order of the matrix; one without a matrix; none if there are problems. */
  public List<Variant> variants() {
    return variants;
  }

  /** Everything that is wrong with the file, ordered by line. */
  public List<Problem> problems() {
    return problems;
  }

  /** Tells the file's content from any other; empty if it could not be read. */
  public String digest() {
    return digest;
  }

  /** Whether the variants have seeds of their own. */
  public boolean variesSeed() {
    return variesSeed;
  }
}
