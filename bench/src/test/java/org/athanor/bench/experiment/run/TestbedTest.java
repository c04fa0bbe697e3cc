// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.file.FixedVocabulary;
import org.athanor.bench.framework.FileSystem;
import org.athanor.bench.framework.NodeShare;
import org.athanor.bench.framework.Site;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.SystemInfo;
import org.athanor.cluster.hadoop.HostRole;
import org.athanor.cluster.hadoop.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class TestbedTest {
  private static final long GIBIBYTE = 1L << 30;

  @Test
  void countsWorkersOnlyAndTakesTheOthersWithThem() {
    Testbed testbed =
        testbed("nodes: [m, w1, w2, w3, k]\nmaster: dedicated\nroles: {broker: 1}", 64, 4, 4, 4, 2);
    assertThat(names(testbed.workers(2))).containsExactly("w1", "w2");
    assertThat(names(testbed.cluster(2))).containsExactly("m", "w1", "w2", "k");
    assertThat(testbed.role("m")).contains("master");
    assertThat(testbed.role("w3")).isEmpty();
    assertThat(testbed.role("k")).contains("broker");
    Site site = site(testbed, Optional.empty());
    assertThat(site.master().name()).isEqualTo("m");
    assertThat(names(site.workers())).containsExactly("w1");
    assertThat(names(site.nodes())).containsExactly("m", "w1");
  }

  @Test
  void aSharedMasterIsTheFirstWorker() {
    Testbed testbed = testbed("nodes: [m, w1, w2]", 4, 4, 4);
    assertThat(names(testbed.cluster(2))).containsExactly("m", "w1");
    assertThat(testbed.role("m")).isEmpty();
    assertThat(names(site(testbed, Optional.empty()).nodes())).containsExactly("m");
  }

  @Test
  void theMasterIsReachedInTheNetworkOfTheWorkers() {
    Site dedicated = site(testbed("nodes: [m, w1]\nmaster: dedicated", 4, 4), Optional.of("ib0"));
    assertThat(dedicated.nodes()).extracting(Node::address).containsExactly("10.1.0.1", "10.1.0.2");
    Site shared = site(testbed("nodes: [m, w1]", 4, 4), Optional.of("ib0"));
    assertThat(shared.nodes()).extracting(Node::address).containsExactly("10.1.0.1");
    assertThat(shared.master()).isEqualTo(shared.workers().get(0));
  }

  @Test
  void aDedicatedMasterStoresNothing(@TempDir Path directory) throws Exception {
    String lines = "nodes: [m, w1, w2]\nmaster: dedicated\nnetwork: ib0";
    Experiment experiment = experiment(lines);
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    new StorageSession(
            experiment.storages().get(0),
            2,
            experiment,
            testbed(lines, 4, 4, 4),
            facilities,
            RunListener.NONE)
        .open();
    StorageRequest request = facilities.requests.get(0);
    assertThat(request.spec().type()).isEqualTo(StorageType.HDFS);
    assertThat(request.workers())
        .extracting(Worker::role)
        .containsExactly(HostRole.MASTER, HostRole.BOTH, HostRole.BOTH);
    assertThat(request.workers())
        .extracting(worker -> worker.node().address())
        .containsExactly("10.1.0.1", "10.1.0.2", "10.1.0.3");
    assertThat(request.storing()).isEqualTo(2);
  }

  /** The master has 1 core and the broker 2, the workers 8 and 6. */
  @Test
  void theWeakestWorkerDecidesWhatFrameworksMayUse() {
    String nodes = "nodes: [m, w1, w2, k]\nmaster: dedicated\nroles: {broker: 1}";
    assertThat(testbed(nodes, 1, 8, 6, 2).share()).isEqualTo(new NodeShare(6, 4 * GIBIBYTE, 1, 6));
    String divided = "\nresources: {cores: 4, memory: 3g, workersPerNode: 2, tasksPerNode: 8}";
    assertThat(testbed(nodes + divided, 1, 8, 6, 2).share())
        .isEqualTo(new NodeShare(4, 3 * GIBIBYTE, 2, 8));
  }

  private static Site site(Testbed testbed, Optional<String> network) {
    return testbed.site(1, network, FileSystem.of("hdfs://m:9000"), Path.of("/cache"));
  }

  private static Experiment experiment(String lines) {
    String text = lines + "\nframeworks: [spark]\nworkloads: [wordcount]\n";
    return ExperimentFile.parse(Path.of("/e.yaml"), text.getBytes(UTF_8), new FixedVocabulary())
        .experiment()
        .orElseThrow();
  }

  private static List<String> names(List<Node> nodes) {
    return nodes.stream().map(Node::name).toList();
  }

  /**
   * @param processors of each node, which has 6 GiB of memory, and in the network ib0 the address
   *     10.1.0.1, 10.1.0.2 and so on
   */
  private static Testbed testbed(String lines, int... processors) {
    Experiment experiment = experiment(lines);
    List<Node> nodes =
        experiment.nodes().stream().map(spec -> Nodes.of(spec.specification())).toList();
    List<SystemInfo> systems =
        IntStream.of(processors)
            .mapToObj(
                count ->
                    new SystemInfo(
                        "h",
                        "Linux",
                        "6",
                        "x86_64",
                        "cpu",
                        count,
                        6 * GIBIBYTE,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("17"),
                        Optional.empty(),
                        Optional.empty()))
            .toList();
    Map<String, String> addresses = new HashMap<>();
    nodes.forEach(node -> addresses.put(node.name(), "10.1.0." + (addresses.size() + 1)));
    return Testbed.of(
        experiment,
        nodes,
        systems,
        new Marks(new Mark("testbed")),
        Path.of("/work"),
        new Installation(Path.of("/athanor"), Path.of("/lib")),
        Map.of("ib0", addresses));
  }
}
