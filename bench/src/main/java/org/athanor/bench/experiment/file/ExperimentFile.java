// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.cluster.Reason;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.YamlReader;

/** An experiment file that was read: the experiment that it describes, and all of its problems. */
public final class ExperimentFile {
  private final String name;
  private final byte[] content;
  private final Optional<Experiment> experiment;
  private final List<Problem> problems;
  private final Map<String, Place> places;

  private ExperimentFile(
      String name,
      byte[] content,
      Optional<Experiment> experiment,
      List<Problem> problems,
      Map<String, Place> places) {
    this.name = name;
    this.content = content;
    this.experiment = experiment;
    this.problems = inOrder(problems);
    this.places = Map.copyOf(places);
  }

  /** Reads a file. Never throws: every error, even a missing file, becomes a problem. */
  public static ExperimentFile read(Path file, Vocabulary vocabulary) {
    byte[] content;
    try {
      content = Files.readAllBytes(file);
    } catch (IOException unreadable) {
      String reason = "cannot be read: " + Reason.of(unreadable);
      List<Problem> problems = List.of(new Problem(file.toString(), 0, reason));
      return new ExperimentFile(file.toString(), new byte[0], Optional.empty(), problems, Map.of());
    }
    return parse(file, content, vocabulary);
  }

  /**
   * Reads the content of a file.
   *
   * @param file name of the file in problems; relative paths in the content are resolved against
   *     its directory; need not exist
   */
  public static ExperimentFile parse(Path file, byte[] content, Vocabulary vocabulary) {
    String name = file.toString();
    List<Problem> problems = new ArrayList<>();
    Optional<Place> document =
        new YamlReader(name, "athanor bench init writes an example", problems).read(content);
    if (document.isEmpty()) {
      return new ExperimentFile(name, content, Optional.empty(), problems, Map.of());
    }
    Path directory = file.toAbsolutePath().getParent();
    ExperimentParser parser =
        new ExperimentParser(document.get(), directory, fallbackName(file), vocabulary);
    Experiment experiment = parser.parse();
    return new ExperimentFile(name, content, Optional.of(experiment), problems, parser.places());
  }

  private static String fallbackName(Path file) {
    String base = file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
    String plain = base.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[._-]+", "");
    String shortened = plain.substring(0, Math.min(64, plain.length()));
    return shortened.isEmpty() ? "experiment" : shortened;
  }

  /** The file as the user named it. */
  public String name() {
    return name;
  }

  /** A copy of the file's bytes. */
  public byte[] content() {
    return content.clone();
  }

  /** SHA-256 of its content, hexadecimal. */
  public String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java has SHA-256", missing);
    }
  }

  /**
   * The experiment, without the parts of the file that are wrong. Empty if the file is not YAML, or
   * cannot be read.
   */
  public Optional<Experiment> experiment() {
    return experiment;
  }

  /** All problems of the file itself, ordered by line. */
  public List<Problem> problems() {
    return problems;
  }

  /**
   * Removes duplicates and orders the problems: those of this file first, by line, then those of
   * other files and of the command line.
   */
  public List<Problem> inOrder(Collection<Problem> found) {
    return found.stream()
        .distinct()
        .sorted(
            Comparator.comparing((Problem problem) -> !problem.file().equals(name))
                .thenComparing(Problem::file)
                .thenComparingInt(Problem::line))
        .toList();
  }

  /**
   * Makes a problem that a later check has found, with the line of the file that it is about.
   *
   * @param subject a key, or an entry of one: {@code nodes.NAME}, {@code frameworks.LABEL}, {@code
   *     workloads.LABEL}, {@code workloads.LABEL.input}, {@code resources.memory}
   */
  public Problem problem(String subject, String what) {
    Place place = places.get(subject);
    return place == null
        ? new Problem(name, 0, subject + ": " + what)
        : new Problem(place.file(), place.line(), place.subject() + ": " + what);
  }

  /**
   * Makes a problem of an entry. If the text begins with a key that the entry has, the problem gets
   * the line of that key.
   *
   * @param subject {@code frameworks.LABEL} or {@code workloads.LABEL}
   * @param what {@code KEY: what is wrong}, or what is wrong with the entry
   */
  public Problem entryProblem(String subject, String what) {
    int colon = what.indexOf(": ");
    String key = subject + "." + what.substring(0, Math.max(0, colon));
    return places.containsKey(key)
        ? problem(key, what.substring(colon + 2))
        : problem(subject, what);
  }
}
