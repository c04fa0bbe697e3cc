// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.bench.workload.Workload;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.ArtifactSet;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.NodeCopy;

/**
 * The sets of artifacts that a workload needs, in their default versions.
 *
 * @param names as in {@link Workload#artifacts}
 */
record WorkloadArtifacts(Distributions distributions, ArtifactStore store, Set<String> names) {

  WorkloadArtifacts {
    names = Set.copyOf(names);
  }

  private ArtifactSet set(String name) {
    return distributions.set(name, distributions.defaultVersion(name));
  }

  private List<ArtifactSet> sets() {
    return names.stream().sorted().map(this::set).toList();
  }

  /** Reasons why they cannot be downloaded; empty if they can be, or are in the cache. */
  List<String> problems() {
    return sets().stream().flatMap(set -> store.problems(set).stream()).toList();
  }

  /** Downloads what is missing. */
  void fetch() throws IOException, InterruptedException {
    for (ArtifactSet set : sets()) {
      store.fetch(set);
    }
  }

  /** Copies them to the same paths on a node that lacks them. */
  void copyTo(Node node, Mark mark) throws IOException, InterruptedException {
    for (ArtifactSet set : sets()) {
      NodeCopy.ensure(node, mark, store.directory(set));
    }
  }

  /** The directory of one. */
  Path directory(String name) {
    return store.directory(set(name));
  }

  /** The directory of each, by its name. */
  Map<String, Path> directories() {
    Map<String, Path> directories = new TreeMap<>();
    names.forEach(name -> directories.put(name, directory(name)));
    return directories;
  }
}
