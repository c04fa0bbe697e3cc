// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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
import org.athanor.bench.experiment.Problem;
import org.athanor.cluster.Reason;

/** An experiment file that was read: what it says, and everything that is wrong with it. */
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

  /** Reads a file. Never fails: what is wrong, even that there is no file, is a problem. */
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
   * @param file how problems name it, and what relative paths refer to; need not exist
   */
  public static ExperimentFile parse(Path file, byte[] content, Vocabulary vocabulary) {
    String name = file.toString();
    List<Problem> problems = new ArrayList<>();
    Optional<YamlNode> document = Optional.empty();
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      document = new YamlReader(name, problems).read(text);
    } catch (CharacterCodingException notText) {
      problems.add(new Problem(name, 0, Reason.of(notText)));
    }
    if (document.isEmpty()) {
      return new ExperimentFile(name, content, Optional.empty(), problems, Map.of());
    }
    Path directory = file.toAbsolutePath().getParent();
    Place place = new Place(name, document.get().line(), "", document.get(), problems);
    ExperimentParser parser =
        new ExperimentParser(place, directory, fallbackName(file), vocabulary);
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

  /** Its bytes. */
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
   * What it says; where it is wrong, with the wrong parts left out. Empty if it is not YAML at all.
   */
  public Optional<Experiment> experiment() {
    return experiment;
  }

  /** Everything that is wrong with the file itself, by line. */
  public List<Problem> problems() {
    return problems;
  }

  /** Each problem once: those of this file by line, then those of other places. */
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
   * A problem that was found elsewhere, at the line that it concerns.
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
   * A problem of an entry, at the line of the key that it is about if it begins with one that the
   * entry has.
   *
   * @param subject {@code frameworks.LABEL} or {@code workloads.LABEL}
   * @param what {@code KEY: what is wrong}, or what is wrong with the entry
   */
  public Problem keyed(String subject, String what) {
    int colon = what.indexOf(": ");
    String key = subject + "." + what.substring(0, Math.max(0, colon));
    return places.containsKey(key)
        ? problem(key, what.substring(colon + 2))
        : problem(subject, what);
  }
}
