// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;

/**
 * Kafka, and the connectors of the frameworks of an experiment.
 *
 * @param apis of the frameworks
 */
record StreamArtifacts(Distributions distributions, ArtifactStore store, Set<Api> apis) {
  private static final String KAFKA = "kafka";

  private List<String> names() {
    List<String> names = new ArrayList<>(List.of(KAFKA));
    Set<Api> withConnector = EnumSet.of(Api.SPARK, Api.FLINK);
    withConnector.retainAll(apis);
    withConnector.forEach(api -> names.add(connectorOf(api)));
    return names;
  }

  private static String connectorOf(Api api) {
    return api == Api.SPARK ? "spark-kafka" : "flink-kafka";
  }

  private WorkloadArtifacts all() {
    return new WorkloadArtifacts(distributions, store, Set.copyOf(names()));
  }

  /** Reasons why they cannot be downloaded; empty if they can be, or are in the cache. */
  List<String> problems() {
    return all().problems();
  }

  /** Downloads what is missing. */
  void fetch() throws IOException, InterruptedException {
    all().fetch();
  }

  /** Copies them to the same paths on a node that lacks them. */
  void copyTo(Node node, Mark mark) throws IOException, InterruptedException {
    all().copyTo(node, mark);
  }

  /** Directory of Kafka's jars, once they were fetched. */
  Path kafka() {
    return all().directory(KAFKA);
  }

  /** Directory of the jars by which frameworks with an API read from Kafka. */
  Path connector(Api api) {
    return all().directory(connectorOf(api));
  }

  /** The jars in a directory, in the order of their names. */
  static List<Path> jars(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }
}
