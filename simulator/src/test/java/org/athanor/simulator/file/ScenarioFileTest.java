// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.mapreduce.MapReduceSettings.Assignment;
import org.athanor.simulator.mapreduce.MapReduceSettings.Output;
import org.athanor.simulator.mapreduce.MapReduceSettings.Shuffle;
import org.athanor.simulator.mapreduce.MapReduceSettings.Start;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.simulator.run.Scenario;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("short")
class ScenarioFileTest {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;

  @Test
  void readsNodesWithAllTheirKeys() {
    Scenario scenario =
        ScenarioText.valid()
            .with(
                "containers: 2", "slots: {maps: 3, reduces: 1}\n      power: {idle: 80, busy: 200}")
            .with(
                "{type: disk,",
                "{type: ram-disk, count: 2, crowding: 0.3, use: hdfs, power: {idle: 1, busy: 2.5},")
            .with(
                "        disk:",
                "        local: {type: ssd, read: 1 GB/s, write: 1 GB/s, capacity: 1g, use: local}\n"
                    + "        disk:")
            .with("racks: 2", "racks: 2\n  uplink: 10 Gbit/s\n  core: 16 Gbit/s")
            .scenario();
    assertThat(scenario.cluster().coreBytesPerSecond()).isEqualTo(2e9);
    assertThat(scenario.cluster().racks())
        .extracting(RackSpec::uplinkBytesPerSecond)
        .containsExactly(1.25e9, 1.25e9);
    DeviceSpec local =
        new DeviceSpec(DeviceType.SSD, 1e9, 1e9, 0, GIB, DeviceUse.LOCAL, Power.NONE);
    DeviceSpec disk =
        new DeviceSpec(
            DeviceType.RAM_DISK, 100e6, 80e6, 0.3, 10 * GIB, DeviceUse.HDFS, new Power(1, 2.5));
    NodeSpec node =
        new NodeSpec(
            "worker",
            2,
            2e9,
            125e6,
            List.of(local, disk, disk),
            Slots.separate(3, 1),
            new Power(80, 200));
    assertThat(scenario.cluster().racks())
        .allSatisfy(rack -> assertThat(rack.nodes()).containsExactly(node, node));
  }

  @Test
  void dealsNodesToRacks() {
    ScenarioText text =
        ScenarioText.valid()
            .with("racks: 2", "racks: 3")
            .with(
                "    worker:",
                "    store: {count: 2, rack: 3, cores: 1, clock: 1 GHz, link: 1 Gbit/s}\n    worker:");
    assertThat(text.scenario().cluster().racks())
        .extracting(rack -> rack.nodes().stream().map(NodeSpec::name).toList())
        .containsExactly(
            List.of("worker", "worker"), List.of("worker"), List.of("store", "store", "worker"));
  }

  @Test
  void hasDefaultsOfHadoop() {
    Scenario scenario =
        ScenarioText.valid().with("hdfs: {block: 64m, replication: 2}", "").scenario();
    assertThat(scenario.mapReduce())
        .isEqualTo(
            new MapReduceSettings(
                Framework.HADOOP,
                new Output(128 * MIB, 3),
                new Start(5, 1, 1, 1, 1),
                new Assignment(2, 2, 0, 1),
                new Shuffle(0.05, 5, 80 * MIB, 0, GIB, false, true)));
    assertThat(scenario.hdfs().placement()).isEmpty();
    assertThat(scenario.hdfs().retrieval()).isEmpty();
    assertThat(scenario.scheduling()).isEqualTo(new Scheduling.FirstComeFirstServed());
    assertThat(scenario.seed()).isEqualTo(1);
    assertThat(scenario.files()).containsExactly(new FileSpec("/jobs/one", GIB, 128 * MIB, 3));
  }

  @Test
  void storesNoMoreReplicasThanThereAreNodesByDefault() {
    Scenario scenario =
        ScenarioText.valid()
            .with("racks: 2", "racks: 1")
            .with("count: 4", "count: 2")
            .with(", replication: 2", "")
            .scenario();
    assertThat(scenario.files()).extracting(FileSpec::replication).containsExactly(2);
    assertThat(scenario.mapReduce().output().replication()).isEqualTo(2);
  }

