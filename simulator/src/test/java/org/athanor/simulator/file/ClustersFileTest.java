// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.simulator.job.JobSpec;
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
          + "\n  b: other.yaml\n"
          + "scheduling: {policies: [phi, heft], error: [0%, 50%], copies: 1, between: 1 Gbit/s}\n"
          + "jobs:\n"
          + "  - {name: sort, input: 1g, reduces: 2, shuffle: 1g, output: 1g, times: 2, every: 5s}\n"
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
    assertThat(file.name()).isEqualTo("unlike");
    assertThat(file.clusters()).containsOnlyKeys("a", "b");
    assertThat(file.clusters().get("a").jobs())
        .extracting(JobSpec::name)
        .containsExactly("sort-1", "sort-2");
    assertThat(file.clusters().get("a").jobs()).isEqualTo(file.clusters().get("b").jobs());
    assertThat(file.clusters().get("a").cluster()).isNotEqualTo(file.clusters().get("b").cluster());
    assertThat(file.clusters().get("b").seed()).isEqualTo(7);
    assertThat(file.placing())
        .isEqualTo(
            new Placing(List.of("phi", "heft"), List.of(0.0, 0.5), OptionalInt.of(1), 125e6));
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
        "other.yaml | missing.yaml | :3: clusters.b=missing.yaml: cannot be read: there is no such ",
        "b: other.yaml | b c: other.yaml | :3: clusters.b c=other.yaml: name must be of 1 to 64 ",
        "copies: 1 | copies: 3 | :4: scheduling: copies=3: must be at most 2, the number of clusters",
        "copies: 1 | copy: 3 | :4: scheduling.copy=3: unknown key of scheduling; ",
        "50% | 150% | :4: scheduling.error=150%: must be a percentage",
        "count: 3 | cuont: 3 | :2: cluster.nodes.worker.cuont=3: unknown key of a node",
        "seed: 7 | matrix: {seed: [1]} | :7: matrix: unknown key; allowed name, clusters, scheduling",
        "name: sort, | '' | :6: jobs.name: is missing; must be a name",
        "jobs: | tasks: | there is nothing to do; must have jobs",
        "input: 1g | input: 100g | :6: jobs.input=100g: "
      })
  void whatIsWrongIsSaid(String from, String to, String problem) throws IOException {
    String text = TEXT.replace(from, to.equals("''") ? "" : to);
    assertThat(text).isNotEqualTo(TEXT);
    ClustersFile file = parse(text);
    assertThat(file.clusters()).isEmpty();
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
