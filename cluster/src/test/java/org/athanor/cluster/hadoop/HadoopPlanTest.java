// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class HadoopPlanTest {
  private static final Path DIRECTORY = Path.of("/data/cluster");

  private final Node h1 = Nodes.of("h1");
  private final Node master = Nodes.of("master");

  @Test
  void putsMastersOnTheFirstNodeAndWorkersOnAll() {
    List<Daemon> daemons = plan(spec(master, h1), Map.of());
    assertThat(daemons)
        .extracting(Daemon::title)
        .containsExactly(
            "namenode on master",
            "resourcemanager on master",
            "historyserver on master",
            "datanode of master",
            "nodemanager of master",
            "datanode of h1",
            "nodemanager of h1");
    assertThat(daemons).extracting(Daemon::home).contains(DIRECTORY.resolve("workers/master"));
  }

  @Test
  void takesHadoopsOwnPortsWhereTheyAreFree() {
    Map<Port, Integer> ports = plan(spec(h1), Map.of("h1", Set.of(9870))).get(0).ports();
    assertThat(ports)
        .containsExactly(Map.entry(Port.NAMENODE_HTTP, 9880), Map.entry(Port.NAMENODE_RPC, 8020));
  }

  @Test
  void givesEachWorkerOfANodePortsAndADirectoryOfItsOwn() {
    List<Daemon> daemons = plan(spec(h1, h1, h1).withServices(Service.HDFS), Map.of());
    assertThat(daemons)
        .extracting(daemon -> daemon.home().getFileName().toString())
        .containsExactly("master", "h1", "h1-2", "h1-3");
    assertThat(daemons.stream().flatMap(daemon -> daemon.ports().values().stream()))
        .doesNotHaveDuplicates();
  }

  @Test
  void takesConsecutivePortsFromAFirstOne() {
    List<Daemon> daemons =
        plan(spec(h1, h1).withServices(Service.HDFS).withFirstPort(20000), Map.of());
    assertThat(daemons.stream().flatMap(daemon -> daemon.ports().values().stream()))
        .containsExactly(20000, 20001, 20002, 20003, 20004, 20005, 20006, 20007);
  }

  @Test
  void namesAllChosenPortsThatAreInUse() {
    HadoopSpec spec = spec(h1).withServices(Service.HDFS).withFirstPort(20000);
    assertThatThrownBy(() -> plan(spec, Map.of("h1", Set.of(20001, 20002))))
        .hasMessage(
            """
            h1: port 20001 of the namenode is in use; choose another first port
            h1: port 20002 of the datanode is in use; choose another first port\
            """);
  }

  @Test
  void givesEachVolumeADataNodeOfItsOwn() {
    HadoopSpec spec = spec(h1).withWorkers(workers("h1 ssd=1 disk=2x6m/5m disk=1"));
    List<Daemon> daemons = plan(spec, Map.of());
    assertThat(daemons.subList(3, daemons.size()))
        .extracting(Daemon::title)
        .containsExactly(
            "datanode of h1/ssd-1",
            "datanode of h1/disk-1",
            "datanode of h1/disk-2",
            "datanode of h1/disk-3",
            "nodemanager of h1");
    assertThat(daemons.subList(3, daemons.size()))
        .extracting(Daemon::home)
        .doesNotHaveDuplicates()
        .contains(DIRECTORY.resolve("workers/h1/disk-2"), DIRECTORY.resolve("workers/h1"));
    assertThat(daemons.stream().flatMap(daemon -> daemon.ports().values().stream()))
        .doesNotHaveDuplicates();
  }

  @Test
  void startsOnAHostWhatItsRoleIs() {
    HadoopSpec spec =
        spec(h1).withWorkers(workers("h1 role=storage", "h2 role=compute", "h3 role=storage"));
    assertThat(plan(spec, Map.of()))
        .extracting(Daemon::title)
        .containsExactly(
            "namenode on h1",
            "resourcemanager on h1",
            "historyserver on h1",
            "datanode of h1",
            "nodemanager of h2",
            "datanode of h3");
  }

  @Test
  void startsOnlyTheMastersDaemonsOnAMasterThatIsNoWorker() {
    HadoopSpec spec = spec(h1).withWorkers(workers("h0 role=master", "h1"));
    assertThat(plan(spec, Map.of()))
        .extracting(Daemon::title)
        .containsExactly(
            "namenode on h0",
            "resourcemanager on h0",
            "historyserver on h0",
            "datanode of h1",
            "nodemanager of h1");
  }

  @Test
  void makesHostsOfTheWorkersOfThisMachineIfRacksOrVolumesTellThemApart() {
    assertThat(hosts(Workers.here(2, List.of(), List.of()))).containsOnly("localhost");
    assertThat(hosts(Workers.here(1, List.of("/a"), List.of()))).containsOnly("localhost");
    assertThat(hosts(Workers.here(2, List.of("/a"), List.of())))
        .containsExactly("127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3");
    assertThat(hosts(Workers.here(255, List.of(), Volumes.parseList("disk=1"))))
        .endsWith("127.0.0.255", "127.0.0.255", "127.0.1.0", "127.0.1.0");
    List<Daemon> daemons =
        plan(spec(h1).withWorkers(Workers.here(2, List.of("/a"), List.of())), Map.of());
    assertThat(daemons.get(0).at(Port.NAMENODE_RPC)).isEqualTo("localhost:8020");
    assertThat(daemons.get(3).at(Port.DATANODE_HTTP)).isEqualTo("127.0.0.2:9864");
    assertThat(daemons.get(3).at(Port.DATANODE_DATA)).isEqualTo("localhost:9866");
  }

  private static List<String> hosts(List<Worker> workers) {
    return plan(spec(Nodes.localhost()).withWorkers(workers), Map.of()).stream()
        .filter(daemon -> !daemon.role().onMaster())
        .map(Daemon::host)
        .toList();
  }

  @Test
  void refusesADirectoryThatHadoopCannotUse() {
    assertThatThrownBy(
            () ->
                HadoopSpec.of(
                    List.of(h1), new Mark("x"), Path.of("/my data"), List.of(), 1, 1L << 31))
        .hasMessage(
            "/my data: cannot be a cluster's directory: must be absolute, without blanks and any"
                + " of , : ; ' \" $ * % & < > \\");
  }

  @Test
  void refusesTooLittleMemoryForYarnButNotForHdfs() {
    assertThat(HadoopSpec.hdfs(List.of(h1), new Mark("x"), DIRECTORY, List.of()).services())
        .containsExactly(Service.HDFS);
    assertThatThrownBy(
            () -> HadoopSpec.of(List.of(h1), new Mark("x"), DIRECTORY, List.of(), 2, 1 << 20))
        .hasMessage(
            "2 cores and 1 MB for containers: must be at least 1 and 1024 MB on each worker");
  }

  private static List<Daemon> plan(HadoopSpec spec, Map<String, Set<Integer>> taken) {
    return HadoopPlan.of(spec, taken);
  }

  private static List<Worker> workers(String... lines) {
    try {
      return Workers.ofTexts(List.of(lines));
    } catch (InvalidHostsException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static HadoopSpec spec(Node... workers) {
    return HadoopSpec.of(
        List.of(workers), new Mark("x"), DIRECTORY, List.of("/opt/hadoop/*"), 2, 4L << 30);
  }
}
