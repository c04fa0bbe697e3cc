// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class HadoopFilesTest {
  private static final Path DIRECTORY = Path.of("/data/cluster");

  private final HadoopSpec spec =
      HadoopSpec.of(
          List.of(Nodes.of("h1"), Nodes.of("h2")),
          new Mark("x"),
          DIRECTORY,
          List.of("/opt/a/*", "/opt/b/*"),
          2,
          4L << 30);

  @Test
  void givesClientsTheAddressesOfTheMasters() {
    Map<String, String> files = files(spec, "master");
    assertThat(files.get("core-site.xml")).contains(property("fs.defaultFS", "hdfs://h1:8020"));
    assertThat(files.get("yarn-site.xml"))
        .contains(property("yarn.resourcemanager.address", "h1:8032"))
        .contains(property("yarn.application.classpath", "$HADOOP_CONF_DIR,/opt/a/*,/opt/b/*"))
        .doesNotContain("yarn.nodemanager.hostname");
    assertThat(files.get("mapred-site.xml"))
        .contains(property("mapreduce.framework.name", "yarn"))
        .contains(property("mapreduce.jobhistory.address", "h1:10020"));
  }

  @Test
  void givesWorkersTheirAddressesAndDataDirectories() {
    Map<String, String> files = files(spec, "workers/h2");
    assertThat(files.get("hdfs-site.xml"))
        .contains(property("dfs.datanode.address", "h2:9866"))
        .contains(property("dfs.datanode.data.dir", "file:///data/cluster/workers/h2/datanode"))
        .contains(property("dfs.replication", "2"));
    assertThat(files.get("yarn-site.xml"))
        .contains(property("yarn.nodemanager.address", "h2:8041"))
        .contains(property("yarn.nodemanager.resource.memory-mb", "4096"));
    assertThat(files.get("mapred-site.xml")).contains(property("mapreduce.shuffle.port", "13562"));
  }

  @Test
  void usesLocalFilesWithoutHdfs() {
    HadoopSpec yarn = spec.withServices(Service.YARN);
    assertThat(files(yarn, "master").get("core-site.xml"))
        .contains(property("fs.defaultFS", "file:///"));
    assertThat(files(yarn, "master").get("mapred-site.xml"))
        .contains(property("yarn.app.mapreduce.am.staging-dir", "/data/cluster/staging"));
  }

  @Test
  void hasNothingOfVolumesAndRacksIfTheUserGivesNone() {
    assertThat(files(spec, "workers/h2"))
        .containsOnlyKeys(
            "capacity-scheduler.xml",
            "core-site.xml",
            "hdfs-site.xml",
            "log4j.properties",
            "mapred-site.xml",
            "yarn-site.xml");
    assertThat(files(spec, "workers/h2").get("hdfs-site.xml")).doesNotContain("bandwidth", "du.");
    assertThat(files(spec, "workers/h2").get("core-site.xml")).doesNotContain("topology");
  }

  @Test
  void limitsTheDataNodeOfAVolume() throws Exception {
    HadoopSpec some = spec.withWorkers(Workers.ofTexts(List.of("h1 ssd=53m/24m:1g disk=1")));
    NodeFacts facts = new NodeFacts(Map.of(), Map.of(), Map.of("h1", 10L << 30));
    assertThat(files(some, "workers/h1/ssd-1", facts).get("hdfs-site.xml"))
        .contains(
            property(
                "dfs.datanode.data.dir", "[SSD]file:///data/cluster/workers/h1/ssd-1/datanode"),
            property("dfs.datanode.data.read.bandwidthPerSec", "" + (53 << 20)),
            property("dfs.datanode.data.transfer.bandwidthPerSec", "" + (53 << 20)),
            property("dfs.datanode.data.write.bandwidthPerSec", "" + (24 << 20)),
            property("dfs.datanode.balance.bandwidthPerSec", "" + (24 << 20)),
            property("dfs.datanode.du.reserved", "" + (9L << 30)),
            property(
                "dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", "0"),
            property("dfs.replication", "2"));
    assertThat(files(some, "workers/h1/disk-1", facts).get("hdfs-site.xml"))
        .contains("[DISK]file:///data/cluster/workers/h1/disk-1/datanode")
        .doesNotContain("bandwidth", "du.reserved");
    assertThat(files(some, "workers/h1", facts).get("hdfs-site.xml"))
        .doesNotContain("dfs.datanode");
  }

  @Test
  void limitsOnlyWritesIfReadsHaveNoLimit() throws Exception {
    HadoopSpec some = spec.withWorkers(Workers.ofTexts(List.of("h1 disk=-/5m")));
    assertThat(files(some, "workers/h1/disk-1").get("hdfs-site.xml"))
        .contains(
            property("dfs.datanode.data.write.bandwidthPerSec", "5242880"),
            property("dfs.datanode.balance.bandwidthPerSec", "5242880"))
        .doesNotContain("data.read", "data.transfer");
  }

  @Test
  void listsTheRacksOfHostsByNameAndAddress() throws Exception {
    HadoopSpec some =
        spec.withWorkers(
            Workers.ofTexts(List.of("h1 rack=/east/r1", "h2 rack=/west/r1 role=compute")));
    NodeFacts facts =
        new NodeFacts(
            Map.of(), Map.of("h1", Set.of("10.0.0.1"), "h2", Set.of("10.0.0.2")), Map.of());
    Map<String, String> files = files(some, "workers/h2", facts);
    assertThat(files.get("racks"))
        .isEqualTo(
            """
            10.0.0.1 /east/r1
            10.0.0.2 /west/r1
            h1 /east/r1
            h2 /west/r1
            """);
    assertThat(files.get("core-site.xml"))
        .contains(
            property("net.topology.table.file.name", "/data/cluster/workers/h2/conf/racks"),
            property(
                "net.topology.node.switch.mapping.impl",
                "org.apache.hadoop.net.TableMapping$RawTableMapping"));
  }

  @Test
  void tellsTheWorkersOfThisMachineApartByTheirAddresses() {
    HadoopSpec some = spec.withWorkers(Workers.here(2, List.of("/a/r", "/b/r"), List.of()));
    Map<String, String> files = files(some, "workers/localhost-2");
    assertThat(files.get("racks")).isEqualTo("127.0.0.2 /a/r\n127.0.0.3 /b/r\n");
    assertThat(files.get("hdfs-site.xml"))
        .contains(
            property("dfs.datanode.hostname", "127.0.0.3"),
            property("dfs.datanode.http.address", "127.0.0.3:9874"),
            property("dfs.datanode.address", "localhost:9876"));
    assertThat(files.get("yarn-site.xml"))
        .contains(
            property("yarn.nodemanager.hostname", "127.0.0.3"),
            property("yarn.nodemanager.address", "127.0.0.3:8051"),
            property("yarn.resourcemanager.hostname", "localhost"));
  }

  @Test
  void settingsOfTheUserTakePrecedence() {
    HadoopSpec changed =
        spec.withSettings(Map.of("hdfs-site", Map.of("dfs.replication", "1", "a<b", "c&d")));
    assertThat(files(changed, "master").get("hdfs-site.xml"))
        .contains(property("dfs.replication", "1"), property("a&lt;b", "c&amp;d"));
    assertThatThrownBy(() -> spec.withSettings(Map.of("hdfs", Map.of())))
        .hasMessageStartingWith("settings for [hdfs]: each file must be one of [");
  }

  private static Map<String, String> files(HadoopSpec spec, String home) {
    return files(spec, home, NodeFacts.NONE);
  }

  private static Map<String, String> files(HadoopSpec spec, String home, NodeFacts facts) {
    return new HadoopFiles(spec, HadoopPlan.of(spec, Map.of()), facts).of(DIRECTORY.resolve(home));
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }
}
