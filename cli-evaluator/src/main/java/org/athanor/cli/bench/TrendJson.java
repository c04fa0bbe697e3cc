// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.report.statistics.Steps;
import org.athanor.report.trend.Trend;
import org.athanor.report.trend.Trend.Line;
import org.athanor.report.trend.Trend.Panel;
import org.athanor.report.trend.Trend.Point;
import org.athanor.report.trend.Trend.Run;
import org.athanor.results.archive.Entry;
import tools.jackson.databind.json.JsonMapper;

/** A trend as JSON for programs; absent values are left out. */
final class TrendJson {
  private TrendJson() {}

  static String of(Trend trend) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("runs", trend.runs().stream().map(TrendJson::run).toList());
    all.put("panels", trend.panels().stream().map(TrendJson::panel).toList());
    all.put("rule", Steps.RULE);
    return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all);
  }

  private static Map<String, Object> run(Run run) {
    Entry entry = run.entry();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("directory", entry.directory().toString());
    members.put("started", entry.started().toString());
    members.put("experiment", entry.experiment());
    entry.commit().ifPresent(commit -> members.put("commit", commit));
    members.put("accepted", entry.accepted());
    members.put("athanor", entry.athanor());
    members.put("versions", run.versions());
    members.put("machine", entry.machine());
    return members;
  }

  private static Map<String, Object> panel(Panel panel) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("machine", panel.machine());
    members.put("experiment", panel.experiment());
    members.put("workload", panel.workload());
    members.put("size", panel.size());
    members.put("nodes", panel.nodes());
    members.put("given", panel.given());
    members.put("lines", panel.lines().stream().map(TrendJson::line).toList());
    return members;
  }

  private static Map<String, Object> line(Line line) {
    List<Object> steps = new ArrayList<>();
    for (Steps.Step step : line.steps()) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("run", line.points().get(step.index()).run());
      members.put("speedUp", step.speedUp().ratio());
      members.put("low", step.speedUp().interval().low());
      members.put("high", step.speedUp().interval().high());
      members.put("level", step.speedUp().interval().level());
      members.put("p", step.speedUp().p());
      steps.add(members);
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("framework", line.framework());
    members.put("points", line.points().stream().map(TrendJson::point).toList());
    members.put("steps", steps);
    return members;
  }

  private static Map<String, Object> point(Point point) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("run", point.run());
    members.put("failures", point.failures());
    point
        .times()
        .ifPresent(
            times -> {
              members.put("trials", times.size());
              members.put("medianSeconds", times.median());
              times
                  .interval()
                  .ifPresent(
                      interval -> {
                        members.put("low", interval.low());
                        members.put("high", interval.high());
                        members.put("level", interval.level());
                      });
            });
    return members;
  }
}