  @Test
  void readsMapReduceWithAllItsKeys() {
    Scenario scenario =
        ScenarioText.valid()
            .plus(
                """
                mapreduce:
                  framework: athanor
                  job start: 4s
                  job end: 2s
                  task start: 500ms
                  task start cpu: 1500ms
                  task start cores: 2
                  slowstart: 0.8
                  copies: 10
                  sort memory: 200m
                  merge memory: 300m
                  node memory: 400m
                  heartbeat: 3s
                  tasks per heartbeat: 2
                  rack wait: 3s
                  any wait: 6s
                  read map output: true
                  shuffle: exact
                  output block: 256m
                  output replication: 1
                """)
            .scenario();
    assertThat(scenario.mapReduce())
        .isEqualTo(
            new MapReduceSettings(
                Framework.ATHANOR,
                new Output(256 * MIB, 1),
                new Start(4, 2, 0.5, 1.5, 2),
                new Assignment(3, 6, 3, 2),
                new Shuffle(0.8, 10, 200 * MIB, 300 * MIB, 400 * MIB, true, true)));
  }

  @Test
  void largeClustersHaveAnAggregatedShuffle() {
    assertThat(ScenarioText.valid().with("count: 4", "count: 500").scenario().mapReduce())
        .matches(settings -> settings.shuffle().exact());
    assertThat(ScenarioText.valid().with("count: 4", "count: 501").scenario().mapReduce())
        .matches(settings -> !settings.shuffle().exact());
  }

  @Test
  void makesTiersOfTheTypesOfDevices() {
    Scenario scenario =
        ScenarioText.valid()
            .with(
                "        disk:",
                "        ssd: {type: ssd, read: 400 MB/s, write: 300 MB/s, capacity: 1g}\n"
                    + "        slow: {type: disk, read: 50 MB/s, write: 40 MB/s, capacity: 1g}\n"
                    + "        disk:")
            .with("replication: 2", "replication: 2, placement: hybrid, retrieval: tier")
            .scenario();
    assertThat(scenario.hdfs().placement()).isPresent();
    assertThat(scenario.hdfs().retrieval()).isPresent();
    List<Tier> tiers = scenario.hdfs().tiers().orElseThrow().all();
    assertThat(tiers).extracting(Tier::name).containsExactly("ssd", "disk");
    assertThat(tiers).extracting(Tier::readBytesPerSecond).containsExactly(400e6, 75e6);
    assertThat(tiers).extracting(Tier::writeBytesPerSecond).containsExactly(300e6, 60e6);
  }

  @ParameterizedTest
  @CsvSource({"network", "tier", "hybrid", "random"})
  void knowsThePoliciesOfStorage(String policy) {
    Scenario scenario =
        ScenarioText.valid()
            .with("replication: 2", "placement: " + policy + ", retrieval: " + policy)
            .scenario();
    assertThat(scenario.hdfs().placement()).isPresent();
    assertThat(scenario.hdfs().retrieval()).isPresent();
  }

  @Test
  void readsSchedulers() {
    assertThat(ScenarioText.valid().plus("scheduler: fair\n").scenario().scheduling())
        .isEqualTo(new Scheduling.FairShare());
    assertThat(ScenarioText.valid().plus("scheduler: capacity\n").scenario().scheduling())
        .isEqualTo(new Scheduling.Capacity(Map.of("a", 1.0, "b", 3.0)));
  }

  @Test
  void repeatsJobs() {
    Scenario scenario =
        ScenarioText.valid()
            .with(
                "shuffle: 1g",
                "shuffle: 1g, output: 2g, maps: 5, map cycles per byte: 1.5,"
                    + " reduce cycles per byte: 2, submit: 30s, times: 2, every: 1m")
            .scenario();
    assertThat(scenario.jobs())
        .containsExactly(
            new JobSpec("one-1", "a", 30, "/jobs/one-1", 5, 2, GIB, 2 * GIB, 1.5, 2),
            new JobSpec("one-2", "a", 90, "/jobs/one-1", 5, 2, GIB, 2 * GIB, 1.5, 2));
    assertThat(scenario.files()).hasSize(1);
  }

