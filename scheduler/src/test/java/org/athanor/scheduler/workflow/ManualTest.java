// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.yaml.Key;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/scheduling.md} lists the keys of the reader and has a valid example. */
class ManualTest {
  private static final Path MANUAL = Path.of("../docs/scheduling.md");
  private static final String RENEW =
      "ATHANOR_TEST_RENEW=true ./mvnw -pl scheduler -am test -Dtest=ManualTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void listsEveryKey() throws Exception {
    String text = Files.readString(MANUAL);
    String renewed = section(text, "keys", Keys.TOP);
    renewed = section(renewed, "sla", Keys.SLAS);
    renewed = section(renewed, "job", Keys.JOB);
    renewed = section(renewed, "jar", Keys.JAR_JOB);
    renewed = section(renewed, "streaming", Keys.STREAMING_JOB);
    renewed = section(renewed, "spark", Keys.SPARK_JOB);
    renewed = section(renewed, "shell", Keys.SHELL_JOB);
    renewed = section(renewed, "workflow", Keys.WORKFLOW_JOB);
    if ("true".equals(System.getenv("ATHANOR_TEST_RENEW"))) {
      Files.writeString(MANUAL, renewed);
    } else {
      assertThat(text).as("docs/scheduling.md is stale; renew it: " + RENEW).isEqualTo(renewed);
    }
  }

  private static String section(String text, String name, List<Key<?>> keys) {
    Matcher matcher =
        Pattern.compile("(<!-- " + name + ": generated -->\n).*?(<!-- end -->\n)", Pattern.DOTALL)
            .matcher(text);
    assertThat(matcher.find()).as("section " + name).isTrue();
    return text.substring(0, matcher.end(1)) + table(keys) + text.substring(matcher.start(2));
  }

  private static String table(List<Key<?>> keys) {
    StringBuilder table = new StringBuilder("| key | value | default | |\n|---|---|---|---|\n");
    for (Key<?> key : keys) {
      String otherwise = key.fallback().isEmpty() ? "required" : key.fallback();
      String row =
          String.join(" | ", "`" + key.name() + "`", key.type().allowed(), otherwise, key.text());
      table.append("| ").append(row).append(" |\n");
    }
    return table.toString();
  }

  @Test
  void hasAValidExample() throws Exception {
    Matcher matcher =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(MANUAL));
    assertThat(matcher.find()).isTrue();
    byte[] example = matcher.group(1).getBytes(StandardCharsets.UTF_8);
    WorkflowFile file = WorkflowFile.parse(Path.of("manual.yaml"), example, Map.of());
    assertThat(file.problems()).isEmpty();
    assertThat(file.workflow().orElseThrow().jobs())
        .extracting(Job::name)
        .containsExactly("clean", "count", "tell");
  }
}
