// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.service.Admission;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A workflow file and its parameters. */
final class WorkflowOptions {
  @Parameters(paramLabel = "FILE", description = "A workflow file.")
  private Path file;

  @Option(
      names = {"-p", "--parameter"},
      paramLabel = "<name=value>",
      description = "A value instead of the file's. Repeatable.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  Path file() {
    return file.toAbsolutePath().normalize();
  }

  Map<String, String> parameters() {
    return parameters;
  }

  /**
   * Reads the file and those that it nests.
   *
   * @param shell whether jobs of type shell are allowed
   */
  WorkflowTree tree(boolean shell) throws UsageException {
    WorkflowTree tree = WorkflowTree.read(file, parameters);
    Problems.check(tree.problems());
    refuse(Admission.problems(tree.jobs(), shell));
    return tree;
  }

  /** Refuses jobs whose arguments choose another file system than that of the clusters. */
  static void checkFileSystems(
      WorkflowTree tree, List<Cluster> clusters, ClusterConfigurations configurations)
      throws UsageException {
    refuse(
        Admission.fileSystems(
            tree.jobs(),
            uri -> clusters.stream().allMatch(each -> configurations.isFileSystem(each, uri))));
  }

  private static void refuse(List<String> problems) throws UsageException {
    if (!problems.isEmpty()) {
      throw new UsageException(String.join("\nathanor: ", problems));
    }
  }
}
