// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary.Option;
import org.athanor.bench.experiment.run.StandardFacilities;
import org.athanor.bench.framework.Frameworks;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.bench.workload.HiBench;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.testkit.GeneratedPage;
import org.athanor.yaml.KeyTable;
import org.junit.jupiter.api.Test;

/**
 * Checks that {@code docs/experiment-file.md} lists the keys of the parser and that its examples
 * are valid.
 */
class ManualTest {
  private static final Path MANUAL = Path.of("../docs/experiment-file.md");

  private static StandardFacilities facilities() {
    Tools none = new Tools(List.of(), List.of(), List.of());
    Frameworks frameworks = new Frameworks(Distributions.bundled(), none, line -> {}, "0.1.0");
    Path nowhere = Path.of("/nowhere");
    return new StandardFacilities(
        new Installation(nowhere, nowhere),
        nowhere,
        "0.1.0",
        frameworks,
        Distributions.bundled(),
        none,
        line -> {});
  }

  private static Vocabulary vocabulary() {
    return facilities().vocabulary();
  }

  /** The tables of the page on performance are made by these files. */
  @Test
  void theExperimentsOfThePerformancePageAreValidAndHavePlacesThere() throws Exception {
    String page = Files.readString(Path.of("../docs/performance.md"));
    List<String> external = new ArrayList<>();
    for (String name : List.of("performance", "performance-memory", "performance-session")) {
      ExperimentFile file =
          ExperimentFile.read(Path.of("../benchmarks", name + ".yaml"), vocabulary());
      assertThat(file.problems()).isEmpty();
      for (WorkloadSpec workload : file.experiment().orElseThrow().workloads()) {
        assertThat(page).contains("\n<!-- bench:" + workload.label() + " -->\n");
      }
      for (FrameworkSpec framework : file.experiment().orElseThrow().frameworks()) {
        if (framework.kind().equals("external")) {
          // Reads the definition; its problems are an exception.
          external.add(facilities().framework(framework).kind());
        }
      }
    }
    assertThat(external).contains("limit", "session");
  }

  @Test
  void listsEveryKey() throws Exception {
    new GeneratedPage(MANUAL, "bench")
        .section("keys", KeyTable.of(Keys.TOP))
        .section("node", KeyTable.of(Keys.NODE))
        .section("storage", KeyTable.of(Keys.STORAGE_ENTRY))
        .section("resources", KeyTable.of(Keys.RESOURCE))
        .section("warm", KeyTable.of(Keys.WARMED))
        .section("site", KeyTable.of(Keys.SITES))
        .section("frameworks", KeyTable.of(Keys.FRAMEWORK))
        .section("repetitions", KeyTable.of(Keys.REPETITION))
        .section("hooks", KeyTable.of(Keys.HOOK))
        .section("power", KeyTable.of(Keys.METER))
        .section("workload", KeyTable.of(Keys.WORKLOAD))
        .section("disturbance", KeyTable.of(Keys.DISTURBANCES))
        .section("workloads", workloads())
        .section("hibench", HiBench.table())
        .section("ownMonitors", KeyTable.of(Keys.OWN_MONITOR))
        .section("monitors", String.join(", ", vocabulary().monitors()) + "\n")
        .check();
  }

  private static String workloads() {
    StringBuilder tables = new StringBuilder();
    for (Map.Entry<String, List<Option>> workload : vocabulary().workloads().entrySet()) {
      tables.append("**").append(workload.getKey()).append("**\n\n");
      tables.append(KeyTable.of(workload.getValue().stream().map(Options::key).toList()));
      tables.append('\n');
    }
    return tables.toString();
  }

  @Test
  void namesAndSizesOfHiBenchStandForOurs() throws Exception {
    String text =
        """
        frameworks: [hadoop]
        workloads:
          - micro.wordcount: {size: tiny}
          - aggregation: {size: 1g, label: mine}
          - kmeans: {size: small, clusters: 7}
        """;
    List<WorkloadSpec> specs = parse(text).experiment().orElseThrow().workloads();

    assertThat(specs)
        .extracting(WorkloadSpec::kind)
        .containsExactly("wordcount", "sql-aggregate", "kmeans");
    assertThat(specs)
        .extracting(WorkloadSpec::label)
        .containsExactly("micro.wordcount", "mine", "kmeans");
    assertThat(specs.get(0).settings()).isEqualTo(Map.of("size", "32000"));
    assertThat(specs.get(2).settings())
        .containsEntry("clusters", "7")
        .containsEntry("dimensions", "20");

    String wrong =
        "frameworks: [hadoop]\n"
            + "workloads: [agregation, {sort: {size: smal}}, {mardre: {size: tiny}}]\n";
    assertThat(parse(wrong).problems())
        .extracting(Object::toString)
        .satisfiesExactly(
            first -> assertThat(first).endsWith("command; did you mean aggregation?"),
            second ->
                assertThat(second)
                    .endsWith(
                        "must be a size such as 512m or 1.5g, or tiny, small, large, huge,"
                            + " gigantic; did you mean small?"),
            third -> assertThat(third).endsWith("must be a size such as 512m or 1.5g"));
  }

  private static ExperimentFile parse(String text) {
    return ExperimentFile.parse(
        Path.of("manual.yaml"), text.getBytes(StandardCharsets.UTF_8), vocabulary());
  }

  @Test
  void hasValidExamples() throws Exception {
    Matcher matcher =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(MANUAL));
    int examples = 0;
    while (matcher.find()) {
      byte[] example = matcher.group(1).getBytes(StandardCharsets.UTF_8);
      ExperimentFile file = ExperimentFile.parse(Path.of("manual.yaml"), example, vocabulary());
      assertThat(file.problems()).isEmpty();
      assertThat(Optional.of(file).flatMap(ExperimentFile::experiment)).isPresent();
      examples++;
    }
    assertThat(examples).isPositive();
  }
}