  @Test
  void readsATrace(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("mine.yaml");
    Files.writeString(
        file,
        ScenarioText.valid().text().replaceAll("(?s)jobs:.*", "")
            + "trace: {file: t.tsv, divide bytes by: 2, most reduces: 2, queue: b}\n");
    assertThat(ScenarioFile.read(file, OptionalLong.empty(), Sources.none()).problems())
        .extracting(Object::toString)
        .containsExactly(
            file
                + ":14: trace.file=t.tsv: there is no such file; must be a path from "
                + directory
                + ", or absolute");
    Files.writeString(
        directory.resolve("t.tsv"), "job0\t5\t5\t2000\t0\t200\njob1\t9\t4\t0\t6442450944\t10\n");
    ScenarioFile read = ScenarioFile.read(file, OptionalLong.of(7), Sources.none());
    assertThat(read.problems()).isEmpty();
    Scenario scenario = read.variants().get(0).scenario();
    assertThat(read.variants().get(0).name()).isEqualTo("mine");
    assertThat(scenario.seed()).isEqualTo(7);
    assertThat(scenario.files()).extracting(FileSpec::bytes).containsExactly(1000L);
    assertThat(scenario.jobs()).extracting(JobSpec::queue).containsExactly("b", "b");
    assertThat(scenario.jobs()).extracting(JobSpec::reduces).containsExactly(0, 2);
    assertThat(scenario.jobs()).extracting(JobSpec::outputBytes).containsExactly(100L, 5L);
    Files.writeString(directory.resolve("t.tsv"), "job0\t5\n");
    assertThat(ScenarioFile.read(file, OptionalLong.empty(), Sources.none()).problems())
        .singleElement()
        .asString()
        .startsWith(file + ":14: trace.file=t.tsv: t.tsv:1: 2 fields: must be 6 to 9");
  }

  @Test
  void variantsShareTheJobsOfATrace(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("mine.yaml");
    Files.writeString(
        file,
        ScenarioText.valid().text().replaceAll("(?s)jobs:.*", "")
            + "trace: {file: t.tsv, queue: b}\nmatrix: {seed: [1, 2], scheduler: [fifo, fair]}\n");
    Files.writeString(directory.resolve("t.tsv"), "job0\t5\t5\t2000\t0\t200\n");
    List<Variant> variants =
        ScenarioFile.read(file, OptionalLong.empty(), Sources.none()).variants();
    assertThat(variants).hasSize(4);
    Scenario first = variants.get(0).scenario();
    assertThat(variants)
        .extracting(Variant::scenario)
        .allSatisfy(
            scenario -> {
              assertThat(scenario.jobs().get(0)).isSameAs(first.jobs().get(0));
              assertThat(scenario.files().get(0)).isSameAs(first.files().get(0));
            });
  }

  @Test
  void refusesAClusterThatTakesTooMuchMemory() {
    assertThat(
            ScenarioText.valid()
                .with("count: 4", "count: 1000000")
                .with("{type: disk,", "{type: disk, count: 1024,")
                .problems())
        .containsExactly(
            "s.yaml:3: cluster.nodes: have 1000000 nodes with 1024000000 devices; must be at most"
                + " 1000000 nodes with 4000000 devices in all");
    assertThat(
            ScenarioText.valid()
                .with(
                    "    worker:",
                    "    store: {count: 1000000, cores: 1, clock: 1 GHz, link: 1 Gbit/s}\n"
                        + "    worker:")
                .problems())
        .containsExactly(
            "s.yaml:3: cluster.nodes: have 1000004 nodes with 4 devices; must be at most 1000000"
                + " nodes with 4000000 devices in all");
  }

