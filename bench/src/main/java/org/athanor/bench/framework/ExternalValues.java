// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.bench.words.Template;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Node;

/** The values of the placeholders in commands of an external framework. */
final class ExternalValues {

  private final Site site;
  private final Map<String, List<String>> common = new LinkedHashMap<>();

  /**
   * @param home home of the framework, if the experiment names one
   */
  ExternalValues(Site site, Workspace workspace, Optional<String> home, JavaHome java)
      throws IOException, InterruptedException {
    this.site = site;
    Shares shares = Shares.of(site);
    put("master", site.master().address());
    common.put("nodes", site.workers().stream().map(Node::address).toList());
    put("node_count", "" + shares.nodes());
    put("cores", "" + site.share().cores());
    put("total_cores", "" + shares.nodes() * site.share().cores());
    put("workers_per_node", "" + shares.processes());
    put("tasks_per_node", "" + shares.tasks());
    put("total_tasks", "" + shares.totalTasks());
    put("memory", "" + shares.nodeMemory());
    put("worker_memory", "" + shares.workers());
    put("filesystem", site.filesystem());
    put("conf", workspace.configuration().toString());
    put("logs", workspace.logs().toString());
    put("tmp", workspace.temporary().toString());
    put("spill", workspace.spillText());
    put("home", home.orElse(""));
    put("java_home", java.on(site.master()));
  }

  private void put(String name, String value) {
    common.put(name, List.of(value));
  }

  /** The values for commands on a node. */
  Map<String, List<String>> of(Node node) {
    Map<String, List<String>> values = new LinkedHashMap<>(common);
    values.put("node", List.of(node.address()));
    return values;
  }

  /**
   * The command for a program.
   *
   * @throws IllegalArgumentException if there is none, or if it has a placeholder without a value
   */
  String submission(ExternalDefinition definition, Program program) {
    Template template =
        definition
            .submission(program.workload())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        definition.name()
                            + ": submit has no command for workload "
                            + program.workload()
                            + ", and no default"));
    Map<String, List<String>> values = of(site.master());
    program.variables().forEach((name, value) -> values.put(name, List.of(value)));
    values.put("workload", List.of(program.workload()));
    values.put("jar", List.of(program.jar().toString()));
    values.put(
        "libraries",
        List.of(program.libraries().stream().map(Path::toString).collect(Collectors.joining(","))));
    values.put("main", List.of(program.mainClass()));
    values.put("arguments", program.arguments());
    return template.command(values);
  }
}
