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
import org.athanor.yaml.Key;
import org.junit.jupiter.api.Test;

/**
 * Checks that {@code docs/experiment-file.md} lists the keys of the parser and that its examples
 * are valid.
 */
class ManualTest {
  private static final Path MANUAL = Path.of("../docs/experiment-file.md");
  private static final String RENEW =
      "ATHANOR_TEST_RENEW=true ./mvnw -pl bench -am test -Dtest=ManualTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

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
    String text = Files.readString(MANUAL);
    String renewed = text;
    renewed = section(renewed, "keys", table(Keys.TOP));
    renewed = section(renewed, "node", table(Keys.NODE));
    renewed = section(renewed, "resources", table(Keys.RESOURCE));
    renewed = section(renewed, "frameworks", table(Keys.FRAMEWORK));
    renewed = section(renewed, "disturbance", table(Keys.DISTURBANCES));
    renewed = section(renewed, "workloads", workloads());
    renewed = section(renewed, "monitors", String.join(", ", vocabulary().monitors()) + "\n");
    if ("true".equals(System.getenv("ATHANOR_TEST_RENEW"))) {
      Files.writeString(MANUAL, renewed);
    } else {
      assertThat(text)
          .as("docs/experiment-file.md is stale; renew it: " + RENEW)
          .isEqualTo(renewed);
    }
  }

  private static String section(String text, String name, String content) {
    Matcher matcher =
        Pattern.compile("(<!-- " + name + ": generated -->\n).*?(<!-- end -->\n)", Pattern.DOTALL)
            .matcher(text);
    assertThat(matcher.find()).as("section " + name).isTrue();
    return text.substring(0, matcher.end(1)) + content + text.substring(matcher.start(2));
  }

  private static String table(List<Key<?>> keys) {
    StringBuilder table = new StringBuilder("| key | value | default | |\n|---|---|---|---|\n");
    for (Key<?> key : keys) {
      table.append(row(key.name(), key.type().allowed(), key.fallback(), key.text()));
    }
    return table.toString();
  }

  private static String row(String name, String allowed, String fallback, String text) {
    String otherwise = fallback.isEmpty() ? "required" : fallback;
    return "| `" + name + "` | " + cell(allowed) + " | " + otherwise + " | " + cell(text) + " |\n";
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private static String workloads() {
    StringBuilder tables = new StringBuilder();
    for (Map.Entry<String, List<Option>> workload : vocabulary().workloads().entrySet()) {
      tables.append("**").append(workload.getKey()).append("**\n\n");
      tables.append("| key | value | default | |\n|---|---|---|---|\n");
      for (Option option : workload.getValue()) {
        Key<String> key = Options.key(option);
        tables.append(row(key.name(), key.type().allowed(), key.fallback(), key.text()));
      }
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
