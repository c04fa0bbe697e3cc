// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With Hadoop's real daemons. */
class HadoopClusterTest {
  private static final Duration JOB = Duration.ofMinutes(3);

  private final Node node = Nodes.localhost();
  private final Mark mark = TestHadoop.mark("hadoop");
  private final Mark clients = TestHadoop.mark("clients");

  @TempDir Path directory;

  @AfterEach
  void nothingIsLeft() throws Exception {
    assertThat(node.endAll(mark, TestHadoop.SOON)).isZero();
  }

  @Test
  void storesFilesRunsJobsAndLeavesNothing() throws Exception {
    HadoopCluster cluster =
        HadoopCluster.start(TestHadoop.spec(List.of(node), mark, directory), System.out::println);
    try (cluster) {
      assertThat(cluster.filesystem().getScheme()).isEqualTo("hdfs");
      String mapred = Files.readString(directory.resolve("workers/localhost/conf/mapred-site.xml"));
      Matcher shuffle =
          Pattern.compile("mapreduce\\.shuffle\\.port</name><value>(\\d+)<").matcher(mapred);
      assertThat(shuffle.find()).isTrue();
      assertThat(Listeners.reachable(mark))
          .as("no hosts were given; the shuffle cannot be told where to listen")
          .containsExactly(Integer.valueOf(shuffle.group(1)));
      Path file = Files.writeString(directory.resolve("words"), "one two two\n");
      String shell = "org.apache.hadoop.fs.FsShell";
      assertThat(run(cluster.client(shell, "-put", file.toString(), "/words")).status()).isZero();
      assertThat(run(cluster.client(shell, "-cat", "/words")).output()).isEqualTo("one two two\n");

      String examples = examplesJar();
      // The job runs in the application master, which saves the start of two JVMs.
      String small = "-Dmapreduce.job.ubertask.enable=true";
      CommandResult pi =
          run(cluster.client("org.apache.hadoop.util.RunJar", examples, "pi", small, "1", "10"));
      assertThat(pi.output()).as(pi.errors()).contains("Estimated value of Pi is ");
      assertThat(cluster.deadDaemon()).isEmpty();
    }
    assertThat(cluster.deadDaemon().orElseThrow()).startsWith("namenode on localhost has ended");
  }

  @Test
  void namesTheDaemonThatEndsAndQuotesItsLog() throws Exception {
    Path obstacle = Files.writeString(directory.resolve("file"), "");
    HadoopSpec spec =
        TestHadoop.spec(List.of(node), mark, directory)
            .withServices(Service.HDFS)
            .withSettings(Map.of("hdfs-site", Map.of("dfs.datanode.data.dir", obstacle + "/data")));
    assertThatThrownBy(() -> HadoopCluster.start(spec, line -> {}))
        .hasMessageStartingWith("datanode of localhost has ended with status 1: ")
        .hasMessageContaining("Too many failed volumes")
        .hasMessageEndingWith(
            "(log: localhost:" + directory.resolve("workers/localhost/datanode.log") + ")");
  }

  @Test
  void refusesFirstPortsThatAreInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HadoopSpec spec =
          TestHadoop.spec(List.of(node), mark, directory)
              .withServices(Service.HDFS)
              .withFirstPort(taken.getLocalPort());
      assertThatThrownBy(() -> HadoopCluster.start(spec, line -> {}))
          .hasMessage(
              "localhost: port %d of the namenode is in use; choose another first port",
              taken.getLocalPort());
    }
  }

  private CommandResult run(Command command) throws Exception {
    return node.run(clients, command, JOB);
  }

  private static String examplesJar() throws Exception {
    try (var jars =
        Files.newDirectoryStream(
            TestHadoop.distribution().home(), "hadoop-mapreduce-examples*.jar")) {
      return jars.iterator().next().toString();
    }
  }
}
