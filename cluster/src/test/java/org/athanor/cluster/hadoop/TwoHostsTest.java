// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.SshNode;
import org.athanor.cluster.TestNamespace;
import org.athanor.cluster.TestSshd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two hosts with a network between them, made of network namespaces of this machine: the master
 * runs on the first, and a worker on the second, which is reached by SSH from the first.
 */
class TwoHostsTest {
  private static final long ID = ProcessHandle.current().pid();
  private static final String ONE = "ath" + ID + "a";
  private static final String TWO = "ath" + ID + "b";

  @TempDir Path directory;
  private boolean made;

  @BeforeEach
  void connect() throws Exception {
    TestSshd.assumeInstalled();
    TestNamespace.assumePossible();
    made = true;
    String hosts = "127.0.0.1 localhost\n10.88.7.1 " + ONE + "\n10.88.7.2 " + TWO + "\n";
    for (String host : List.of(ONE, TWO)) {
      TestNamespace.add(host);
      Path files = Files.createDirectories(Path.of("/etc/netns", host));
      Files.writeString(files.resolve("hosts"), hosts);
    }
    TestNamespace.ip(
        "link", "add", "eth0", "netns", ONE, "type", "veth", "peer", "name", "eth0", "netns", TWO);
    int address = 1;
    for (String host : List.of(ONE, TWO)) {
      TestNamespace.ip("-n", host, "addr", "add", "10.88.7." + address++ + "/24", "dev", "eth0");
      TestNamespace.ip("-n", host, "link", "set", "eth0", "up");
    }
  }

  @AfterEach
  void disconnect() throws Exception {
    if (made) {
      for (String host : List.of(ONE, TWO)) {
        TestNamespace.delete(host);
        Files.deleteIfExists(Path.of("/etc/netns", host, "hosts"));
        Files.deleteIfExists(Path.of("/etc/netns", host));
      }
    }
  }

  @Test
  @Tag("long")
  void keepsAReplicaOnEachHostAndKnowsTheirRacks() throws Exception {
    Mark mark = TestHadoop.mark("hosts");
    Node one = Nodes.of("namespace:" + ONE);
    TestSshd sshd = TestSshd.start(directory, Nodes.of("namespace:" + TWO), "10.88.7.2", 22);
    try (SshNode two = sshd.nodeSeenFrom(ONE, TWO)) {
      HadoopSpec spec =
          TestHadoop.spec(List.of(one, two), mark, directory.resolve("cluster"))
              .withWorkers(List.of(worker(one, "/east/rack1"), worker(two, "/west/rack1")))
              .withServices(Service.HDFS);
      try (HadoopCluster cluster = HadoopCluster.start(spec, line -> {})) {
        assertThat(cluster.filesystem()).hasToString("hdfs://" + ONE + ":8020");
        assertThat(Files.readAllLines(cluster.configuration().resolve("racks")))
            .containsExactly(
                "10.88.7.1 /east/rack1",
                "10.88.7.2 /west/rack1",
                ONE + " /east/rack1",
                TWO + " /west/rack1");
        CommandResult report =
            one.run(
                mark,
                cluster.client("org.apache.hadoop.hdfs.tools.DFSAdmin", "-report"),
                TestHadoop.SOON);
        assertThat(report.output().lines().filter(line -> line.startsWith("Rack: ")))
            .containsExactlyInAnyOrder("Rack: /east/rack1", "Rack: /west/rack1");
        Path file = Files.writeString(directory.resolve("words"), "one two two\n");
        String shell = "org.apache.hadoop.fs.FsShell";
        CommandResult put =
            one.run(
                mark, cluster.client(shell, "-put", file.toString(), "/words"), TestHadoop.SOON);
        assertThat(put.status()).as(put.errors()).isZero();
        for (Node node : List.of(one, two)) {
          Path data = spec.directory().resolve("workers/" + node.name() + "/datanode");
          try (Stream<Path> files = Files.walk(data)) {
            assertThat(files.filter(path -> path.getFileName().toString().matches("blk_\\d+")))
                .as(node.name())
                .hasSize(1);
          }
        }
      }
      assertThat(two.endAll(mark, TestHadoop.SOON)).isZero();
      assertThat(one.endAll(mark, TestHadoop.SOON)).isZero();
    } finally {
      sshd.stop();
    }
  }

  private static Worker worker(Node node, String rack) {
    return new Worker(node, HostRole.BOTH, Optional.of(rack), List.of());
  }
}
