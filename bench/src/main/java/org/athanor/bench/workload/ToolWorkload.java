// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An application that is a tool of its own. Only MapReduce has programs for them. */
abstract class ToolWorkload extends StandardWorkload {
  private final String mainClass;

  /**
   * A tool.
   *
   * @param mainClass name of its driver, in the package that is named after the kind
   */
  ToolWorkload(String kind, String mainClass, String description, List<Parameter> own) {
    super(kind, mainClass, description, own);
    this.mainClass = mainClass;
  }

  @Override
  public final Set<Api> apis() {
    return Set.of(Api.MAPREDUCE);
  }

  /** The options of the tool that name its input. */
  Map<String, String> inputs(WorkloadRun run, Settings settings) {
    return Map.of("input", run.input());
  }

  @Override
  final Program mapReduce(WorkloadRun run, Settings settings) {
    List<String> arguments = new ArrayList<>();
    inputs(run, settings).forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    arguments.addAll(List.of("--output", run.output(), "--no-merge"));
    arguments.addAll(List.of("--reducers", Integer.toString(parts(run, settings))));
    arguments.addAll(List.of("--work", run.work()));
    programOptions(Api.MAPREDUCE, run, settings)
        .forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    return program(
        Api.MAPREDUCE,
        run,
        run.tools().programs(),
        List.of(),
        "org.athanor.workloads." + kind() + "." + mainClass,
        arguments);
  }
}
