// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.experiment.file.Vocabulary.Option;
import org.athanor.bench.experiment.run.StandardFacilities;
import org.athanor.bench.framework.Frameworks;
import org.athanor.bench.framework.Site.Installation;
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

  private static Vocabulary vocabulary() {
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
            line -> {})
        .vocabulary();
  }

  @Test
  void listsEveryKey() throws Exception {
    new GeneratedPage(MANUAL, "bench")
        .section("keys", KeyTable.of(Keys.TOP))
        .section("node", KeyTable.of(Keys.NODE))
        .section("storage", KeyTable.of(Keys.STORAGE_ENTRY))
        .section("resources", KeyTable.of(Keys.RESOURCE))
        .section("site", KeyTable.of(Keys.SITES))
        .section("frameworks", KeyTable.of(Keys.FRAMEWORK))
        .section("repetitions", KeyTable.of(Keys.REPETITION))
        .section("hooks", KeyTable.of(Keys.HOOK))
        .section("power", KeyTable.of(Keys.METER))
        .section("workload", KeyTable.of(Keys.WORKLOAD))
        .section("disturbance", KeyTable.of(Keys.DISTURBANCES))
        .section("workloads", workloads())
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
