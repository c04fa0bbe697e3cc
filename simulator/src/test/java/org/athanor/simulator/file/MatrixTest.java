// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.athanor.simulator.run.Scenario;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class MatrixTest {
  private static ScenarioText matrix(String lines) {
    return ScenarioText.valid().plus("matrix:\n" + lines);
  }

  @Test
  void combinesAllValues() {
    ScenarioText text =
        matrix(
            """
              cluster.nodes.worker.link: [1 Gbit/s, 10 Gbit/s]
              jobs.one.reduces: [2, 4]
            """);
    assertThat(text.names())
        .containsExactly(
            "link=1Gbit/s,reduces=2",
            "link=1Gbit/s,reduces=4",
            "link=10Gbit/s,reduces=2",
            "link=10Gbit/s,reduces=4");
    Scenario third = text.read().variants().get(2).scenario();
    assertThat(third.cluster().racks().get(0).nodes().get(0).linkBytesPerSecond())
        .isEqualTo(1.25e9);
    assertThat(third.jobs().get(0).reduces()).isEqualTo(2);
  }

  @Test
  void setsKeysThatTheFileDoesNotHave() {
    ScenarioText text = matrix("  seed: [5, 6]\n  mapreduce.copies: 7\n");
    assertThat(text.names()).containsExactly("seed=5,copies=7", "seed=6,copies=7");
    assertThat(text.read().variants()).extracting(v -> v.scenario().seed()).containsExactly(5L, 6L);
    assertThat(text.read().variants())
        .allMatch(variant -> variant.scenario().mapReduce().shuffle().parallelCopies() == 7);
    assertThat(text.read().variesSeed()).isTrue();
    assertThat(ScenarioText.valid().read().variesSeed()).isFalse();
  }

  @Test
  void replacesWholeSections() {
    ScenarioText text = matrix("  queues: [{a: 1}, {a: 2, b: 3}]\n");
    assertThat(text.names()).containsExactly("queues={a:1}", "queues={a:2,b:3}");
  }

  @Test
  void namesPathsByTheirShortestDifferentEnd() {
    ScenarioText text =
        matrix("  hdfs.replication: [1, 2]\n  mapreduce.output replication: 1\n")
            .plus(
                "  cluster.nodes.worker.devices.disk.count: [1, 2]\n  cluster.nodes.worker.count: 4\n");
    assertThat(text.names().get(0))
        .isEqualTo("replication=1,outputreplication=1,disk.count=1,worker.count=4");
  }

  @Test
  void aWrongValueIsReportedInItsLineAndOnce() {
    assertThat(
            matrix(
                    """
                      hdfs.placement: [hdfs, hybird]
                      hdfs.replication:
                        - 2
                        - 5
                    """)
                .problems())
        .containsExactly(
            "s.yaml:17: hdfs.placement=hybird: unknown value; allowed hdfs, network, tier, hybrid,"
                + " random; did you mean hybrid?",
            "s.yaml:20: hdfs.replication=5: must be at most 4, the number of nodes that store blocks");
  }

  @Test
  void aPathMustLeadSomewhere() {
    assertThat(
            matrix(
                    """
                      cluster.nodes.wroker.cores: [1, 2]
                      hdsf.block: [1m]
                      jobs.oen.maps: [1]
                      cluster.racks.number: [1]
                      cluster.nodes.worker.coers: [1]
                    """)
                .problems())
        .containsExactly(
            "s.yaml:17: cluster.nodes.wroker.cores=1: unknown key wroker; allowed worker; did you"
                + " mean worker?",
            "s.yaml:17: cluster.nodes.wroker.cores=2: unknown key wroker; allowed worker; did you"
                + " mean worker?",
            "s.yaml:18: hdsf: unknown key; allowed name, cluster, hdfs, mapreduce, scheduler, queues,"
                + " jobs, trace, accesses, clients, manager, failures, matrix, seed, precision; did you mean hdfs?",
            "s.yaml:19: jobs.oen.maps=1: unknown name oen; allowed one; did you mean one?",
            "s.yaml:20: cluster.racks.number=1: there are no keys to set in; must be a path to a key"
                + " of this file",
            "s.yaml:21: cluster.nodes.worker.coers=1: unknown key of a node; allowed count, rack,"
                + " cores, clock, link, containers, slots, power, devices; did you mean cores?");
  }

  @Test
  void variantsMustDiffer() {
    assertThat(matrix("  seed: [1, 1]\n  name: [a]\n  hdfs.block: []\n").problems())
        .containsExactly(
            "s.yaml:17: matrix.seed=1: 1 occurs twice",
            "s.yaml:18: matrix.name: cannot be different in variants",
            "s.yaml:19: matrix.hdfs.block: must be a list of values");
  }

  @Test
  void limitsTheNumberOfVariants() {
    String hundred =
        IntStream.range(1, 101)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", ", "[", "]"));
    assertThat(matrix("  seed: " + hundred + "\n  jobs.one.reduces: " + hundred + "\n").problems())
        .containsExactly("s.yaml:16: matrix: 10000 variants; must be at most 1000");
  }

  @Test
  void anOptionReplacesTheSeed() {
    byte[] content = ScenarioText.valid().text().getBytes(StandardCharsets.UTF_8);
    ScenarioFile file =
        ScenarioFile.parse(Path.of("s.yaml"), content, OptionalLong.of(42), Sources.none());
    assertThat(file.variants()).extracting(v -> v.scenario().seed()).containsExactly(42L);
  }

  @Test
  void variantsAndSeedsHaveEqualJobsAndFilesInMemoryOnce() {
    List<Variant> variants =
        ScenarioText.valid().plus("matrix: {scheduler: [fifo, fair]}\n").read().variants();
    Scenario first = variants.get(0).scenario();
    Scenario again = variants.get(1).withSeed(7).scenario();
    assertThat(again.seed()).isEqualTo(7);
    assertThat(again.scheduling()).isNotEqualTo(first.scheduling());
    assertThat(again.jobs()).isNotEmpty().isSameAs(first.jobs());
    assertThat(again.files()).isNotEmpty().isSameAs(first.files());
    assertThat(again.cluster()).isSameAs(first.cluster());
  }
}
