// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.DatanodeAdminProperties;
import org.apache.hadoop.hdfs.util.CombinedHostsFileReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The example of commands for power-down, with programs in place of Hadoop's. */
@Timeout(60)
@EnabledIf("hasJq")
class PowerDownExampleTest {
  private static final Path SCRIPT = Path.of("../docs/examples/power-down/node").toAbsolutePath();

  @TempDir Path directory;

  static boolean hasJq() {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, "jq")));
  }

  @BeforeEach
  void prepare() throws IOException {
    for (String program : List.of("hdfs", "yarn", "ssh")) {
      Path file = directory.resolve(program);
      Files.writeString(file, "#!/bin/sh\necho " + program + " \"$@\" >>'" + log() + "'\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    Files.writeString(
        hosts(),
        """
        [{"hostName": "n1", "port": 9866}, {"hostName": "n2", "upgradeDomain": "u"},
         {"hostName": "n3", "adminState": "DECOMMISSIONED"}]
        """);
  }

  private Path log() {
    return directory.resolve("log");
  }

  private Path hosts() {
    return directory.resolve("hosts.json");
  }

  private Path excluded() {
    return directory.resolve("exclude");
  }

  private int node(String... arguments) throws Exception {
    List<String> words = new ArrayList<>(List.of(SCRIPT.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.redirectOutput(directory.resolve("out").toFile());
    builder.environment().put("DFS_HOSTS", hosts().toString());
    builder.environment().put("YARN_EXCLUDE", excluded().toString());
    builder.environment().compute("PATH", (name, path) -> directory + ":" + path);
    return builder.start().waitFor();
  }

  private String states() throws IOException {
    return Arrays.stream(CombinedHostsFileReader.readFile(hosts().toString()))
        .map(PowerDownExampleTest::text)
        .collect(Collectors.joining(", "));
  }

  private static String text(DatanodeAdminProperties node) {
    long until = node.getMaintenanceExpireTimeInMS();
    return node.getHostName()
        + " "
        + node.getAdminState().name()
        + (until == Long.MAX_VALUE ? "" : " until " + until);
  }

  @Test
  void takesNodesOutOfServiceAndBack() throws Exception {
    for (int i = 0; i < 2; i++) { // commands may be run again
      assertThat(node("drain", "n1:9866")).isZero();
      assertThat(node("drain", "n2")).isZero();
      assertThat(node("maintenance", "n1:9866", "1700000000000")).isZero();
      assertThat(node("maintenance", "n2", "1800000000000")).isZero();
    }
    assertThat(states())
        .isEqualTo(
            "n1 IN_MAINTENANCE until 1700000000000, n2 IN_MAINTENANCE until 1800000000000,"
                + " n3 DECOMMISSIONED");
    assertThat(Files.readAllLines(excluded())).contains("n1", "n2").hasSize(3);

    assertThat(node("restore", "n1:9866")).isZero();
    assertThat(states())
        .startsWith("n1 NORMAL, n2 IN_MAINTENANCE until 1800000000000, n3 DECOMMISSIONED");
    assertThat(Files.readAllLines(excluded())).contains("n2").hasSize(2);
    assertThat(node("restore", "n2")).isZero();
    assertThat(Files.readString(hosts())).contains("\"upgradeDomain\": \"u\"");
    List<String> run = Files.readAllLines(log());
    assertThat(run)
        .hasSize(14)
        .containsOnly(
            "hdfs dfsadmin -refreshNodes",
            "yarn rmadmin -refreshNodes -g 604800 -server",
            "ssh -n -o BatchMode=yes -o ConnectTimeout=10 n1 systemctl start"
                + " hadoop-yarn-nodemanager",
            "ssh -n -o BatchMode=yes -o ConnectTimeout=10 n2 systemctl start"
                + " hadoop-yarn-nodemanager");
    assertThat(run.get(13)).as("after YARN lets it in again").startsWith("ssh ");
  }

  /** The list is a directory, which root cannot read either. */
  @Test
  void keepsTheOthersIfTheListCannotBeRead() throws Exception {
    Files.createDirectory(excluded());
    assertThat(node("drain", "n1")).isNotZero();
    assertThat(excluded()).isEmptyDirectory();
    assertThat(log()).doesNotExist();
  }

  @Test
  void failsAndChangesNothingForANodeThatIsNotInTheList() throws Exception {
    String before = Files.readString(hosts());
    assertThat(node("maintenance", "n4", "1700000000000")).isNotZero();
    assertThat(Files.readString(hosts())).isEqualTo(before);
    assertThat(directory.resolve("out")).content().contains("n4 is not in the list");
    assertThat(node("stop", "n1")).isEqualTo(2);
    assertThat(log()).doesNotExist();
  }
}
