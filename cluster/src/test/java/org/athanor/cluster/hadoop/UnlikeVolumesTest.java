// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.hadoop.StandingCluster.Stopped;
import org.athanor.cluster.hadoop.StandingCluster.Wanted;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the real daemons of HDFS: an SSD and two disks in two racks. */
class UnlikeVolumesTest {
  private static final List<String> HOSTS =
      List.of(
          "localhost role=storage rack=/east/rack1 ssd=64m/32m:256m disk=16m/8m",
          "localhost rack=/west/rack1 disk=16m/8m");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Pattern REPLICA =
      Pattern.compile("DatanodeInfoWithStorage\\[(127\\.0\\.0\\.1:\\d+),DS-[^,]+,(\\w+)]");

  @TempDir Path directory;
  private Path own;
  private StandingCluster cluster;

  @BeforeEach
  void prepare() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    own = directory.resolve("cluster");
    cluster = new StandingCluster(own, new Claims(directory.resolve("claims")));
  }

  @AfterEach
  void stop() throws Exception {
    cluster.stop(line -> {});
  }

  @Test
  @Tag("long")
  void putsAReplicaOnTheSsdAndOthersOnDisksInBothRacks() throws Exception {
    List<Worker> workers = Workers.ofTexts(HOSTS);
    List<String> classPath = TestHadoop.distribution().classPath();
    ClusterState state =
        cluster
            .start(
                new Wanted("3.5.0", workers, OptionalInt.empty(), Optional.empty()),
                mark ->
                    HadoopSpec.hdfs(List.of(Nodes.localhost()), mark, own, classPath)
                        .withWorkers(workers),
                System.out::println)
            .state();
    assertThat(Workers.ofTexts(state.nodes())).isEqualTo(workers);
    assertThat(cluster.status())
        .allMatch(DaemonStatus::ready)
        .extracting(status -> status.daemon().name() + " at " + status.daemon().host())
        .containsExactly(
            "namenode on localhost at localhost",
            "datanode of localhost/ssd-1 at 127.0.0.2",
            "datanode of localhost/disk-1 at 127.0.0.2",
            "datanode of localhost-2/disk-1 at 127.0.0.3");
    assertThat(state.daemons())
        .extracting(daemon -> daemon.volume().orElse(""))
        .containsExactly("", "ssd-1", "disk-1", "disk-1");

    Path file = Files.write(directory.resolve("file"), new byte[100_000]);
    hdfs("storagepolicies", "-setStoragePolicy", "-path", "/", "-policy", "ONE_SSD");
    hdfs("dfs", "-put", file.toString(), "/file");
    List<MatchResult> replicas =
        REPLICA
            .matcher(hdfs("fsck", "/file", "-files", "-blocks", "-locations"))
            .results()
            .toList();
    assertThat(replicas)
        .extracting(replica -> replica.group(2))
        .containsExactlyInAnyOrder("SSD", "DISK", "DISK");

    List<String> nodes = nodes();
    // A block that is written reserves 128 MB until the next heartbeat after its end.
    for (long end = System.nanoTime() + PATIENCE.toNanos();
        nodes.stream().anyMatch(node -> remaining(node) < 200L << 20)
            && System.nanoTime() - end < 0; ) {
      nodes = nodes();
    }
    assertThat(nodes)
        .extracting(node -> value(node, "Hostname") + " " + value(node, "Rack"))
        .containsExactlyInAnyOrder(
            "127.0.0.2 /east/rack1", "127.0.0.2 /east/rack1", "127.0.0.3 /west/rack1");
    for (String node : nodes) {
      String type =
          replicas.stream()
              .filter(replica -> value(node, "Name").startsWith(replica.group(1)))
              .map(replica -> replica.group(2))
              .findFirst()
              .orElseThrow();
      long remaining = remaining(node);
      if (type.equals("SSD")) {
        assertThat(value(node, "Rack")).isEqualTo("/east/rack1");
        assertThat(remaining).isBetween(200L << 20, 256L << 20);
      } else {
        assertThat(remaining).isGreaterThan(256L << 20);
      }
    }
    assertThat(cluster.stop(line -> {})).isEqualTo(new Stopped(4, false));
  }

  private List<String> nodes() throws Exception {
    return Arrays.stream(hdfs("dfsadmin", "-report").split("\n+(?=Name: )", -1))
        .filter(part -> part.startsWith("Name: "))
        .toList();
  }

  private static long remaining(String node) {
    return Long.parseLong(value(node, "DFS Remaining").replaceFirst(" .*", ""));
  }

  private static String value(String node, String key) {
    return node.lines()
        .filter(line -> line.startsWith(key + ": "))
        .map(line -> line.substring(key.length() + 2))
        .findFirst()
        .orElseThrow();
  }

  private String hdfs(String... arguments) throws Exception {
    String[] line = new String[arguments.length + 1];
    line[0] = StandingCluster.commands(own).resolve("hdfs").toString();
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    CommandResult result =
        Nodes.localhost().run(TestHadoop.mark("client"), Command.of(line), TestHadoop.SOON);
    assertThat(result.status()).as(result.output() + result.errors()).isZero();
    return result.output();
  }
}
