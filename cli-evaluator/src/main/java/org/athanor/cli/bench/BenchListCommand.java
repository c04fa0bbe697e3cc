// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.athanor.agent.Monitor;
import org.athanor.bench.experiment.run.Offers;
import org.athanor.bench.experiment.run.Offers.Offer;
import org.athanor.bench.monitor.NodeMonitors;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists what experiments may name, and whether this machine can use it. */
@Command(
    mixinStandardHelpOptions = true,
    name = "list",
    description = {
      "Lists frameworks, workloads and monitors, and whether they can be used on this machine.",
      "For those that cannot, it shows the reason and what would help."
    },
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench list",
      "  athanor bench list --json | jq '.frameworks[] | select(.problems == [])'"
    })
final class BenchListCommand implements Callable<Integer> {
  @ParentCommand private BenchCommand bench;

  @Option(names = "--json", description = "Write JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Offers offers = Offers.here(Installed.facilities(bench.err()::println));
    Map<String, String> unavailable = NodeMonitors.unavailableHere();
    if (json) {
      bench.out().println(json(offers, unavailable));
    } else {
      bench.out().println(frameworks(offers));
      bench.out().println(workloads());
      bench.out().print(monitors(unavailable));
    }
    return ExitCode.SUCCESS;
  }

  private static TextTable frameworks(Offers offers) {
    TextTable table = new TextTable("framework", "mode", "here");
    for (Offer offer : offers.frameworks()) {
      table.add(
          offer.kind(),
          offer.mode(),
          offer.usable() ? "yes" : "no: " + String.join("; ", offer.problems()));
    }
    return table;
  }

  private static TextTable workloads() {
    TextTable table = new TextTable("workload", "programs for", "does");
    for (Workload workload : Workloads.all()) {
      table.add(workload.kind(), apis(workload), workload.description());
    }
    return table;
  }

  private static String apis(Workload workload) {
    return workload.apis().stream()
        .map(api -> api.name().toLowerCase(Locale.ROOT))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static TextTable monitors(Map<String, String> unavailable) {
    TextTable table = new TextTable("monitor", "watches", "here");
    for (Monitor monitor : Monitor.values()) {
      String reason = unavailable.get(monitor.id());
      table.add(monitor.id(), monitor.text(), reason == null ? "yes" : "no: " + reason);
    }
    return table;
  }

  private static String json(Offers offers, Map<String, String> unavailable) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("frameworks").beginArray();
    for (Offer offer : offers.frameworks()) {
      json.element().beginObject();
      json.name("kind").value(offer.kind());
      json.name("mode").value(offer.mode());
      texts(json.name("problems"), offer.problems());
      json.endObject();
    }
    json.endArray().name("workloads").beginArray();
    for (Workload workload : Workloads.all()) {
      json.element().beginObject();
      json.name("kind").value(workload.kind());
      json.name("description").value(workload.description());
      texts(
          json.name("apis"),
          workload.apis().stream()
              .map(api -> api.name().toLowerCase(Locale.ROOT))
              .sorted()
              .toList());
      json.endObject();
    }
    json.endArray().name("monitors").beginArray();
    for (Monitor monitor : Monitor.values()) {
      String reason = unavailable.get(monitor.id());
      json.element().beginObject();
      json.name("id").value(monitor.id());
      json.name("description").value(monitor.text());
      texts(json.name("problems"), reason == null ? List.of() : List.of(reason));
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }

  private static void texts(JsonWriter json, List<String> texts) {
    json.beginArray();
    texts.forEach(text -> json.element().value(text));
    json.endArray();
  }
}
