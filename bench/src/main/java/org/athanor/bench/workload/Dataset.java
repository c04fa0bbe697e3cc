// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.cluster.Command;

/**
 * The input of a workload: generated, or the user's own. A generated one is a directory that is
 * made once per file system and shared by all workloads and experiments that need the same; its
 * name says all that its content depends on.
 *
 * <pre>
 *   ID/data/part-00000 …   what programs read
 *   ID/centroids           with Gaussian clusters
 *   ID/references/…        what checks keep
 *   ID/_SUCCESS            it is complete
 * </pre>
 *
 * @param id name of the directory, such as {@code text-1g-seed1-v1}
 * @param bytes its size, if that is known before it is made
 * @param description in words, such as {@code random text, 1 GiB, seed 1}
 * @param generator kind and options for the generator; empty if it is read where it lies
 * @param location path or URI of the user's own; empty if it is generated
 */
public record Dataset(
    String id,
    Optional<Long> bytes,
    String description,
    List<String> generator,
    Optional<String> location) {

  /** Of the content that generators make from the same options; a new one makes new datasets. */
  static final int GENERATOR_VERSION = 1;

  public Dataset {
    generator = List.copyOf(generator);
  }

  /**
   * URI of what programs read.
   *
   * @param root URI of the directory where datasets are kept
   */
  public String input(String root) {
    return location.filter(path -> generator.isEmpty()).orElseGet(() -> home(root) + "/data");
  }

  /** URI of the initial centroids that came with it. */
  public String centroids(String root) {
    return home(root) + "/centroids";
  }

  /** URI of what the check of one workload with these parameters keeps. */
  public String reference(String root, String name) {
    return home(root) + "/references/" + name;
  }

  private String home(String root) {
    return root.replaceAll("/+$", "") + "/" + id;
  }

  /** The command that succeeds if the user's own can be read; empty if it is generated. */
  public Optional<Command> test(WorkloadTools tools) {
    return location.map(
        uri ->
            uri.startsWith("file:")
                ? Command.of("test", "-r", uri.replaceFirst("^file:(//)?", ""))
                : tools.look(uri));
  }

  /**
   * The command that measures the user's own, where it lies, and writes a line {@code input N
   * bytes}; empty if it is generated. What is copied is measured as it is copied: without the
   * directories below.
   */
  public Optional<Command> measurement(WorkloadTools tools) {
    return location.map(
        uri ->
            tools.command(
                WorkloadTools.INPUT_SIZE,
                List.of("--subdirectories", Boolean.toString(generator.isEmpty()), uri)));
  }

  /**
   * The command that makes it, or returns at once if it is there and complete; empty if there is
   * nothing to make.
   */
  public Optional<Command> generation(WorkloadTools tools, String root) {
    if (generator.isEmpty()) {
      return Optional.empty();
    }
    List<String> arguments = new ArrayList<>(generator);
    arguments.add(home(root));
    return Optional.of(tools.command(WorkloadTools.GENERATE, arguments));
  }
}
