// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cluster.Command;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Unit;

/**
 * Minimum, maximum, sum and count of one dimension of a stream of records of 80 bytes, kept while
 * they come from Kafka: the streaming benchmark of HiBench.
 */
final class StatsStreamWorkload implements Workload {
  private static final String SUSTAINABLE = "sustainable";
  private static final String SATURATING = "saturating";
  private static final long RECORD_BYTES = 80;

  /** In Kafka's files: the record, its header, its part of a batch's header, and indexes. */
  private static final long STORED_BYTES = 100;

  /** A result and its header. */
  private static final long RESULT_BYTES = 200;

  private static final long MOST_RECORDS = 4_000_000_000L;
  private static final long FASTEST = 100_000_000;
  private static final int DAY = 86_400;
  private static final BigDecimal LONGEST_BOUND = BigDecimal.valueOf(DAY);
  private static final Pattern BOUND =
      Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,3})?) *< *(\\d+)(ms|s)");

  private static final String LATENCY =
      "of records, from the scheduled time of sending to that of a result with the record";
  private static final String GENERATOR_LAG =
      "of records, from the scheduled time to that of sending";

  private static final List<MeasureInfo> MEASURES =
      List.of(
          MeasureInfo.result(
              "sustainable_rate",
              "Sustainable rate",
              Unit.OPERATIONS_PER_SECOND,
              Better.MORE,
              "records per second, the largest rate that held the bound on the latency"),
          seconds(
              "stream_time",
              "Stream, time",
              "from the first scheduled record to the result with all records"),
          MeasureInfo.result(
              "stream_throughput",
              "Stream, throughput",
              Unit.OPERATIONS_PER_SECOND,
              Better.MORE,
              "records / time of the stream"),
          seconds("latency_mean", "Latency, mean", LATENCY),
          seconds("latency_p50", "Latency, median", LATENCY),
          seconds("latency_p95", "Latency, 95th percentile", LATENCY),
          seconds("latency_p99", "Latency, 99th percentile", LATENCY),
          seconds("latency_p999", "Latency, 99.9th percentile", LATENCY),
          seconds("latency_max", "Latency, maximum", LATENCY),
          MeasureInfo.result(
              "lag_max",
              "Lag, maximum",
              Unit.COUNT,
              Better.LESS,
              "records that are due but in no result, at the end of a second"),
          seconds("generator_lag_p99", "Generator's lag, 99th percentile", GENERATOR_LAG),
          seconds("generator_lag_max", "Generator's lag, maximum", GENERATOR_LAG));

  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter(
              "rate",
              Parameter.Type.TEXT,
              "10000",
              "records per second, from 1 to 100000000; saturating: as fast as Kafka takes them;"
                  + " sustainable: searches the largest rate that holds the latency"),
          new Parameter(
              "records",
              Parameter.Type.COUNT,
              "600000",
              "records to send, from 1000 to 4000000000; not used if sustainable"),
          new Parameter(
              "window",
              Parameter.Type.WHOLE,
              "1000",
              "milliseconds between results, up to 3600000; 0: Flink writes one for each record,"
                  + " Spark for each batch, without a pause"),
          new Parameter(
              "partitions", Parameter.Type.COUNT, "4", "partitions of the topic, from 1 to 1024"),
          new Parameter(
              "producers",
              Parameter.Type.COUNT,
              "1",
              "threads that send, each with a client of Kafka, up to the partitions"),
          new Parameter(
              "dimension", Parameter.Type.WHOLE, "0", "the dimension to look at, from 0 to 7"),
          new Parameter(
              "settle",
              Parameter.Type.WHOLE,
              "5",
              "the latencies of the first seconds do not count, up to 86400; of each step if"
                  + " sustainable"),
          new Parameter(
              "latency",
              Parameter.Type.TEXT,
              "p99 < 2s",
              "the bound if sustainable, as p99 < 2s or p99.9 < 500ms"),
          new Parameter(
              "start",
              Parameter.Type.COUNT,
              "10000",
              "the first rate if sustainable, from 1 to 100000000"),
          new Parameter(
              "step", Parameter.Type.COUNT, "20", "seconds of a step if sustainable, up to 86400"),
          new Parameter(
              "steps", Parameter.Type.COUNT, "12", "steps at most if sustainable, up to 1000"));

  @Override
  public String kind() {
    return "stats-stream";
  }

  @Override
  public String description() {
    return "keeps statistics of a stream of records through Kafka";
  }

  @Override
  public Set<Api> apis() {
    return Set.of(Api.SPARK, Api.FLINK);
  }

  @Override
  public List<Parameter> parameters() {
    return PARAMETERS;
  }

  @Override
  public List<String> problems(Map<String, String> given) {
    Settings settings = new Settings(PARAMETERS, given);
    List<String> problems = Settings.noProblems();
    String rate = settings.text("rate");
    boolean sustainable = rate.equals(SUSTAINABLE);
    long perSecond = settings.count("rate");
    boolean fixed = !sustainable && !rate.equals(SATURATING);
    if (fixed && (perSecond < 1 || perSecond > FASTEST)) {
      problems.add(
          "rate: must be from 1 to " + FASTEST + " or " + SATURATING + " or " + SUSTAINABLE);
    }
    settings.checkCount("records", 1000, MOST_RECORDS, problems);
    settings.checkCount("window", 0, 3_600_000, problems);
    settings.checkCount("partitions", 1, 1024, problems);
    settings.checkCount("producers", 1, Math.max(1, settings.count("partitions")), problems);
    settings.checkCount("dimension", 0, 7, problems);
    settings.checkCount("settle", 0, DAY, problems);
    settings.checkCount("start", 1, FASTEST, problems);
    settings.checkCount("step", 1, DAY, problems);
    settings.checkCount("steps", 1, 1000, problems);
    if (settings.count("records") < settings.count("partitions")) {
      problems.add("records: must be at least partitions, " + settings.count("partitions"));
    }
    latencyProblem(settings, sustainable).ifPresent(problems::add);
    long settle = settings.count("settle");
    if (sustainable && settle >= settings.count("step")) {
      problems.add("settle: must be less than step, or no latency would count");
    }
    if (fixed && perSecond > 0 && settings.count("records") / perSecond <= settle) {
      problems.add(
          "settle: must be less than records / rate, "
              + settings.count("records") / perSecond
              + " s, or no latency would count");
    }
    return problems;
  }

  private static Optional<String> latencyProblem(Settings settings, boolean sustainable) {
    Matcher matcher = BOUND.matcher(settings.text("latency"));
    if (!matcher.matches()) {
      return Optional.of("latency: must be a bound such as p99 < 2s or p99.9 < 500ms");
    }
    BigDecimal seconds = boundSeconds(matcher);
    if (seconds.signum() <= 0 || seconds.compareTo(LONGEST_BOUND) > 0) {
      return Optional.of("latency: its bound must be more than 0 and at most " + DAY + " s");
    }
    BigDecimal window = BigDecimal.valueOf(settings.count("window")).movePointLeft(3);
    return sustainable && seconds.compareTo(window) <= 0
        ? Optional.of(
            "latency: its bound must be more than window, "
                + settings.count("window")
                + " ms, or no rate would hold it")
        : Optional.empty();
  }

  private static BigDecimal boundSeconds(Matcher bound) {
    BigDecimal limit = new BigDecimal(bound.group(2));
    return bound.group(3).equals("ms") ? limit.movePointLeft(3) : limit;
  }

  @Override
  public Map<String, String> complete(Map<String, String> given) {
    Map<String, String> all = new LinkedHashMap<>(new Settings(PARAMETERS, given).all());
    if (all.get("rate").equals(SUSTAINABLE)) {
      all.remove("records");
    } else {
      List.of("latency", "start", "step", "steps").forEach(all::remove);
    }
    return all;
  }

  @Override
  public Optional<Dataset> dataset(Map<String, String> given, long seed, String filesystem) {
    return Optional.empty();
  }

  @Override
  public Footprint footprint(Map<String, String> given, long inputBytes) {
    Settings settings = new Settings(PARAMETERS, given);
    boolean forEach = settings.count("window") == 0;
    long records = records(settings).orElseGet(() -> mostOfSearch(settings));
    return new Footprint(0, 0, records * (forEach ? STORED_BYTES + RESULT_BYTES : STORED_BYTES));
  }

  private static Optional<Long> records(Settings settings) {
    return settings.text("rate").equals(SUSTAINABLE)
        ? Optional.empty()
        : Optional.of(settings.count("records"));
  }

  /** What a search sends that finds 64 times the rate of its start, which is a guess. */
  private static long mostOfSearch(Settings settings) {
    return 64 * settings.count("start") * settings.count("step") * 4;
  }

  @Override
  public Optional<Stream> stream(Map<String, String> given, long seed) {
    Settings settings = new Settings(PARAMETERS, given);
    Map<String, String> options = new LinkedHashMap<>();
    for (String same :
        List.of("rate", "records", "window", "partitions", "producers", "dimension", "settle")) {
      options.put(same, settings.text(same));
    }
    options.put("start-rate", settings.text("start"));
    options.put("step", settings.text("step"));
    options.put("steps", settings.text("steps"));
    options.put("seed", Long.toString(seed));
    Matcher bound = BOUND.matcher(settings.text("latency"));
    if (bound.matches()) {
      BigDecimal share = new BigDecimal(bound.group(1)).movePointLeft(2);
      options.put("share", share.toPlainString());
      options.put("bound", boundSeconds(bound).toPlainString());
    }
    Optional<Long> records = records(settings);
    return Optional.of(
        new Stream(
            options,
            records.map(number -> number + " records").orElse("records")
                + " of 80 bytes through Kafka",
            records.map(number -> number * RECORD_BYTES)));
  }

  @Override
  public Launch launch(Api api, WorkloadRun run) {
    Settings settings = new Settings(PARAMETERS, run.settings());
    String bootstrap = run.stream().map(WorkloadRun.StreamAccess::bootstrap).orElse("");
    List<Path> connector = run.stream().map(WorkloadRun.StreamAccess::connector).orElse(List.of());
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("bootstrap", bootstrap);
    for (String same : List.of("partitions", "dimension", "window")) {
      variables.put(same, settings.text(same));
    }
    variables.put("work", run.work());
    List<String> arguments = new ArrayList<>();
    variables.forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
    String packageName = api == Api.SPARK ? "spark" : "flink";
    return new Launch.Submit(
        new Program(
            kind(),
            api,
            run.tools().programs(),
            connector,
            "org.athanor.workloads." + packageName + ".StatsStream",
            api == Api.COMMAND ? List.of() : arguments,
            Map.of(),
            variables));
  }

  private static MeasureInfo seconds(String id, String label, String meaning) {
    return MeasureInfo.result(id, label, Unit.SECONDS, Better.LESS, meaning);
  }

  @Override
  public List<MeasureInfo> measures() {
    return MEASURES;
  }

  /** Nothing to check: the load generator has compared the results with what it sent. */
  @Override
  public Optional<Command> verification(WorkloadRun run) {
    return Optional.empty();
  }

  @Override
  public Optional<String> unavailable(WorkloadTools tools) {
    return Optional.empty();
  }
}
