// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.ArtifactSet;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.InstalledHome;
import org.athanor.cluster.hadoop.Disks;
import org.athanor.cluster.hadoop.HadoopCluster;
import org.athanor.cluster.hadoop.HadoopSpec;
import org.athanor.cluster.hadoop.Worker;

/** An HDFS that is started on the nodes of an experiment. */
final class HdfsStorage implements Storage {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);
  private static final String SHELL = "org.apache.hadoop.fs.FsShell";
  private static final String POLICIES = "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin";
  private static final String HADOOP = "hadoop";

  private final HadoopCluster cluster;
  private final Node master;
  private final Mark mark;
  private final boolean unlikeVolumes;
  private final Map<String, String> settings;

  /** Directories whose storage policy is set. */
  private final Set<String> placed = new HashSet<>();

  private HdfsStorage(
      HadoopCluster cluster,
      Node master,
      Mark mark,
      boolean unlikeVolumes,
      Map<String, String> settings) {
    this.cluster = cluster;
    this.master = master;
    this.mark = mark;
    this.unlikeVolumes = unlikeVolumes;
    this.settings = settings;
  }

  /** Reasons why Hadoop cannot be downloaded; empty if it can be, or is in the cache. */
  static List<String> problems(Distributions distributions, ArtifactStore store) {
    return store.problems(set(distributions));
  }

  private static ArtifactSet set(Distributions distributions) {
    return distributions.set(HADOOP, distributions.defaultVersion(HADOOP));
  }

  /** Downloads Hadoop if necessary and starts a NameNode and DataNodes. */
  static Storage start(
      StorageRequest request,
      Distributions distributions,
      ArtifactStore store,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    Distribution hadoop = InstalledHome.read(HADOOP, store.fetch(set(distributions)));
    List<Node> nodes = request.workers().stream().map(Worker::node).toList();
    boolean unlikeVolumes = !request.spec().volumes().isEmpty();
    Map<String, String> clients = request.spec().clientSettings(request.storing());
    Map<String, String> settings = new HashMap<>(clients);
    if (unlikeVolumes) {
      // Readers get the fastest device first.
      settings.putIfAbsent("dfs.namenode.read.considerStorageType", "true");
    }
    HadoopSpec spec =
        HadoopSpec.hdfs(nodes, request.mark(), request.directory(), hadoop.classPath())
            .withWorkers(request.workers())
            .withDisks(new Disks(request.directories(), List.of()))
            .withSettings(Map.of("hdfs-site", settings));
    return new HdfsStorage(
        HadoopCluster.start(spec, progress), nodes.get(0), request.mark(), unlikeVolumes, clients);
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public String uri() {
    return cluster.filesystem().toString();
  }

  @Override
  public String inputs(DataTier tier) {
    return uri() + "/athanor/inputs" + tier.suffix();
  }

  @Override
  public String outputs(DataTier tier) {
    return uri() + "/athanor/outputs" + tier.suffix();
  }

  @Override
  public Optional<String> configuration() {
    return Optional.of(cluster.configuration().toString());
  }

  @Override
  public void makeDirectory(String uri, DataTier tier) throws IOException, InterruptedException {
    run("hadoop fs", SHELL, "-mkdir", "-p", uri);
    if (unlikeVolumes && !placed.contains(uri)) {
      run(
          "hdfs storagepolicies",
          POLICIES,
          "-setStoragePolicy",
          "-path",
          uri,
          "-policy",
          tier.policy());
      placed.add(uri);
    }
  }

  @Override
  public void delete(String uri) throws IOException, InterruptedException {
    run("hadoop fs", SHELL, "-rm", "-r", "-f", "-skipTrash", uri);
  }

  private void run(String name, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    Command command = cluster.client(mainClass, arguments);
    CommandResult result = master.run(mark, command, COMMAND_TIMEOUT);
    if (result.status() != 0) {
      String last = LastWords.of(result.errors()).orElse("no output");
      throw new IOException(name + " " + String.join(" ", arguments) + ": " + last);
    }
  }

  @Override
  public Optional<String> deadDaemon() throws IOException, InterruptedException {
    return cluster.deadDaemon();
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