  @Test
  void refusesBlocksThatTakeTooMuchMemory() {
    ScenarioText small =
        ScenarioText.valid().with("block: 64m", "block: 4k").with("capacity: 10g", "capacity: 1t");
    assertThat(small.with("input: 1g", "input: 1t").problems())
        .containsExactly(
            "s.yaml:15: jobs.input=1t: the blocks of all files have more than 100000000 replicas,"
                + " in blocks of 4096; must be less, or set larger blocks");
    assertThat(small.with("shuffle: 1g", "output: 1t").problems())
        .containsExactly(
            "s.yaml:15: jobs.output=1t: a task writes a file of 549755813888 bytes in blocks of"
                + " 4096; its blocks must have at most 100000000 replicas together; set"
                + " mapreduce.output block");
    assertThat(
            ScenarioText.valid()
                .with("shuffle: 1g", "output: 15g")
                .plus("mapreduce: {output block: 20g, output replication: 1}\n")
                .with("reduces: 2", "reduces: 1")
                .problems())
        .containsExactly(
            "s.yaml:15: jobs.output=15g: a block has 16106127360 bytes; must be at most"
                + " 10737418240, the capacity of the largest device");
  }

  @Test
  void refusesAnExactShuffleThatTakesTooMuchMemory() {
    ScenarioText many = ScenarioText.valid().with("reduces: 2", "maps: 1000000, reduces: 1000000");
    assertThat(many.problems()).isEmpty();
    ScenarioText atOnce = many.with("containers: 2", "containers: 65536");
    assertThat(atOnce.problems())
        .containsExactly(
            "s.yaml:15: jobs.reduces=1000000: they copy up to 262000000000 times from 1000000 maps;"
                + " must be at most 1000000000 times, or set mapreduce.shuffle: aggregated");
    assertThat(atOnce.plus("mapreduce: {shuffle: aggregated}\n").problems()).isEmpty();
    assertThat(atOnce.plus("mapreduce: {framework: spark}\n").problems()).isEmpty();
  }

  /** Those of a trace are named by the trace and the job. */
  @Test
  void refusesImpossibleJobsOfTraces(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("mine.yaml");
    Files.writeString(
        file,
        ScenarioText.valid().text().replaceAll("(?s)jobs:.*", "")
            + "trace: {file: t.tsv, queue: b}\n");
    String devices =
        "the replicas of all files and outputs have more bytes than the devices; must be at most"
            + " 42949672960, or set divide bytes by";
    String years =
        "shuffle of job j1: the devices of all nodes would write it for more than a hundred years;"
            + " must be at most 1000000000000000000, or set divide bytes by";
    Map<String, String> problems =
        Map.of(
            "j0\t5\t5\t0\t0\t20000000000\nj1\t5\t0\t0\t0\t20000000000\n", devices,
            "j0\t5\t5\t1\t0\t1\nj1\t5\t0\t0\t9000000000000000000\t0\n", years);
    for (Map.Entry<String, String> each : problems.entrySet()) {
      Files.writeString(directory.resolve("t.tsv"), each.getKey());
      assertThat(ScenarioFile.read(file, OptionalLong.empty(), Sources.none()).problems())
          .extracting(Object::toString)
          .containsExactly(file + ":14: trace.file=t.tsv: " + each.getValue());
    }
  }

