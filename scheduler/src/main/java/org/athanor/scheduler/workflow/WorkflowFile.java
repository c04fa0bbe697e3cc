// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.Problem;
import org.athanor.yaml.YamlReader;

/**
 * A workflow file that was read: the workflow, or all of its problems.
 *
 * @param workflow empty if there are problems
 * @param problems everything that is wrong, ordered by line
 */
public record WorkflowFile(Optional<Workflow> workflow, List<Problem> problems) {

  /**
   * Reads a file. Never throws: every error, even a missing file, becomes a problem. Files of
   * nested workflows are not read.
   *
   * @param parameters values instead of those of the file
   */
  public static WorkflowFile read(Path file, Map<String, String> parameters) {
    try {
      return parse(file, Files.readAllBytes(file), parameters);
    } catch (IOException unreadable) {
      Problem problem = new Problem(file.toString(), 0, "cannot be read: " + reason(unreadable));
      return new WorkflowFile(Optional.empty(), List.of(problem));
    }
  }

  private static String reason(IOException error) {
    if (error instanceof NoSuchFileException) {
      return "there is no such file";
    }
    return error instanceof FileSystemException some && some.getReason() != null
        ? some.getReason()
        : error.getMessage();
  }

  /**
   * Parses the content of a file that was read before.
   *
   * @param file for messages, and for the name of a workflow without one
   * @param parameters values instead of those of the file
   */
  public static WorkflowFile parse(Path file, byte[] content, Map<String, String> parameters) {
    List<Problem> problems = new ArrayList<>();
    Optional<Workflow> workflow =
        new YamlReader(file.toString(), "docs/scheduling.md has an example", problems)
            .read(content)
            .flatMap(new WorkflowParser(fallbackName(file), parameters)::parse);
    return new WorkflowFile(
        workflow,
        problems.stream().distinct().sorted(Comparator.comparingInt(Problem::line)).toList());
  }

  private static String fallbackName(Path file) {
    return file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }
}
