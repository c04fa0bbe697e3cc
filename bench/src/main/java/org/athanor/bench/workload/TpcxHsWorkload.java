// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
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
import org.athanor.yaml.text.Decimals;

/**
 * TeraSort by the rules of TPC Express Benchmark HS: a trial is two runs, each of which generates,
 * sorts and validates. The metric HSph@SF is that of the slower run.
 */
final class TpcxHsWorkload implements Workload {
  private static final String SCALE_FACTOR = "scaleFactor";
  private static final String PARTS = "parts";
  private static final String NOTE = "by the rules of TPCx-HS, not an audited result of the TPC: ";

  /** Of a scale factor of 1: a terabyte. */
  private static final BigDecimal ROWS = BigDecimal.valueOf(10_000_000_000L);

  private static final BigDecimal LEAST = new BigDecimal("0.000001");
  private static final BigDecimal MOST = new BigDecimal("10000");
  private static final int ROW_BYTES = 100;

  private static final List<Parameter> PARAMETERS = declared();

  private static List<Parameter> declared() {
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(
        new Parameter(
            SCALE_FACTOR,
            Parameter.Type.DECIMAL,
            "0.001",
            "terabytes (10^12 bytes) to sort, from 0.000001 to 10000; the rules allow 1, 3, 10, 30,"
                + " 100, 300, 1000, 3000 and 10000 only"));
    PerWorker.addTo(
        parameters,
        new Parameter(
            PARTS,
            Parameter.Type.COUNT,
            "",
            "part files of data and output, up to 10000; by default as many as tasks run at the"
                + " same time"));
    return List.copyOf(parameters);
  }

  @Override
  public String kind() {
    return "tpcx-hs";
  }

  @Override
  public String description() {
    return "generates, sorts and validates, twice, by the rules of TPCx-HS";
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
    settings.checkDecimal(SCALE_FACTOR, LEAST, MOST, problems);
    if (problems.isEmpty() && rows(settings).stripTrailingZeros().scale() > 0) {
      problems.add(SCALE_FACTOR + ": must be whole rows of 100 bytes: at most ten decimals");
    }
    settings.checkCount(PARTS, 1, 10_000, problems);
    PerWorker.check(given, settings, problems);
    return problems;
  }

  private static BigDecimal scaleFactor(Settings settings) {
    return Decimals.parse(settings.text(SCALE_FACTOR)).orElse(BigDecimal.ZERO);
  }

  private static BigDecimal rows(Settings settings) {
    return scaleFactor(settings).multiply(ROWS);
  }

  private static String rowsText(Settings settings) {
    return rows(settings).toBigInteger().toString();
  }

  @Override
  public Map<String, String> complete(Map<String, String> given) {
    return new Settings(PARAMETERS, given).all();
  }

  @Override
  public Optional<Dataset> dataset(Map<String, String> given, long seed, String filesystem) {
    return Optional.empty();
  }

  /** Both runs keep what they generated and sorted, for the check. */
  @Override
  public Footprint footprint(Map<String, String> given, long inputBytes) {
    long bytes =
        rows(new Settings(PARAMETERS, given)).multiply(BigDecimal.valueOf(ROW_BYTES)).longValue();
    return new Footprint(0, 4 * bytes, 2 * bytes);
  }

  @Override
  public Launch launch(Api api, WorkloadRun run) {
    Settings settings = new Settings(PARAMETERS, run.settings());
    String parts = settings.get(PARTS).orElse(Integer.toString(run.parts()));
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("rows", rowsText(settings));
    variables.put(PARTS, parts);
    variables.put("output", run.output());
    return new Launch.Submit(
        new Program(
            kind(),
            api,
            run.tools().programs(),
            List.of(run.tools().examples()),
            "org.athanor.workloads.mapreduce.TpcxHs",
            List.of(run.output(), "--rows", rowsText(settings), "--parts", parts),
            Map.of(),
            variables));
  }

  @Override
  public Optional<Command> verification(WorkloadRun run) {
    Settings settings = new Settings(PARAMETERS, run.settings());
    return Optional.of(
        run.tools()
            .command(
                WorkloadTools.VERIFY,
                List.of(kind(), "--output", run.output(), "--rows", rowsText(settings))));
  }

  @Override
  public List<MeasureInfo> measures() {
    return List.of(
        MeasureInfo.result(
            "hsph",
            "HSph@SF, not audited",
            Unit.RATIO,
            Better.MORE,
            NOTE + "scale factor / hours of the slower of two runs"),
        time("hs_time", "TPCx-HS run", "slower of two runs: generate, sort, validate, and checks"),
        time("hs_faster_time", "TPCx-HS other run", "the faster of two runs"),
        time("hs_generate_time", "TPCx-HS generate", "of the slower run"),
        time("hs_sort_time", "TPCx-HS sort", "of the slower run"),
        time("hs_validate_time", "TPCx-HS validate", "of the slower run"),
        new MeasureInfo(
            "hs_replication",
            "TPCx-HS replicas, requested",
            Unit.COUNT,
            Better.NEITHER,
            MeasureInfo.Kind.COUNTER,
            "least number requested for a file; the rules want 3"));
  }

  private static MeasureInfo time(String id, String label, String meaning) {
    return MeasureInfo.result(id, label + ", time", Unit.SECONDS, Better.LESS, NOTE + meaning);
  }

  @Override
  public Optional<Command> measurement(WorkloadRun run) {
    Settings settings = new Settings(PARAMETERS, run.settings());
    return Optional.of(
        run.tools()
            .command(
                WorkloadTools.HS_TIMES,
                List.of(run.output(), scaleFactor(settings).toPlainString())));
  }

  @Override
  public Optional<String> unavailable(WorkloadTools tools) {
    return Optional.empty();
  }
}