  @Test
  void saysThatAFileIsMissing() {
    assertThat(
            ScenarioFile.read(Path.of("none.yaml"), OptionalLong.empty(), Sources.none())
                .problems())
        .extracting(Object::toString)
        .containsExactly("none.yaml: cannot be read: there is no such file");
    assertThat(new ScenarioText("").problems())
        .containsExactly("s.yaml: is empty; athanor simulate init writes an example");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          containers: 2 | power: {idle: 1, busy: 2} | s.yaml:3: cluster.nodes: no node runs maps; at least one group must have containers or slots
          containers: 2 | slots: {maps: 0, reduces: 2} | s.yaml:3: cluster.nodes: no node runs maps; at least one group must have containers or slots
          containers: 2 | slots: {maps: 2, reduces: 0} | s.yaml:15: jobs.reduces=2: no node runs reduces; must be 0, or give nodes slots
          containers: 2 | slots: {maps: 2} | s.yaml:9: cluster.nodes.worker.slots.reduces: is missing; must be a number from 0 to 65536
          containers: 2 | power: {idle: 2, busy: 1} | s.yaml:9: cluster.nodes.worker.power.busy=1: must be as much as idle, or more
          cores: 2 | slots: {maps: 1, reduces: 1} | s.yaml:6: cluster.nodes.worker.slots: a node has either containers or slots
          capacity: 10g | capacity: 10g, use: local | s.yaml:3: cluster.nodes: no node stores blocks; at least one must have a device with use hdfs or all
          capacity: 10g | capacity: 10g, use: hdfs | s.yaml:10: cluster.nodes.worker.devices: a node that runs tasks needs a device for their data: use local or all
          capacity: 10g | capacity: 511m | s.yaml:15: jobs.input=1g: the replicas of all files have more bytes than the devices; must be at most 2143289344
          capacity: 10g | capacity: 10m | s.yaml:15: jobs.input=1g: a block has 67108864 bytes; must be at most 10485760, the capacity of the largest device
          capacity: 10g | size: 10g | s.yaml:11: cluster.nodes.worker.devices.disk.capacity: is missing; must be a size such as 512m or 1.5g, 1 or more
          type: disk | type: dsik | s.yaml:11: cluster.nodes.worker.devices.disk.type=dsik: unknown value; allowed ram-disk, nvdimm, ssd, disk, archive; did you mean disk?
          read: 100 MB/s | read: 100 | s.yaml:11: cluster.nodes.worker.devices.disk.read=100: must be a rate such as 118 MB/s or 1 Gbit/s, above 0
          clock: 2 GHz | clock: 2 | s.yaml:7: cluster.nodes.worker.clock=2: must be a frequency such as 2.8 GHz, above 0
          count: 4 | cuont: 4 | s.yaml:5: cluster.nodes.worker.cuont=4: unknown key of a node; allowed count, rack, cores, clock, link, containers, slots, power, devices; did you mean count?
          count: 4 | rack: 3 | s.yaml:5: cluster.nodes.worker.rack=3: must be at most racks, which is 2
          racks: 2 | racks: 5 | s.yaml:2: cluster.racks=5: rack 5 has no node; must have one or more
          replication: 2 | replication: 5 | s.yaml:12: hdfs.replication=5: must be at most 4, the number of nodes that store blocks
          replication: 2 | placement: tiers | s.yaml:12: hdfs.placement=tiers: unknown value; allowed hdfs, network, tier, hybrid, random; did you mean tier?
          queue: a | queue: c | s.yaml:15: jobs.queue=c: unknown queue; allowed a, b
          queue: a, | '' | s.yaml:15: jobs: has no queue; must be one of a, b
          b: 3 | b: 0 | s.yaml:13: queues.b=0: must be a number from 0.000001 to 1000000000
          input: 1g, | '' | s.yaml:15: jobs: has neither input nor maps; must have one of them
          shuffle: 1g | output: 30g | s.yaml:15: jobs.output=30g: the replicas of all files and outputs have more bytes than the devices; must be at most 42949672960
          shuffle: 1g | output: 10g, times: 2 | s.yaml:15: jobs.output=10g: the replicas of all files and outputs have more bytes than the devices; must be at most 42949672960
          shuffle: 1g | shuffle: 8000000t | s.yaml:15: jobs.shuffle=8000000t: the devices of all nodes would write it for more than a hundred years; must be at most 1000000000000000000
          shuffle: 1g | map cycles per byte: 99999999999999 | s.yaml:15: jobs.map cycles per byte=99999999999999: all processors would compute for more than a hundred years; map cycles per byte must be at most 46900000000 for 1073741824 bytes
          shuffle: 1g | shuffle: 8000000t | s.yaml:15: jobs: all processors would compute for more than a hundred years; reduce cycles per byte must be at most 5.73 for 8796093022208000000 bytes
          reduces: 2, | '' | s.yaml:15: jobs.shuffle=1g: must be 0 without reduces, or set reduces
          name: one | times: 2 | s.yaml:15: jobs.name: is missing; must be a name of at most 64 letters, digits, '-', '_' and '.', a letter or digit first
          jobs: | job: | s.yaml:14: job: unknown key; allowed name, cluster, hdfs, mapreduce, scheduler, queues, jobs, trace, accesses, clients, manager, failures, matrix, seed, precision; did you mean jobs?
          """)
  void refuses(String part, String replacement, String problem) {
    assertThat(ScenarioText.valid().with(part, replacement).problems()).contains(problem);
    assertThat(ScenarioText.valid().with(part, replacement).read().variants()).isEmpty();
  }

  @Test
  void refusesNamesThatOccurTwice() {
    assertThat(ScenarioText.valid().plus("  - {name: one, queue: b, maps: 1}\n").problems())
        .containsExactly("s.yaml:16: jobs.name=one: line 15 has a job one; must be another name");
    assertThat(
            ScenarioText.valid()
                .with("shuffle: 1g", "shuffle: 1g, times: 3")
                .plus("  - {name: one-2, queue: b, maps: 1}\n")
                .problems())
        .containsExactly(
            "s.yaml:16: jobs.name=one-2: line 15 has a job one-2; must be another name");
    assertThat(ScenarioText.valid().with("hdfs:", "    worker: {count: 1}\nhdfs:").problems())
        .containsExactly("s.yaml:12: cluster.nodes.worker: the key is already set in line 4");
  }

  @Test
  void reportsEverythingAtOnceInTheOrderOfLines() {
    assertThat(
            ScenarioText.valid()
                .with("replication: 2", "replication: 9")
                .with("queue: a", "queue: c")
                .plus("seed: x\nmapreduce: {slowstart: 2}\n")
                .problems())
        .containsExactly(
            "s.yaml:12: hdfs.replication=9: must be at most 4, the number of nodes that store blocks",
            "s.yaml:15: jobs.queue=c: unknown queue; allowed a, b",
            "s.yaml:16: seed=x: must be a whole number",
            "s.yaml:17: mapreduce.slowstart=2: must be a number from 0 to 1");
    assertThat(ScenarioText.valid().plus("mapreduce: {output replication: 5}\n").problems())
        .containsExactly(
            "s.yaml:16: mapreduce.output replication=5: must be at most 4, the number of nodes that"
                + " store blocks");
  }

  @Test
  void needsJobs() {
    String without = ScenarioText.valid().text().replaceAll("(?s)jobs:.*", "");
    assertThat(new ScenarioText(without).problems())
        .containsExactly(
            "s.yaml:1: the file: there is nothing to do; must have jobs, trace, accesses or clients");
    assertThat(new ScenarioText(without + "jobs: []\n").problems())
        .containsExactly("s.yaml:14: jobs: must be a list of jobs, one or more");
  }

  @Test
  void numberedJobsReadAFileOfTheirOwn() {
    ScenarioText text =
        ScenarioText.valid()
            .plus("  - {name: b, queue: a, times: 2, input: 1g}\n")
            .plus("  - {name: b-1x, queue: a, input: 1g}\n  - {name: b, queue: a, input: 1g}\n");
    assertThat(text.scenario().files()).extracting(FileSpec::path).doesNotHaveDuplicates();
  }

  @Test
  void refusesJobsThatAreSubmittedInAnotherAge() {
    assertThat(
            ScenarioText.valid()
                .plus("  - {name: b, queue: a, maps: 1, every: 3650d, times: 40}\n")
                .problems())
        .singleElement()
        .asString()
        .contains("within a hundred years");
  }

  @Test
  void policiesDoWithoutMemory() {
    ScenarioText memory = ScenarioText.valid().with("{type: disk,", "{type: ram-disk,");
    assertThat(memory.with("replication: 2", "replication: 2, placement: tier").problems())
        .containsExactly(
            "s.yaml:12: hdfs.placement=tier: policies place nothing on ram-disk, and no node has"
                + " another device for blocks");
    ScenarioText mixed =
        memory.with(
            "    worker:",
            """
                one:
                  cores: 2
                  clock: 2 GHz
                  link: 1 Gbit/s
                  devices:
                    disk: {type: disk, read: 100 MB/s, write: 80 MB/s, capacity: 10g}
                worker:"""
                .indent(4)
                .stripTrailing());
    assertThat(mixed.problems()).isEmpty();
    assertThat(mixed.with("replication: 2", "replication: 2, placement: tier").problems())
        .containsExactly(
            "s.yaml:18: hdfs.replication=2: must be at most 1, the number of nodes that store"
                + " blocks on other devices than ram-disk");
    assertThat(
            mixed
                .with("replication: 2", "placement: tier")
                .scenario()
                .hdfs()
                .tiers()
                .orElseThrow()
                .all())
        .singleElement()
        .matches(tier -> tier.name().equals("disk"));
  }
}
