// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClustersFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file system the clusters of a file have. */
class ClusterConfigurationsTest {
  @TempDir private Path top;

  private final ClusterConfigurations none = new ClusterConfigurations(name -> null);

  /** A configuration. */
  private String conf(String name, String fileSystem) throws IOException {
    Path directory = Files.createDirectories(top.resolve(name));
    Files.writeString(
        directory.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>"
            + fileSystem
            + "</value></property></configuration>");
    return directory.toString();
  }

  private List<Cluster> clusters(String text) throws IOException {
    Path file = top.resolve("clusters.yaml");
    Files.writeString(file, "clusters:\n" + text);
    ClustersFile read = ClustersFile.read(file);
    assertThat(read.problems()).isEmpty();
    return read.clusters();
  }

  @Test
  void clustersOfAFileHaveOneFileSystem() throws Exception {
    conf("a", "hdfs://n:8020");
    conf("b", "HDFS://N");
    conf("c", "hdfs://n:9000");
    String two =
        "  here: {kind: local, hadoop configuration: a}\n"
            + "  lab: {kind: yarn, resource manager: 'rm:1', ";
    new ClusterConfigurations(name -> null).check(clusters(two + "hadoop configuration: b}\n"));
    List<Cluster> unlike = clusters(two + "hadoop configuration: c}\n");
    assertThatThrownBy(() -> none.check(unlike))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "the clusters here (hdfs://n) and lab (hdfs://n:9000) have different file systems:"
                + " fs.defaultFS must be the same for all clusters of a file, so that a path is the"
                + " same file wherever a job runs; give them hadoop configurations with the same"
                + " one");
  }

  @Test
  void knowsAFileSystemInAnySpelling() throws Exception {
    conf("a", "hdfs://n:8020");
    Cluster cluster = clusters("  here: {kind: local, hadoop configuration: a}\n").get(0);
    for (String same : List.of("hdfs://n", "HDFS://N:8020", "hdfs://n/", "hdfs://n:8020/in")) {
      assertThat(none.isFileSystem(cluster, same)).as(same).isTrue();
    }
    for (String other : List.of("hdfs://m", "hdfs://n:9000", "file:///", "n", "hdfs://a b", "")) {
      assertThat(none.isFileSystem(cluster, other)).as(other).isFalse();
    }
  }

  @Test
  void aLocalClusterWithoutOneHasThatOfTheEnvironment() throws Exception {
    String site = conf("a", "hdfs://n");
    ClusterConfigurations inherited = new ClusterConfigurations(name -> site);
    List<Cluster> here = clusters("  here: {kind: local}\n");
    assertThat(inherited.directory(here.get(0).kind())).contains(Path.of(site));
    assertThat(inherited.isLocalByDefault(here.get(0))).isFalse();
    assertThat(none.directory(here.get(0).kind())).isEmpty();
    assertThat(none.isLocalByDefault(here.get(0))).isTrue();
    conf("b", "hdfs://m");
    assertThat(
            inherited.directory(
                clusters("  here: {kind: local, hadoop configuration: b}\n").get(0).kind()))
        .contains(top.resolve("b"));
  }

  /** Else a job's files would be looked for on this machine, and removed there. */
  @Test
  void aConfigurationThatCannotBeReadIsNoConfigurationWithoutKeys() throws Exception {
    List<Cluster> here = clusters("  here: {kind: local}\n");
    Path missing = top.resolve("missing");
    assertThatThrownBy(() -> new ClusterConfigurations(name -> missing.toString()).check(here))
        .isInstanceOf(UsageException.class)
        .hasMessage("cluster here: HADOOP_CONF_DIR=" + missing + ": is not a directory");
    String broken = conf("broken", "</value>");
    assertThatThrownBy(() -> new ClusterConfigurations(name -> broken).check(here))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("cluster here: HADOOP_CONF_DIR: ")
        .hasMessageContaining("core-site.xml: is not XML: ");
    Path empty = Files.createDirectory(top.resolve("empty"));
    List<Cluster> named = clusters("  here: {kind: local, hadoop configuration: empty}\n");
    assertThatThrownBy(() -> none.check(named))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "cluster here: hadoop configuration="
                + empty
                + ": has no *-site.xml; must be a Hadoop configuration directory");
  }
}
