// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerDownFileTest {
  private static final String LAB =
      """
      clusters:
        lab:
          kind: yarn
          hadoop configuration: conf
          resource manager: rm:8088
      """;

  private static final String HOOKS =
      """
            drain: [/opt/drain, "${node}"]
            maintenance: [/opt/maintain, "${node}", "--until=${until}"]
            off: [ipmitool, -H, "${node}-bmc", chassis, power, soft]
            on: [ipmitool, -H, "${node}-bmc", chassis, power, "on"]
            restore: [/opt/restore, "${node}"]
      """;

  @TempDir Path directory;

  @BeforeEach
  void makeConfiguration() throws Exception {
    Files.createDirectory(directory.resolve("conf"));
  }

  private ClustersFile read(String text) {
    return ClustersFile.parse(
        directory.resolve("clusters.yaml"), (LAB + text).getBytes(StandardCharsets.UTF_8));
  }

  private List<String> problems(String text) {
    return read(text).problems().stream()
        .map(Problem::toString)
        .map(problem -> problem.replace(directory + "/", ""))
        .toList();
  }

  @Test
  void readsHowNodesAreSwitchedOff() {
    ClustersFile file =
        read("    power: {idle: 90, max: 210}\n    power down:\n      nodes: [n1, n2]\n" + HOOKS);
    assertThat(file.problems()).isEmpty();
    PowerDown read = ((Kind.Yarn) file.clusters().get(0).kind()).powerDown().orElseThrow();
    assertThat(read.nodes()).containsExactly("n1", "n2");
    assertThat(read.limits()).isEqualTo(new PowerDown.Limits(3, 1, 2, 0));
    assertThat(read.times())
        .isEqualTo(
            new PowerDown.Times(
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(2),
                Duration.ofDays(7)));
    assertThat(
            read.command(
                PowerDown.Hook.MAINTENANCE, "n1", Optional.of(Instant.ofEpochMilli(12_345))))
        .containsExactly("/opt/maintain", "n1", "--until=12345");
    assertThat(read.command(PowerDown.Hook.OFF, "n2", Optional.empty()))
        .containsExactly("ipmitool", "-H", "n2-bmc", "chassis", "power", "soft");
  }

  @Test
  void nodesAreAlwaysOnUnlessTheFileSaysHowTheyAreSwitchedOff() {
    Kind.Yarn lab = (Kind.Yarn) read("").clusters().get(0).kind();
    assertThat(lab.powerDown()).isEmpty();
  }

  @Test
  void reportsEverythingThatIsWrong() {
    assertThat(problems("    power down:\n      nodes: [n1, n1]\n" + HOOKS))
        .containsExactly(
            "clusters.yaml:6: clusters.lab.power down: needs power, which says what a node that is"
                + " on costs",
            "clusters.yaml:7: clusters.lab.power down.nodes: n1 is there twice");
    assertThat(
            problems(
                "    power: {idle: 90, max: 210}\n    power down:\n      nodes: n1\n"
                    + "      standby: 90\n      boot time: 3h\n      maintenance time: 11h\n"
                    + HOOKS.replace("/opt/drain, \"${node}\"", "/opt/drain, \"${until}\"")))
        .containsExactly(
            "clusters.yaml:9: clusters.lab.power down.standby=90: switching off saves nothing: idle"
                + " must be above standby",
            "clusters.yaml:11: clusters.lab.power down.maintenance time=11h: must be at least four"
                + " times boot time",
            "clusters.yaml:12: clusters.lab.power down.drain: ${until} is not known; must be"
                + " ${node}",
            "clusters.yaml:12: clusters.lab.power down.drain: must name the node: give ${node} as"
                + " an argument");
    assertThat(
            problems(
                "    power: {idle: 90, max: 210}\n    power down:\n      nodes: n1\n"
                    + "      boot time: 2m\n      maintenance time: 10m\n      command time: 3m\n"
                    + HOOKS))
        .containsExactly(
            "clusters.yaml:10: clusters.lab.power down.maintenance time=10m: must be above 10m: a"
                + " node is switched on by boot time, command time and 5m before it ends");
    assertThat(problems("    power: {idle: 90, max: 210}\n    power down: {nodes: [n1]}\n"))
        .hasSize(5)
        .allSatisfy(problem -> assertThat(problem).contains(": is missing"));
  }

  @Test
  void aNodeIsSwitchedByOneClusterOnly() {
    String power = "    power: {idle: 90, max: 210}\n    power down:\n";
    String other = LAB.replace("clusters:\n", "").replace("lab", "hall");
    assertThat(
            problems(
                power
                    + "      nodes: ['n1', 'n2:9866', 'n2:9866', 'n2:9867']\n"
                    + HOOKS
                    + other
                    + power
                    + "      nodes: ['n1:9866', n3, n2]\n"
                    + HOOKS))
        .contains("clusters.yaml:8: clusters.lab.power down.nodes: n2:9866 is there twice");
    assertThat(
            problems(
                power
                    + "      nodes: ['n1', 'n2:9866', 'n2:9867']\n"
                    + HOOKS
                    + other
                    + power
                    + "      nodes: ['n1:9866', n3, n2]\n"
                    + HOOKS))
        .containsExactly(
            "clusters.yaml:19: clusters.hall.power down: n1:9866 may be switched by cluster lab"
                + " already",
            "clusters.yaml:19: clusters.hall.power down: n2 may be switched by cluster lab"
                + " already");
  }
}
