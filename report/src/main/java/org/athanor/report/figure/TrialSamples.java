// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.results.Metric;
import org.athanor.results.NodePower;
import org.athanor.results.NodeUse;
import org.athanor.results.SampleTable;
import org.athanor.results.TrialResult;

/**
 * The samples of a trial that figures need, in memory.
 *
 * @param nodes one for each file: a node with a meter outside of it has two
 */
public record TrialSamples(TrialResult trial, List<OfNode> nodes) {

  /** A file of samples, and the node that they are of. */
  public record OfNode(NodeUse use, SampleTable table) {
    /** The node's name, with its role if it did not work. */
    String label() {
      return use.node() + use.role().map(role -> " (" + role + ")").orElse("");
    }
  }

  public TrialSamples {
    nodes = List.copyOf(nodes);
  }

  private static Set<Metric> metrics(List<Track> tracks) {
    Set<Metric> metrics = new HashSet<>();
    for (Track track : tracks) {
      track.curves().forEach(curve -> metrics.add(curve.metric()));
      metrics.addAll(track.perNode());
    }
    return metrics;
  }

  /**
   * Reads the files of a trial that exist.
   *
   * @param tracks that need the samples
   */
  public static TrialSamples read(TrialResult trial, List<Track> tracks) throws IOException {
    Set<Metric> metrics = metrics(tracks);
    List<OfNode> nodes = new ArrayList<>();
    for (NodeUse use : trial.nodes()) {
      read(use, use.samples(), metrics, nodes);
      Optional<String> meter = use.power().flatMap(NodePower::samples);
      if (meter.isPresent()) {
        read(use, meter.get(), metrics, nodes);
      }
    }
    return new TrialSamples(trial, nodes);
  }

  private static void read(NodeUse use, String name, Set<Metric> metrics, List<OfNode> nodes)
      throws IOException {
    Path file = Path.of(name);
    if (Files.isRegularFile(file)) {
      nodes.add(new OfNode(use, SampleTable.read(file, metrics)));
    }
  }
}
