// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Command;

/**
 * The job of Hadoop's example {@code pi}: nearly no data, so it shows what a job costs at least.
 */
final class PiWorkload implements Workload {
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("maps", Parameter.Type.COUNT, "4", "number of maps, from 1 to 10000"),
          new Parameter(
              "samples", Parameter.Type.COUNT, "1000", "points of each map, from 1 to 10000000"));

  @Override
  public String kind() {
    return "pi";
  }

  @Override
  public String description() {
    return "estimates pi, a job of nearly no data (Hadoop's example)";
  }

  @Override
  public Set<Api> apis() {
    return Set.of(Api.MAPREDUCE);
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public List<String> problems(Map<String, String> given) {
    Settings settings = new Settings(PARAMETERS, given);
    List<String> problems = Settings.noProblems();
    settings.checkCount("maps", 1, 10_000, problems);
    settings.checkCount("samples", 1, 10_000_000, problems);
    return problems;
  }

  @Override
  public Map<String, String> complete(Map<String, String> given) {
    return new Settings(PARAMETERS, given).all();
  }

  @Override
  public Optional<Dataset> dataset(Map<String, String> given, long seed, String filesystem) {
    return Optional.empty();
  }

  @Override
  public Footprint footprint(Map<String, String> given, long inputBytes) {
    return new Footprint(0, 0, 0);
  }

  @Override
  public Launch launch(Api api, WorkloadRun run) {
    Map<String, String> options = options(run);
    List<String> arguments = new ArrayList<>(List.of(run.output()));
    options.forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    Map<String, String> variables = new LinkedHashMap<>(options);
    variables.put("output", run.output());
    return new Launch.Submit(
        new Program(
            kind(),
            api,
            run.tools().programs(),
            List.of(run.tools().examples()),
            "org.athanor.workloads.mapreduce.Pi",
            arguments,
            Map.of(),
            variables));
  }

  private static Map<String, String> options(WorkloadRun run) {
    Settings settings = new Settings(PARAMETERS, run.settings());
    Map<String, String> options = new LinkedHashMap<>();
    options.put("maps", settings.text("maps"));
    options.put("samples", settings.text("samples"));
    return options;
  }

  @Override
  public Optional<Command> verification(WorkloadRun run) {
    List<String> arguments = new ArrayList<>(List.of(kind(), "--output", run.output()));
    options(run).forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    return Optional.of(run.tools().command(WorkloadTools.VERIFY, arguments));
  }

  @Override
  public Optional<String> unavailable(WorkloadTools tools) {
    return Optional.empty();
  }
}
