// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.athanor.bench.experiment.Warm;
import org.athanor.bench.monitor.HeldMemory;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.yaml.text.ByteSize;

/** Gives the nodes of a trial the same memory and page cache before each trial. */
final class WarmNodes {
  private static final Duration LONGEST_READ = Duration.ofHours(1);

  /** Writes what other trials have left unwritten, then reads all files below a path. */
  private static final String READ = "sync; find -L \"$1\" -type f -exec cat {} + > /dev/null";

  private static final String FILE = "^file:(//)?(?=/(?!/))";

  /** The nodes cannot be made warm. This says nothing about the framework. */
  static final class NotWarmException extends IOException {
    private static final long serialVersionUID = 1;

    NotWarmException(String reason) {
      super(reason);
    }

    NotWarmException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  private final Warm warm;
  private final Testbed testbed;
  private final RunMonitors monitors;

  WarmNodes(Warm warm, Testbed testbed, RunMonitors monitors) {
    this.warm = warm;
    this.testbed = testbed;
    this.monitors = monitors;
  }

  /**
   * Reads the input of a workload on the nodes that work, if the experiment wants that.
   *
   * @throws NotWarmException if it cannot be read
   */
  void readInput(int size, TrialWorkload workload, DataSite site)
      throws IOException, InterruptedException {
    Optional<String> input = warm.input() ? workload.input(site) : Optional.empty();
    if (input.isEmpty()) {
      return;
    }
    Optional<String> problem = problem(input.get());
    if (problem.isPresent()) {
      throw new NotWarmException("warm.input: " + problem.get());
    }
    String path = path(input.get());
    for (Node node : testbed.workers(size)) {
      CommandResult result =
          node.run(testbed.marks().tools(), Command.of("sh", "-c", READ, "sh", path), LONGEST_READ);
      if (result.status() != 0) {
        throw new NotWarmException(
            "warm.input: " + node.name() + " cannot read it: " + result.errors().strip());
      }
    }
  }

  /** Why an input cannot be read as files of the nodes; empty if it can. */
  static Optional<String> problem(String input) {
    return path(input).startsWith("/")
        ? Optional.empty()
        : Optional.of(input + " is no file of the nodes; remove warm.input, or use a local input");
  }

  /** As Hadoop's {@code Path}, which takes {@code %20} in a text for these three characters. */
  private static String path(String input) {
    return input.replaceFirst(FILE, "");
  }

  /**
   * Uses memory of the nodes that work until the trial begins, if the experiment wants that.
   *
   * @throws NotWarmException if a node has not so much
   */
  HeldMemory holdMemory(int size) throws IOException, InterruptedException {
    Optional<Long> bytes = warm.memory().map(ByteSize::bytes);
    List<Node> workers = testbed.workers(size);
    try {
      return bytes.isPresent() ? monitors.holdMemory(workers, bytes.get()) : HeldMemory.NONE;
    } catch (IOException refused) {
      throw new NotWarmException(refused);
    }
  }
}
