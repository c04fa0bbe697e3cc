// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
  void settingsOfTheUserTakePrecedence() {
    HadoopSpec changed =
        spec.withSettings(Map.of("hdfs-site", Map.of("dfs.replication", "1", "a<b", "c&d")));
    assertThat(files(changed, "master").get("hdfs-site.xml"))
        .contains(property("dfs.replication", "1"), property("a&lt;b", "c&amp;d"));
    assertThatThrownBy(() -> spec.withSettings(Map.of("hdfs", Map.of())))
        .hasMessageStartingWith("settings for [hdfs]: each file must be one of [");
  }

  private static Map<String, String> files(HadoopSpec spec, String home) {
    return new HadoopFiles(spec, HadoopPlan.of(spec, Map.of())).of(DIRECTORY.resolve(home));
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }
}
