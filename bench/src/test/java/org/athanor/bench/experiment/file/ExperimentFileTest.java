// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.experiment.Disturbance;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.NodeRoles;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.Order;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.ResourceSpec;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.Warm;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.framework.JvmSpec;
import org.athanor.bench.power.Certificate;
import org.athanor.bench.power.PowerSpec;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.yaml.Problem;
import org.athanor.yaml.text.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentFileTest {
  private static final String SHORTEST = "frameworks: hadoop\nworkloads: wordcount\n";

  private static ExperimentFile parse(String text) {
    return ExperimentFile.parse(
        Path.of("/exp/two words.yaml"),
        text.getBytes(StandardCharsets.UTF_8),
        new FixedVocabulary());
  }

  private static Experiment valid(String text) {
    ExperimentFile file = parse(text);
    assertThat(file.problems()).isEmpty();
    return file.experiment().orElseThrow();
  }

  private static List<String> problems(String text) {
    return parse(text).problems().stream().map(Problem::toString).toList();
  }

  @Test
  @Tag("short")
  void fillsInDefaults() {
    assertThat(valid(SHORTEST))
        .isEqualTo(
            new Experiment(
                "two-words",
                List.of(new NodeSpec("localhost", "localhost")),
                NodeRoles.ALL_WORK,
                List.of(1),
                List.of(StorageSpec.of(StorageType.LOCAL, List.of())),
                Optional.empty(),
                Optional.empty(),
                ResourceSpec.DEFAULT,
                List.of(framework("hadoop", "hadoop", "local", Optional.empty(), Map.of())),
                List.of(new WorkloadSpec("wordcount", "wordcount", Map.of())),
                Repetitions.of(5),
                1,
                Duration.ofMinutes(30),
                "hadoop",
                1,
                false,
                Warm.NOTHING,
                Set.of(),
                List.of(),
                List.of(),
                Duration.ofSeconds(1),
                List.of(),
                new Disturbance(0.1, 3),
                Order.INTERLEAVED,
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  @Test
  void readsEveryKey() {
    Experiment experiment =
        valid(
            """
            name: all
            nodes: [localhost, me@alpha:2222, {ssh: beta, namespace: h0}, {namespace: h1}, k1]
            master: dedicated
            roles: {broker: 1}
            sizes: [3, 2]
            filesystem: hdfs
            volumes: ssd=1x53m/24m,disk=2x6m/5m
            resources: {cores: 2, memory: 6g, workersPerNode: 2, tasksPerNode: 4}
            frameworks:
              - hadoop
              - spark: {mode: standalone, version: 4.3.0, label: s, home: lib/spark, java: /j,
                        settings: {spark.a: 1, spark.b: 'true'}}
              - external: {submit: "run {input}", start: [a, b]}
            workloads:
              - wordcount: {size: 1g, input: in.txt}
              - command: {label: mine, run: cat}
            repetitions: 7
            warmup: 0
            timeout: 1h30m
            baseline: s
            seed: -5
            dropCaches: true
            monitors: [cpu, disk]
            interval: 500ms
            disturbance: {limit: 12.5%, attempts: 1}
            order: grouped
            work: /disk
            output: out
            """);
    assertThat(experiment.nodes())
        .containsExactly(
            new NodeSpec("localhost", "localhost"),
            new NodeSpec("alpha", "me@alpha:2222"),
            new NodeSpec("beta", "namespace:h0/beta"),
            new NodeSpec("h1", "namespace:h1"),
            new NodeSpec("k1", "k1"));
    assertThat(experiment.roles()).isEqualTo(new NodeRoles(true, Map.of("broker", 1)));
    assertThat(experiment.sizes()).containsExactly(2, 3);
    assertThat(experiment.frameworks())
        .containsExactly(
            framework("hadoop", "hadoop", "yarn", Optional.empty(), Map.of()),
            new FrameworkSpec(
                "spark",
                "s",
                "standalone",
                Optional.of("4.3.0"),
                Optional.of("/exp/lib/spark"),
                Optional.of("/j"),
                Optional.empty(),
                Map.of("spark.a", "1", "spark.b", "true"),
                Map.of()),
            new FrameworkSpec(
                "external",
                "external",
                "external",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of("submit", "run {input}", "start", "a\nb")));
    assertThat(experiment.workloads())
        .containsExactly(
            new WorkloadSpec(
                "wordcount", "wordcount", Map.of("size", "1g", "input", "/exp/in.txt")),
            new WorkloadSpec("command", "mine", Map.of("run", "cat")));
    assertThat(experiment.storages()).hasSize(1);
    assertThat(experiment.storages().get(0).volumes())
        .isEqualTo(Volumes.parseList("ssd=1x53m/24m,disk=2x6m/5m"))
        .hasSize(2);
    assertThat(experiment.resources())
        .isEqualTo(
            new ResourceSpec(Optional.of(2), Optional.of(ByteSize.of("6g")), 2, Optional.of(4)));
    assertThat(experiment.disturbance()).isEqualTo(new Disturbance(0.125, 1));
    assertThat(experiment.monitors()).containsExactlyInAnyOrder("cpu", "disk");
    assertThat(experiment.work()).contains(Path.of("/disk"));
    assertThat(experiment.output()).contains(Path.of("/exp/out"));
    assertThat(experiment.timeout()).isEqualTo(Duration.ofMinutes(90));
    assertThat(experiment.order()).isEqualTo(Order.GROUPED);
  }

  private static FrameworkSpec framework(
      String kind, String label, String mode, Optional<String> version, Map<String, String> set) {
    return new FrameworkSpec(
        kind,
        label,
        mode,
        version,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        set,
        Map.of());
  }

  @Test
  void readsWhatIsMadeWarmAndTheJvmOfEachFramework() {
    Experiment experiment =
        valid(
            """
            frameworks:
              - hadoop: {heap: 4g, jvmOptions: "-XX:+UseParallelGC -Xlog:gc"}
              - spark
            workloads: wordcount
            warm: {memory: 6g, input: true}
            """);
    assertThat(experiment.warm()).isEqualTo(new Warm(Optional.of(ByteSize.of("6g")), true));
    assertThat(experiment.framework("hadoop").jvm())
        .isEqualTo(
            new JvmSpec(Optional.of(ByteSize.of("4g")), List.of("-XX:+UseParallelGC", "-Xlog:gc")));
    assertThat(experiment.framework("spark").jvm()).isEqualTo(JvmSpec.DEFAULT);
  }

  @Test
  void anInputIsWarmOnlyWhereCachesAreKeptAndFilesAreTheNodes() {
    String rest = "frameworks: hadoop\nworkloads: wordcount\n";
    assertThat(problems(rest + "warm: {input: true}\ndropCaches: true\n"))
        .containsExactly(
            "/exp/two words.yaml:3: warm.input=true: contradicts dropCaches; remove one of the"
                + " two");
    assertThat(problems(rest + "warm: {input: true}\nfilesystem: hdfs\n"))
        .containsExactly(
            "/exp/two words.yaml:3: warm.input=true: needs storages of type local or shared: the"
                + " blocks of hdfs are cached on its DataNodes");
    assertThat(problems(rest + "warm: {memory: 1m}\n"))
        .containsExactly(
            "/exp/two words.yaml:3: warm.memory=1m: must be a size such as 512m or 1.5g, 64m or"
                + " more");
    assertThat(problems("frameworks: [hadoop: {jvmOptions: -Xmx1g}]\nworkloads: wordcount\n"))
        .containsExactly(
            "/exp/two words.yaml:1: frameworks.hadoop.jvmOptions=-Xmx1g: -Xmx1g sets the heap; use"
                + " the key heap");
  }

  @Test
  void readsTheStorageOfEachFramework() {
    Experiment experiment =
        valid(
            """
            filesystem: hdfs
            volumes: ssd=1,disk=1
            frameworks:
              - hadoop: {label: h1, storage: config-1}
              - hadoop: {label: h4, storage: config-4}
              - spark
            workloads: terasort
            """);
    assertThat(experiment.frameworks().stream().map(FrameworkSpec::storage).toList())
        .isEqualTo(
            List.of(
                Optional.of(StorageConfiguration.CONFIG_1),
                Optional.of(StorageConfiguration.CONFIG_4),
                Optional.empty()));
  }

  @Test
  void readsHostsFromAFile(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("hosts"), "# two\nalpha\n\nme@beta:22 # second\n");
    Path file = directory.resolve("e.yaml");
    Files.writeString(file, "hosts: hosts\n" + SHORTEST);
    ExperimentFile read = ExperimentFile.read(file, new FixedVocabulary());
    assertThat(read.problems()).isEmpty();
    assertThat(read.experiment().orElseThrow().nodes())
        .extracting(NodeSpec::name)
        .containsExactly("alpha", "beta");
    assertThat(read.problem("nodes.beta", "does not answer"))
        .hasToString(directory.resolve("hosts") + ":4: host=me@beta:22: does not answer");
  }

  @Test
  void usesThisMachineIfNoNodeCanBeRead(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("empty"), "");
    Path file = directory.resolve("e.yaml");
    for (String[] wrong :
        new String[][] {
          {"nodes: []", "nodes: must be a list of nodes, each localhost or [user@]host[:port]"},
          {"hosts: nohosts", "hosts=nohosts: cannot be read: there is no such file"},
          {"hosts: .", "hosts=.: cannot be read: Is a directory"},
          {"hosts: empty", "hosts=empty: names no host; must have one per line"}
        }) {
      Files.writeString(file, SHORTEST + wrong[0] + "\nsizes: [1, 2]\n");
      ExperimentFile read = ExperimentFile.read(file, new FixedVocabulary());
      assertThat(read.problems()).containsExactly(new Problem(file.toString(), 3, wrong[1]));
      assertThat(read.experiment().orElseThrow().nodes())
          .containsExactly(new NodeSpec("localhost", "localhost"));
      assertThat(read.experiment().orElseThrow().sizes()).containsExactly(1);
    }
  }

  @Test
  void checksSizesOnlyIfAllNodesAreValid() {
    assertThat(problems(SHORTEST + "nodes: [a, b]\nsizes: [1, 3]\n"))
        .containsExactly("/exp/two words.yaml:4: sizes=3: there are 2 nodes; allowed 1 to 2");
    assertThat(problems(SHORTEST + "nodes: [a, b, c/d]\nsizes: [1, 3]\n"))
        .containsExactly(
            "/exp/two words.yaml:3: nodes=c/d: must be localhost or [user@]host[:port]");
  }

  @Test
  void reportsAFileThatCannotBeRead(@TempDir Path directory) {
    Path file = directory.resolve("missing.yaml");
    assertThat(ExperimentFile.read(file, new FixedVocabulary()).problems())
        .containsExactly(new Problem(file.toString(), 0, "cannot be read: there is no such file"));
  }

  @Test
  void reportsTextThatIsNotYaml() {
    assertThat(problems("a: [1\nb: 2\n"))
        .singleElement()
        .asString()
        .startsWith("/exp/two words.yaml:2: not YAML: ");
    assertThat(problems("frameworks:\n\t- hadoop\n"))
        .singleElement()
        .asString()
        .startsWith("/exp/two words.yaml:2: not YAML: ");
    assertThat(problems(""))
        .containsExactly("/exp/two words.yaml: is empty; athanor bench init writes an example");
    assertThat(
            ExperimentFile.parse(
                    Path.of("x.yaml"), new byte[] {(byte) 0xc3, 0x28}, new FixedVocabulary())
                .problems())
        .containsExactly(new Problem("x.yaml", 0, "it is not text in UTF-8"));
  }

  @Test
  void namesTheLineOfProblemsFoundLater() {
    ExperimentFile file = parse(SHORTEST + "resources:\n  memory: 64g\noutput: o\n");
    assertThat(file.problem("resources.memory", "localhost has 4 GiB"))
        .hasToString("/exp/two words.yaml:4: resources.memory=64g: localhost has 4 GiB");
    assertThat(file.problem("frameworks.hadoop", "no Java"))
        .hasToString("/exp/two words.yaml:1: frameworks=hadoop: no Java");
    assertThat(file.problem("nodes.localhost", "no Java"))
        .hasToString("/exp/two words.yaml: nodes.localhost: no Java");
  }

  @Test
  void keepsValidPartsOfAWrongFile() {
    ExperimentFile file = parse("frameworks: [hadoop, sparc]\nworkloads: wordcount\n");
    assertThat(file.problems()).hasSize(1);
    assertThat(file.experiment().orElseThrow().frameworks())
        .extracting(FrameworkSpec::label)
        .containsExactly("hadoop");
  }

  @Test
  void hashesTheContent() {
    assertThat(parse(SHORTEST).sha256()).isEqualTo(parse(SHORTEST).sha256()).hasSize(64);
    assertThat(parse(SHORTEST).sha256()).isNotEqualTo(parse(SHORTEST + "#").sha256());
  }

  @Test
  void readsMetersAndEvents() {
    Experiment experiment =
        valid(
            """
            nodes: [alpha, beta, gamma]
            frameworks: [hadoop]
            workloads: [wordcount]
            filesystem: hdfs
            events: [cache-misses, l2_rqsts.miss]
            power:
              - redfish: https://{node}-bmc:8443
                nodes: [alpha, beta]
                user: reader
                secret: keys/{node}
                certificate: sha256:%s
                login: session
                resource: /redfish/v1/Chassis/1/Power
                interval: 2s
              - {file: meter.csv, nodes: gamma, domain: outlet 7}
            """
                .formatted("A1:".repeat(32).replaceFirst(":$", "")));
    assertThat(experiment.events()).containsExactly("cache-misses", "l2_rqsts.miss");
    Path here = Path.of("/exp");
    assertThat(experiment.power())
        .containsExactly(
            redfish("alpha", here),
            redfish("beta", here),
            new PowerSpec(
                "gamma",
                PowerSpec.Kind.FILE,
                here.resolve("meter.csv").normalize().toString(),
                Optional.empty(),
                Optional.empty(),
                new Certificate.Checked(),
                false,
                Optional.empty(),
                Optional.of("outlet 7"),
                Duration.ofSeconds(1)));
  }

  private static PowerSpec redfish(String node, Path directory) {
    return new PowerSpec(
        node,
        PowerSpec.Kind.REDFISH,
        "https://" + node + "-bmc:8443",
        Optional.of("reader"),
        Optional.of(directory.resolve("keys/" + node).normalize().toString()),
        new Certificate.Pinned("a1".repeat(32)),
        true,
        Optional.of("/redfish/v1/Chassis/1/Power"),
        Optional.empty(),
        Duration.ofSeconds(2));
  }
}
