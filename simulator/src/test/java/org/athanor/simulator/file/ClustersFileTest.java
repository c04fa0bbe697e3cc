// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.job.JobTerms;
import org.athanor.simulator.run.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClustersFileTest {
  private static final String NODE =
      "{nodes: {worker: {count: 3, cores: 2, clock: 1 GHz, link: 1 Gbit/s, containers: 2, devices:"
          + " {disk: {type: disk, read: 100 MB/s, write: 100 MB/s, capacity: 10g}}}}}";
  private static final String TEXT =
      "clusters:\n  a: "
          + NODE
          + "\n"
          + "  b: other.yaml\n"
          + "scheduling: {policies: [phi, heft], error: [0%, 50%], copies: 1, between: 1 Gbit/s}\n"
          + "jobs:\n"
          + "  - {name: sort, input: 1g, reduces: 2, shuffle: 1g, output: 1g, times: 2, every:"
          + " 5s}\n"
          + "seed: 7\n";

  @TempDir Path directory;

  private ClustersFile parse(String text) throws IOException {
    String large = NODE.replace("capacity: 10g", "capacity: 1t");
    Files.writeString(directory.resolve("other.yaml"), "cluster: " + large + "\n");
    return ClustersFile.parse(
        directory.resolve("unlike.yaml"),
        text.getBytes(UTF_8),
        OptionalLong.empty(),
        Sources.none());
  }

  @Test
  void readsClustersHereAndInFiles() throws IOException {
    ClustersFile file = parse(TEXT);
    assertThat(file.problems()).isEmpty();
    assertThat(file.variants()).hasSize(1);
    assertThat(file.variesSeed()).isFalse();
    ClustersVariant read = file.variants().get(0);
    assertThat(read.name()).isEmpty();
    assertThat(read.clusters()).containsOnlyKeys("a", "b");
    assertThat(read.clusters().get("a").jobs())
        .extracting(JobSpec::name)
        .containsExactly("sort-1", "sort-2");
    assertThat(read.clusters().get("a").jobs()).isEqualTo(read.clusters().get("b").jobs());
    assertThat(read.clusters().get("a").cluster()).isNotEqualTo(read.clusters().get("b").cluster());
    assertThat(read.clusters().get("b").seed()).isEqualTo(7);
    assertThat(read.placing())
        .isEqualTo(
            new Placing(List.of("phi", "heft"), List.of(0.0, 0.5), OptionalInt.of(1), 125e6));
  }

  @Test
  void readsVariantsOfClustersJobsAndRules() throws IOException {
    ClustersFile file =
        parse(
            TEXT.replace(
                "seed: 7\n",
                "matrix:\n"
                    + "  clusters.a.nodes.worker.count: [3, 6]\n"
                    + "  scheduling.between: [1 Gbit/s, 10 Gbit/s]\n"
                    + "  seed: [7, 8]\n"));
    assertThat(file.problems()).isEmpty();
    assertThat(file.variesSeed()).isTrue();
    List<ClustersVariant> variants = file.variants();
    assertThat(variants)
        .extracting(ClustersVariant::name)
        .startsWith(
            "count=3,between=1Gbit/s,seed=7",
            "count=3,between=1Gbit/s,seed=8",
            "count=3,between=10Gbit/s,seed=7")
        .hasSize(8);
    assertThat(variants)
        .extracting(each -> each.clusters().get("a").cluster().racks().get(0).nodes().size())
        .containsExactly(3, 3, 3, 3, 6, 6, 6, 6);
    assertThat(variants)
        .extracting(each -> each.placing().betweenBytesPerSecond())
        .startsWith(125e6, 125e6, 1.25e9);
    assertThat(variants).extracting(each -> each.clusters().get("b").seed()).startsWith(7L, 8L, 7L);
    Scenario first = variants.get(0).clusters().get("a");
    for (ClustersVariant each : variants) {
      assertThat(each.clusters().values())
          .as("in memory once")
          .allMatch(scenario -> scenario.jobs() == first.jobs());
    }
  }

  @Test
  void readsTheJobsOfATrace() throws IOException {
    Files.writeString(
        directory.resolve("t.tsv"),
        "job0\t0\t0\t2000000000\t3000000000\t1000\t/a\njob1\t5\t5\t2000000000\t0\t1000\t/a\n");
    String trace = "trace: {file: t.tsv, divide bytes by: 2}\n";
    ClustersFile file = parse(TEXT + trace);
    assertThat(file.problems()).isEmpty();
    Scenario read = file.variants().get(0).clusters().get("b");
    assertThat(read.jobs())
        .extracting(JobSpec::name)
        .containsExactly("sort-1", "sort-2", "job0", "job1");
    assertThat(read.files()).hasSize(2);
    assertThat(read.jobs().get(3).input()).isEqualTo(read.jobs().get(2).input());
    assertThat(parse(TEXT.replaceAll("(?s)jobs:.*", trace)).problems()).isEmpty();
    assertThat(
            parse(TEXT.replace("name: sort, ", "name: job0, ").replace("times: 2, ", "") + trace))
        .satisfies(
            twice ->
                assertThat(twice.problems().toString())
                    .contains("trace: has a job job0, and there is another one; jobs that are"));
  }

  /** Each cluster has room for any of the outputs beside all inputs, and not for both at once. */
  @Test
  void outputsMayBeOnSeveralClusters() throws IOException {
    assertThat(parse(TEXT.replace("output: 1g", "output: 6g")).problems()).isEmpty();
    assertThat(parse(TEXT.replace("output: 1g", "output: 10g")).problems())
        .singleElement()
        .asString()
        .endsWith(
            ":6: jobs.output=10g: the replicas of all files and of this output have more bytes than"
                + " the devices; must be at most 32212254720");
  }

  /** Jobs with the same number of times are after each other one by one. */
  @Test
  void readsWorkflows() throws IOException {
    ClustersFile file =
        parse(
            TEXT.replace(
                "seed: 7",
                "  - {name: twice, maps: 1, times: 2, after: sort, priority: 7}\n"
                    + "  - {name: once, maps: 1, after: [sort, twice], within: 90s}\nseed: 7"));
    assertThat(file.problems()).isEmpty();
    assertThat(file.variants().get(0).clusters().get("b").jobs())
        .extracting(JobSpec::terms)
        .containsExactly(
            JobTerms.NONE,
            JobTerms.NONE,
            new JobTerms(7, Set.of("sort-1"), OptionalDouble.empty()),
            new JobTerms(7, Set.of("sort-2"), OptionalDouble.empty()),
            new JobTerms(
                50, Set.of("sort-1", "sort-2", "twice-1", "twice-2"), OptionalDouble.of(90)));
  }

  @Test
  void theManualsExampleIsRight() throws IOException {
    Matcher example =
        Pattern.compile("```\n(name: unlike\n.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("../docs/simulation.md")));
    assertThat(example.find()).isTrue();
    assertThat(parse(example.group(1)).problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "other.yaml | missing.yaml | :3: clusters.b=missing.yaml: cannot be read: there is no such"
            + " ",
        "b: other.yaml | b c: other.yaml | :3: clusters.b c=other.yaml: name must be of 1 to 64 ",
        "copies: 1 | copies: 3 | :4: scheduling.copies=3: must be at most 2, the number of"
            + " clusters",
        "copies: 1 | copy: 3 | :4: scheduling.copy=3: unknown key of scheduling; ",
        "50% | 150% | :4: scheduling.error=150%: must be a percentage",
        "count: 3 | cuont: 3 | :2: cluster.nodes.worker.cuont=3: unknown key of a node",
        "seed: 7 | failures: {nodes: []} | :7: failures: unknown key; allowed name, clusters, ",
        "seed: 7 | matrix: {scheduling.copies: [1, 3]} | :7: scheduling.copies=3: must be at most"
            + " 2",
        "seed: 7 | matrix: {scheduling.copy: [1, 2]} | :7: scheduling.copy=2: unknown key of ",
        "seed: 7 | matrix: {clusters.c.racks: [1]} | :7: clusters.c.racks=1: unknown key c; allowed"
            + " a",
        "seed: 7 | trace: {file: no.tsv} | :7: trace.file=no.tsv: there is no such file; ",
        "name: sort, | '' | :6: jobs.name: is missing; must be a name",
        "jobs: | tasks: | there is nothing to do; must have jobs or trace",
        "every: 5s | after: scan | :6: jobs.after=scan: no job above this one has the name scan",
        "every: 5s | after: sort | :6: jobs.after=sort: no job above this one has the name sort",
        "every: 5s | priority: 101 | :6: jobs.priority=101: must be ",
        "every: 5s | within: 0s | :6: jobs.within=0s: must be ",
        "input: 1g | input: 100g | :6: jobs.input=100g: "
      })
  void whatIsWrongIsSaid(String from, String to, String problem) throws IOException {
    String text = TEXT.replace(from, to.equals("''") ? "" : to);
    assertThat(text).isNotEqualTo(TEXT);
    ClustersFile file = parse(text);
    assertThat(file.variants()).isEmpty();
    assertThat(file.problems()).anyMatch(each -> each.toString().contains(problem));
  }

  /** What is wrong in another file is said at its line. */
  @Test
  void problemsOfOtherFilesHaveTheirNames() throws IOException {
    Path other = directory.resolve("wrong.yaml");
    Files.writeString(other, "cluster:\n  nodez: {}\n");
    ClustersFile file = parse(TEXT.replace("other.yaml", "wrong.yaml"));
    assertThat(file.problems())
        .anyMatch(each -> each.toString().startsWith(other + ":2: cluster.nodez: unknown key"));
    Files.writeString(other, "\n\ncluster: " + NODE.replace(", containers: 2", "") + "\n");
    assertThat(parse(TEXT.replace("other.yaml", "wrong.yaml")).problems())
        .extracting(Object::toString)
        .singleElement()
        .asString()
        .startsWith(other + ":3: cluster.nodes: no node runs maps; ");
    assertThat(ClustersFile.read(directory.resolve("no"), OptionalLong.empty(), Sources.none()))
        .satisfies(
            none -> assertThat(none.problems().toString()).contains("there is no such file"));
  }
}
