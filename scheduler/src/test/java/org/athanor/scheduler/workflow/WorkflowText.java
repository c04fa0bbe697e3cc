// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.athanor.yaml.Problem;

/** The text of a workflow file, and what the reader says about it; the file is {@code w.yaml}. */
record WorkflowText(String text) {
  private static final String VALID =
      """
      parameters: {day: 2026-11-26, root: "/data/${day}"}
      jobs:
        clean:
          type: jar
          jar: clean.jar
          main: org.example.Clean
          arguments: ["${root}/raw", "${root}/clean"]
          inputs: ${root}/raw
          outputs: ${root}/clean
        count:
          type: streaming
          mapper: cut -f 1
          reducer: uniq -c
          inputs: ${root}/clean/part-*
          outputs: ${root}/count
        tell:
          type: shell
          command: [mail, "-s", "$${day}"]
          after: count
      """;

  /** A valid file of 19 lines. */
  static WorkflowText valid() {
    return new WorkflowText(VALID);
  }

  WorkflowText with(String part, String replacement) {
    if (!text.contains(part)) {
      throw new IllegalArgumentException("no " + part);
    }
    return new WorkflowText(text.replace(part, replacement));
  }

  WorkflowFile read(Map<String, String> parameters) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return WorkflowFile.parse(Path.of("w.yaml"), content, parameters);
  }

  Workflow workflow() {
    WorkflowFile file = read(Map.of());
    return file.workflow().orElseThrow(() -> new AssertionError(file.problems().toString()));
  }

  Job job(String name) {
    return workflow().jobs().stream()
        .filter(job -> job.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  List<String> problems() {
    return read(Map.of()).problems().stream().map(Problem::toString).toList();
  }
}
