// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.PolicyPlacement;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.manage.Planning;
import org.athanor.simulator.run.HdfsRules;
import org.athanor.simulator.run.Scenario;
import org.athanor.testkit.Seeds;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key {@code hdfs.rules}: the text of a NameNode's plug-ins. */
@Tag("short")
class RulesKeyTest {
  private static final String RULES =
      """
      format=1
      version=3
      tiers=ssd,disk,archive
      tier.ssd.devices=SSD
      tier.ssd.read=500000000
      tier.ssd.write=300000000
      tier.ssd.iops=70000
      tier.disk.devices=DISK
      tier.disk.read=100000000
      tier.disk.write=80000000
      tier.disk.iops=200
      tier.archive.devices=ARCHIVE
      tier.archive.read=50000000
      tier.archive.write=40000000
      tier.archive.iops=100
      regions=east,west
      region.east.locations=/east
      region.west.locations=/west/r1
      placements=clients,first,logs
      placement.clients.path=/clients
      placement.clients.policy=region
      placement.clients.tiers=disk
      placement.first.path=/clients/0
      placement.first.policy=tier
      placement.first.tiers=ssd,archive
      placement.logs.path=/logs
      placement.logs.policy=network
      retrieval=tier
      replication.minimum=2
      """;

  private static final String SCENARIO =
      """
      cluster:
        racks: 3
        locations: [/east/r1, /east/r2, /west/r1]
        nodes:
          worker:
            count: 9
            cores: 2
            clock: 2 GHz
            link: 1 Gbit/s
            containers: 1
            devices:
              ssd: {type: ssd, read: 500 MB/s, write: 300 MB/s, capacity: 10g, use: hdfs}
              disk: {type: disk, read: 100 MB/s, write: 80 MB/s, capacity: 10g}
              archive: {type: archive, read: 50 MB/s, write: 40 MB/s, capacity: 10g, use: hdfs}
      hdfs: {block: 16m, replication: 2, rules: rules}
      jobs:
        - {name: one, input: 64m}
      """;

  private static final int BLOCKS = 40;

  @TempDir Path directory;

  private ScenarioFile read(String rules, String scenario) throws IOException {
    Files.writeString(directory.resolve("rules"), rules);
    Path file = directory.resolve("s.yaml");
    Files.writeString(file, scenario);
    return ScenarioFile.read(file, OptionalLong.empty(), Sources.none());
  }

  private List<String> problems(String rules, String scenario) throws IOException {
    return read(rules, scenario).problems().stream().map(Problem::toString).toList();
  }

  /** The longest directory counts; files in none are placed by HDFS, on disks. */
  @Test
  void placesByPath() throws IOException {
    ScenarioFile read = read(RULES, SCENARIO);
    assertThat(read.problems()).isEmpty();
    Scenario scenario = read.variants().get(0).scenario();
    assertThat(places(scenario, "/clients/0/0"))
        .hasSize(BLOCKS)
        .allMatch(places -> places.toString().matches("\\[archive in .*, ssd in .*]"));
    assertThat(places(scenario, "/clients/5/0"))
        .hasSize(BLOCKS)
        .allMatch(places -> places.toString().matches("\\[disk in /east/r., disk in /west/r1]"));
    assertThat(places(scenario, "/jobs/one"))
        .hasSize(BLOCKS)
        .allMatch(places -> places.toString().matches("\\[disk in .*, disk in .*]"));
  }

  /** The devices of each block of a file. */
  private static List<Set<String>> places(Scenario scenario, String path) {
    Cluster cluster = new Cluster(scenario.cluster(), new Simulation().flows());
    HdfsRules hdfs = scenario.hdfs();
    PolicyPlacement placement =
        new PolicyPlacement(
            hdfs.placement().orElseThrow(),
            cluster,
            hdfs.tiers().orElseThrow(),
            hdfs.regions(),
            new SplittableRandom(Seeds.seed()));
    FileSystem files = new FileSystem(cluster, placement, (reader, all, count, of) -> all[0]);
    SimulatedFile file = files.create(new FileSpec(path, BLOCKS, 1, 2));
    List<Set<String>> blocks = new ArrayList<>();
    for (int block = 0; block < file.blocks(); block++) {
      Set<String> places = new TreeSet<>();
      for (int device : file.replicas(block)) {
        String type = Keys.idOf(cluster.device(device).type());
        places.add(type + " in " + cluster.location(cluster.nodeOf(device)));
      }
      blocks.add(places);
    }
    return blocks;
  }

  /** A manager keeps as many replicas as the rules say at least. */
  @Test
  void boundsWhatAManagerRemoves() throws IOException {
    String bare = RULES.replaceAll("(?m)^placement.*\n", "").replace("minimum=2", "minimum=3");
    String managed =
        SCENARIO.replace("replication: 2", "replication: 4") + "manager: {decide: aptstore}\n";
    Scenario scenario = read(bare, managed).variants().get(0).scenario();
    Planning.AptStore planning = (Planning.AptStore) scenario.manager().orElseThrow().planning();
    assertThat(planning.rules().replication().minimum()).isEqualTo(3);
    assertThat(problems(RULES, managed).toString())
        .contains("needs hdfs.placement: hdfs, or rules without placements");
  }

  @Test
  void refusesWhatCannotBe() throws IOException {
    assertThat(problems(RULES.replace("policy=tier", "policy=teir"), SCENARIO).toString())
        .contains("s.yaml:15: hdfs.rules=rules: ")
        .contains("policy=teir");
    assertThat(problems(RULES, SCENARIO.replace("rules: rules", "rules: rulez")).toString())
        .contains("hdfs.rules=rulez: cannot be read: there is no such file");
    assertThat(problems(RULES, SCENARIO.replace("rules: rules", "rules: rules, retrieval: tier")))
        .hasSize(1)
        .allMatch(text -> text.contains("is what the rules say; must not be beside hdfs.rules"));
    assertThat(problems(RULES, SCENARIO.replace("/west/r1]", "/west]")).toString())
        .contains("has /west; must be like /east/rack1, all with the same number of slashes");
    assertThat(problems(RULES, SCENARIO.replace(", /west/r1]", "]")).toString())
        .contains("must be 3 different ones, one for each rack");
  }
}
