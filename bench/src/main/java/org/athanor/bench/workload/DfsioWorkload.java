// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.cluster.Command;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Unit;

/** Hadoop's TestDFSIO: writes files, then reads them. */
final class DfsioWorkload implements Workload {
  private static final String JOB = "of the job, as its client sees it";
  private static final String THROUGHPUT = "bytes / sum of the tasks' times (TestDFSIO)";
  private static final String IO_RATE = "mean of the tasks (TestDFSIO)";

  private static final List<MeasureInfo> MEASURES =
      List.of(
          MeasureInfo.result("write_time", "Writing, time", Unit.SECONDS, Better.LESS, JOB),
          rate("write_throughput", "Writing, throughput", THROUGHPUT),
          rate("write_io_rate", "Writing, mean I/O rate", IO_RATE),
          MeasureInfo.result("read_time", "Reading, time", Unit.SECONDS, Better.LESS, JOB),
          rate("read_throughput", "Reading, throughput", THROUGHPUT),
          rate("read_io_rate", "Reading, mean I/O rate", IO_RATE));

  private static final List<Parameter> PARAMETERS = declared();

  private static List<Parameter> declared() {
    List<Parameter> parameters = new ArrayList<>();
    PerWorker.addTo(
        parameters,
        new Parameter(
            "size", Parameter.Type.SIZE, "1g", "bytes of all files together, from 1m to 100t"));
    parameters.add(
        new Parameter("files", Parameter.Type.COUNT, "8", "number of files, from 1 to 10000"));
    return List.copyOf(parameters);
  }

  @Override
  public String kind() {
    return "dfsio";
  }

  @Override
  public String description() {
    return "writes files and reads them again (Hadoop's TestDFSIO)";
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
    settings.checkSize("size", 1L << 20, 100L << 40, problems);
    settings.checkCount("files", 1, 10_000, problems);
    PerWorker.check(given, settings, problems);
    if (problems.isEmpty() && settings.bytes("size") < settings.count("files")) {
      problems.add("files: must not be more than size has bytes");
    }
    return problems;
  }

  @Override
  public Map<String, String> complete(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(new Settings(PARAMETERS, given).all());
    PerWorker.complete(all);
    return all;
  }

  @Override
  public Optional<Dataset> dataset(Map<String, String> given, long seed, String filesystem) {
    return Optional.empty();
  }

  @Override
  public Footprint footprint(Map<String, String> given, long inputBytes) {
    return new Footprint(0, new Settings(PARAMETERS, given).bytes("size"), 0);
  }

  @Override
  public Launch launch(Api api, WorkloadRun run) {
    WorkloadTools tools = run.tools();
    Map<String, String> options = options(run);
    List<String> arguments = new ArrayList<>(List.of(run.output()));
    options.forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    Map<String, String> variables = new LinkedHashMap<>(options);
    variables.put("output", run.output());
    return new Launch.Submit(
        new Program(
            kind(),
            api,
            tools.programs(),
            tools.dfsio().map(List::of).orElse(List.of()),
            "org.athanor.workloads.mapreduce.DistributedIo",
            arguments,
            Map.of(),
            variables));
  }

  private static Map<String, String> options(WorkloadRun run) {
    Settings settings = new Settings(PARAMETERS, run.settings());
    long files = settings.count("files");
    Map<String, String> options = new LinkedHashMap<>();
    options.put("files", Long.toString(files));
    options.put("file-size", Long.toString(settings.bytes("size") / files));
    return options;
  }

  @Override
  public Optional<Command> verification(WorkloadRun run) {
    List<String> arguments = new ArrayList<>(List.of(kind(), "--output", run.output()));
    options(run).forEach((key, value) -> arguments.addAll(List.of("--" + key, value)));
    return Optional.of(run.tools().command(WorkloadTools.VERIFY, arguments));
  }

  private static MeasureInfo rate(String id, String label, String meaning) {
    return MeasureInfo.result(id, label, Unit.BYTES_PER_SECOND, Better.MORE, meaning);
  }

  @Override
  public List<MeasureInfo> measures() {
    return MEASURES;
  }

  @Override
  public Optional<Command> measurement(WorkloadRun run) {
    return Optional.of(run.tools().command(WorkloadTools.IO_RATES, List.of(run.output())));
  }

  @Override
  public Optional<String> unavailable(WorkloadTools tools) {
    return tools.dfsio().isPresent()
        ? Optional.empty()
        : Optional.of(
            "no hadoop-mapreduce-client-jobclient-*-tests.jar in "
                + tools.lib().resolve("workloads")
                + ": build Athanor again, or put the jar of your Hadoop there");
  }
}
