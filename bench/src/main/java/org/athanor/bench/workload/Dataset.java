// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.cluster.Command;

/**
 * The input of a workload, which is generated or the user's own. A generated input is a directory
 * that is made once per file system, and shared by all workloads and experiments that need it. The
 * directory's name contains everything that its content depends on.
 *
 * <pre>
 *   ID/data/part-00000 …   input of programs
 *   ID/centroids           initial centroids of Gaussian clusters
 *   ID/references/…        expected results, stored by checks
 *   ID/_SUCCESS            exists if the dataset is complete
 * </pre>
 *
 * @param id the name of the directory, such as {@code text-1g-seed1-v1}
 * @param bytes size of the data, if it is known before generation
 * @param description description for users, such as {@code random text, 1 GiB, seed 1}
 * @param generator kind and options of the generator; empty if the input is read in its place
 * @param location path or URI of the user's own input; empty if it is generated
 * @param source the dataset in text that it is made from; empty if it is made from nothing
 */
public record Dataset(
    String id,
    Optional<Long> bytes,
    String description,
    List<String> generator,
    Optional<String> location,
    Optional<Dataset> source) {

  /**
   * Version of the generators' output. It is part of the id, so a new version leads to new
   * datasets.
   */
  static final int GENERATOR_VERSION = 1;

  /** The generator that runs a command of the user. */
  static final String COMMAND = "command";

  /** Option of the generators {@code copy} and {@code command}: the directories with the files. */
  static final String DIRECTORIES = "--directories";

  public Dataset {
    generator = List.copyOf(generator);
  }

  /** A dataset that is made from no other. */
  public Dataset(
      String id,
      Optional<Long> bytes,
      String description,
      List<String> generator,
      Optional<String> location) {
    this(id, bytes, description, generator, location, Optional.empty());
  }

  /** Whether a command of the user makes it, which has a time limit of its own. */
  public boolean byCommand() {
    return !generator.isEmpty() && generator.get(0).equals(COMMAND);
  }

  /** The dataset that checks read: the one in text, with the same records. */
  public Dataset checked() {
    return source.orElse(this);
  }

  /**
   * URI of the data that programs read.
   *
   * @param root URI of the directory where datasets are kept
   */
  public String input(String root) {
    return location.filter(path -> generator.isEmpty()).orElseGet(() -> directory(root) + "/data");
  }

  /** URI of the initial centroids that were generated with the data. */
  public String centroids(String root) {
    return directory(root) + "/centroids";
  }

  /** URI of the reference that the check of a workload with certain parameters stores. */
  public String reference(String root, String name) {
    return directory(root) + "/references/" + name;
  }

  private String directory(String root) {
    return root.replaceAll("/+$", "") + "/" + id;
  }

  /**
   * The command that succeeds if the user's own input can be read; empty if the input is generated.
   */
  public Optional<Command> test(WorkloadTools tools) {
    return location.map(
        uri ->
            uri.startsWith("file:")
                ? Command.of("test", "-r", uri.replaceFirst("^file:(//)?", ""))
                : tools.exists(uri));
  }

  /**
   * The command that measures the user's own input and writes a line {@code input N bytes}; empty
   * if the dataset is generated. An input that is copied is measured as it is copied: without
   * subdirectories, unless these are copied.
   */
  public Optional<Command> measurement(WorkloadTools tools) {
    return location.map(
        uri -> tools.size(uri, generator.isEmpty() || generator.contains(DIRECTORIES)));
  }

  /**
   * The command that generates or copies the dataset, unless a complete one exists; empty if there
   * is nothing to do. What it is made from must exist.
   *
   * @param local directory on the master for temporary files
   */
  public Optional<Command> generation(WorkloadTools tools, String root, Path local) {
    if (generator.isEmpty()) {
      return Optional.empty();
    }
    List<String> arguments = new ArrayList<>(generator);
    source.ifPresent(text -> arguments.addAll(List.of("--source", text.input(root))));
    if (byCommand()) {
      arguments.addAll(List.of("--local", local.toString()));
    }
    arguments.add(directory(root));
    List<Path> jars = source.isPresent() ? tools.artifact(Datasets.PARQUET) : List.of();
    return Optional.of(tools.command(WorkloadTools.GENERATE, arguments, jars));
  }
}
