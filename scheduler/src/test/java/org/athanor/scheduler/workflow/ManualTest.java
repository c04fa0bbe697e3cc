// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.testkit.GeneratedPage;
import org.athanor.yaml.KeyTable;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/scheduling.md} lists the keys of the reader and has a valid example. */
class ManualTest {
  private static final Path MANUAL = Path.of("../docs/scheduling.md");

  @Test
  void listsEveryKey() throws Exception {
    new GeneratedPage(MANUAL, "scheduler")
        .section("keys", KeyTable.of(Keys.TOP))
        .section("sla", KeyTable.of(Keys.SLAS))
        .section("schedule", KeyTable.of(Keys.SCHEDULES))
        .section("job", KeyTable.of(Keys.JOB))
        .section("jar", KeyTable.of(Keys.JAR_JOB))
        .section("streaming", KeyTable.of(Keys.STREAMING_JOB))
        .section("spark", KeyTable.of(Keys.SPARK_JOB))
        .section("shell", KeyTable.of(Keys.SHELL_JOB))
        .section("workflow", KeyTable.of(Keys.WORKFLOW_JOB))
        .check();
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
