// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.bench.catalogue.PastTimes;
import org.athanor.bench.catalogue.PastTimes.Past;
import org.athanor.bench.experiment.run.Forecast;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.results.AmountText;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.TrialKey;
import org.athanor.results.Unit;

/** What a run of an experiment would do, as text and as JSON. */
final class ForecastText {
  private ForecastText() {}

  /** A table of trials and their times, then sums. */
  static String of(Forecast forecast, PastTimes times) {
    Map<TrialKey, List<TrialKey>> rows =
        forecast.plan().trials().stream()
            .collect(
                Collectors.groupingBy(
                    key -> key.withRepetition(1), LinkedHashMap::new, Collectors.toList()));
    boolean storages = rows.keySet().stream().anyMatch(key -> key.storage().isPresent());
    List<String> titles =
        new ArrayList<>(
            List.of("framework", "workload", "nodes>", "warm-ups>", "trials>", "time of one"));
    if (storages) {
      titles.add(2, "storage");
    }
    TextTable table = new TextTable(titles.toArray(String[]::new));
    rows.forEach(
        (row, trials) -> {
          long warmUps = trials.stream().filter(TrialKey::warmUp).count();
          List<String> cells =
              new ArrayList<>(
                  List.of(
                      row.framework(),
                      row.workload(),
                      Integer.toString(row.nodes()),
                      Long.toString(warmUps),
                      number(forecast, trials.size() - warmUps),
                      times.of(trials.get(0)).map(ForecastText::words).orElse("unknown")));
          if (storages) {
            cells.add(2, row.storage().orElse(""));
          }
          table.add(cells.toArray(String[]::new));
        });
    StringBuilder text = new StringBuilder(table.toString());
    for (Skip skip : forecast.plan().skipped()) {
      text.append(skip.framework() + " " + skip.workload() + ": left out, " + skip.reason() + "\n");
    }
    return text.append(division(forecast.results()))
        .append(total(forecast, times))
        .append(disk(forecast))
        .append("results: " + forecast.directory())
        .append(forecast.named() ? "\n" : ", with the time of the start\n")
        .toString();
  }

  private static String number(Forecast forecast, long most) {
    return forecast.repetitions().interval().isPresent()
        ? forecast.repetitions().least() + " to " + most
        : Long.toString(most);
  }

  private static String words(Past past) {
    return AmountText.of(past.seconds(), Unit.SECONDS)
        + ", median of "
        + past.runs()
        + (past.runs() == 1 ? " run" : " runs")
        + (past.sameConfiguration() ? "" : " with other settings or versions");
  }

  /** What each framework makes of what it may use of a node. */
  private static String division(Results results) {
    StringBuilder text = new StringBuilder();
    results.layout().ifPresent(layout -> text.append("layout: " + layout.text() + "\n"));
    text.append(
        String.format(
            Locale.ROOT,
            "each worker: %d %s, %s%n",
            results.coresPerNode(),
            results.coresPerNode() == 1 ? "core" : "cores",
            AmountText.of(results.memoryBytesPerNode(), Unit.BYTES)));
    for (FrameworkInfo framework : results.frameworks()) {
      framework
          .processes()
          .ifPresent(processes -> text.append(framework.label() + ": " + processes + "\n"));
    }
    return text.toString();
  }

  private static String total(Forecast forecast, PastTimes times) {
    List<TrialKey> trials = forecast.plan().trials();
    String most = forecast.repetitions().interval().isPresent() ? "at most " : "";
    String sum =
        seconds(trials, times)
            .map(
                seconds ->
                    "about "
                        + RunProgress.words(Duration.ofSeconds(Math.round(seconds)))
                        + ", without starts of daemons, inputs and checks")
            .orElse("unknown");
    long unknown = trials.stream().filter(key -> times.of(key).isEmpty()).count();
    String rest =
        unknown == 0 || unknown == trials.size()
            ? ""
            : "; unknown for " + unknown + ", which the catalogue has no run of";
    return "time: " + most + trials.size() + " trials, " + sum + rest + "\n";
  }

  /** The sum of the times that are known; empty if none is. */
  private static Optional<Double> seconds(List<TrialKey> trials, PastTimes times) {
    return trials.stream()
        .flatMap(key -> times.of(key).stream())
        .map(Past::seconds)
        .reduce(Double::sum);
  }

  private static String disk(Forecast forecast) {
    return forecast.diskBytes().entrySet().stream()
        .map(need -> AmountText.of(need.getValue(), Unit.BYTES) + " below " + need.getKey())
        .collect(
            Collectors.joining(
                ", ", "disk: on each node up to ", ", without your own inputs and commands\n"));
  }

  /** Trials in their order, their times if they are known, and bytes by directory. */
  static String json(Forecast forecast, PastTimes times) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("name").value(forecast.results().name());
    json.name("directory").value(forecast.directory().toString());
    json.name("trials").beginArray();
    for (TrialKey key : forecast.plan().trials()) {
      json.element().beginObject();
      json.name("id").value(key.id());
      json.name("framework").value(key.framework());
      json.name("workload").value(key.workload());
      key.storage().ifPresent(label -> json.name("storage").value(label));
      json.name("nodes").value(key.nodes());
      json.name("repetition").value(key.repetition());
      times
          .of(key)
          .ifPresent(
              past -> {
                json.name("seconds").value((float) past.seconds());
                json.name("runs").value(past.runs());
                json.name("sameConfiguration").value(past.sameConfiguration());
              });
      json.endObject();
    }
    json.endArray().name("skipped").beginArray();
    for (Skip skip : forecast.plan().skipped()) {
      json.element().beginObject();
      json.name("framework").value(skip.framework());
      json.name("workload").value(skip.workload());
      json.name("reason").value(skip.reason());
      json.endObject();
    }
    json.endArray();
    division(forecast.results(), json);
    json.name("diskBytesPerNode").beginObject();
    forecast.diskBytes().forEach((path, bytes) -> json.name(path.toString()).value(bytes));
    return json.endObject().endObject() + "\n";
  }

  private static void division(Results results, JsonWriter json) {
    json.name("coresPerNode").value(results.coresPerNode());
    json.name("memoryBytesPerNode").value(results.memoryBytesPerNode());
    results
        .layout()
        .ifPresent(
            layout -> {
              json.name("master").value(layout.master());
              json.name("workersPerNode").value(layout.workersPerNode());
              json.name("tasksPerNode").value(layout.tasksPerNode());
            });
    json.name("processes").beginObject();
    for (FrameworkInfo framework : results.frameworks()) {
      framework.processes().ifPresent(processes -> json.name(framework.label()).value(processes));
    }
    json.endObject();
  }
}
