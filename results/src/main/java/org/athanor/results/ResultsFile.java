// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code results.json}: {@link Results} as a file that other programs can read too. {@code
 * docs/results-schema.md} and the JSON Schema {@code results.schema.json} beside this class
 * describe its format. Thread-safe.
 */
public final class ResultsFile {

  public static final String NAME = "results.json";

  /** What a file of results always has. */
  private static final List<String> LISTS = List.of("frameworks", "workloads", "nodes", "trials");

  private static final JsonMapper MAPPER = ResultsJson.mapper();

  private ResultsFile() {}

  /**
   * Reads the file.
   *
   * @param path the file, or the directory that has it
   * @throws IOException if there is no such file, if a newer Athanor wrote it, or if it is damaged;
   *     the message is one line that names the file
   */
  public static Results read(Path path) throws IOException {
    return parse(path, content(path));
  }

  /**
   * The content of the file, unchecked.
   *
   * @param path the file, or the directory that has it
   * @throws IOException if it cannot be read; the message is one line that names the file
   */
  public static byte[] content(Path path) throws IOException {
    Path file = file(path);
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new IOException(
          file + ": no such file; the directory of an experiment holds one named " + NAME, e);
    }
  }

  private static Path file(Path path) {
    return Files.isDirectory(path) ? path.resolve(NAME) : path;
  }

  /**
   * Parses the content of a file.
   *
   * @param path named by messages: the file, or the directory that has it
   * @throws IOException as {@link #read}
   */
  public static Results parse(Path path, byte[] content) throws IOException {
    Path file = file(path);
    JsonNode tree;
    try {
      tree = MAPPER.readTree(content);
    } catch (JacksonException e) {
      throw damaged(file, e);
    }
    checkSchema(file, tree.path("schema"));
    for (String list : LISTS) {
      if (!tree.path(list).isArray()) {
        throw new IOException(
            file + ": not a file of results: it has no member \"" + list + "\" with a list");
      }
    }
    try {
      Results results = MAPPER.treeToValue(tree, Results.class);
      checkReferences(file, results);
      return results;
    } catch (JacksonException e) {
      throw damaged(file, e);
    }
  }

  /**
   * Writes the file into an existing directory. A reader sees the old content or the new content,
   * never a part; also after a crash.
   *
   * @throws IOException if the file cannot be written; the message is one line that names it
   */
  public static void write(Results results, Path directory) throws IOException {
    byte[] json = MAPPER.writer().with(new LinePerElement()).writeValueAsBytes(results);
    WholeFile.write(directory.resolve(NAME), out -> out.write(json));
  }

  /** A trial as one line of JSON without its line break, as in {@code results.json}. */
  public static String toLine(TrialResult trial) {
    return MAPPER.writeValueAsString(trial);
  }

  /** Reads a line that {@link #toLine} wrote. */
  public static TrialResult fromLine(String line) throws IOException {
    try {
      return MAPPER.readValue(line, TrialResult.class);
    } catch (JacksonException e) {
      throw new IOException("not a trial: " + e.getOriginalMessage(), e);
    }
  }

  /** What the members of a line of a journal that is no trial begin with. */
  private static final String DECLARATIONS = "{\"monitors\":";

  private record Declarations(List<MonitorInfo> monitors) {}

  /** Declarations of monitors as one line of JSON without its line break. */
  static String toLine(List<MonitorInfo> monitors) {
    return MAPPER.writeValueAsString(new Declarations(monitors));
  }

  /** Whether {@link #toLine(List)} wrote a line. */
  static boolean isDeclarations(String line) {
    return line.startsWith(DECLARATIONS);
  }

  /** Reads a line of declarations. */
  static List<MonitorInfo> declarationsFromLine(String line) throws IOException {
    try {
      return List.copyOf(MAPPER.readValue(line, Declarations.class).monitors());
    } catch (JacksonException e) {
      throw new IOException("not declarations of monitors: " + e.getOriginalMessage(), e);
    }
  }

  private static void checkSchema(Path file, JsonNode schema) throws IOException {
    if (!schema.isInt() || schema.intValue() < 1) {
      throw new IOException(
          file
              + ": not a file of results: it has no member \"schema\" with a version of 1 or more");
    }
    if (schema.intValue() > Results.NEWEST_SCHEMA) {
      throw new IOException(
          file
              + ": schema "
              + schema.intValue()
              + " was written by a newer Athanor; this one reads schemas up to "
              + Results.NEWEST_SCHEMA
              + ". Use the version that wrote the file, or a newer one");
    }
  }

  private static void checkReferences(Path file, Results results) throws IOException {
    Set<String> frameworks = new HashSet<>();
    results.frameworks().forEach(framework -> frameworks.add(framework.label()));
    Set<String> workloads = new HashSet<>();
    results.workloads().forEach(workload -> workloads.add(workload.label()));
    Set<String> nodes = new HashSet<>();
    results.nodes().forEach(node -> nodes.add(node.name()));
    Set<String> storages = new HashSet<>();
    results.storages().forEach(storage -> storages.add(storage.label()));
    for (TrialResult trial : results.trials()) {
      if (trial.key().storage().isPresent()) {
        require(file, trial, "storage", trial.key().storage().get(), storages);
      }
      require(file, trial, "framework", trial.key().framework(), frameworks);
      require(file, trial, "workload", trial.key().workload(), workloads);
      for (NodeUse use : trial.nodes()) {
        require(file, trial, "node", use.node(), nodes);
      }
    }
  }

  private static void require(
      Path file, TrialResult trial, String what, String label, Set<String> known)
      throws IOException {
    if (!known.contains(label)) {
      throw new IOException(
          file
              + ": trial "
              + trial.key().id()
              + " names the "
              + what
              + " "
              + label
              + ", which the file does not describe; it describes "
              + String.join(", ", known.stream().sorted().toList()));
    }
  }

  private static IOException damaged(Path file, JacksonException e) {
    String where =
        e.getLocation() == null || e.getLocation().getLineNr() < 1
            ? ""
            : ", line " + e.getLocation().getLineNr();
    return new IOException(
        file
            + where
            + ": not readable as results: "
            + e.getOriginalMessage().lines().findFirst().orElse(""),
        e);
  }
}
