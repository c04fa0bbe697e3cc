// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.scheduler.power.Phase;
import org.athanor.scheduler.power.PowerJournal;
import org.athanor.web.Html;
import org.athanor.web.PrometheusText;

/** The nodes that may be off, as a table, as JSON and for Prometheus. Stateless. */
final class NodesTable {
  /** Of more, those that are on are left out of the table. */
  private static final int MOST_ROWS = 200;

  private NodesTable() {}

  /** Nothing if there are none. */
  static void append(Html html, List<PowerJournal.Stored> nodes) {
    if (nodes.isEmpty()) {
      return;
    }
    html.markup("<section><h2>Nodes that may be off</h2>\n<p class=meta>");
    long off = nodes.stream().filter(each -> !each.state().phase().works()).count();
    html.number(off).markup(" of ").number(nodes.size()).markup(" are not in service.</p>\n");
    html.markup("<div class=scroll><table><thead><tr><th>node<th>cluster<th>phase")
        .markup("<th>since, UTC<th>why</tr></thead><tbody>\n");
    for (PowerJournal.Stored each : nodes) {
      if (nodes.size() <= MOST_ROWS || !each.state().phase().works()) {
        html.markup("<tr><td class=name>").text(each.node()).markup("</td><td>");
        html.text(each.cluster()).markup("</td><td");
        if (each.state().failures() > 0) {
          html.markup(" class=bad");
        }
        html.markup(">").text(each.state().phase().text()).markup("</td><td class=time>");
        html.text(Units.time(each.state().since())).markup("</td><td>");
        html.text(each.state().reason()).markup("</td></tr>\n");
      }
    }
    html.markup("</tbody></table></div></section>\n");
  }

  static List<Map<String, Object>> model(List<PowerJournal.Stored> nodes) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (PowerJournal.Stored each : nodes) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("cluster", each.cluster());
      one.put("node", each.node());
      one.put("phase", each.state().phase().text());
      one.put("since", each.state().since().toString());
      one.put("reason", each.state().reason());
      one.put("failures", each.state().failures());
      all.add(one);
    }
    return all;
  }

  static void count(PrometheusText text, List<PowerJournal.Stored> nodes) {
    Map<String, Map<Phase, Integer>> counts = new TreeMap<>();
    for (PowerJournal.Stored each : nodes) {
      counts
          .computeIfAbsent(each.cluster(), name -> new TreeMap<>())
          .merge(each.state().phase(), 1, Integer::sum);
    }
    text.family("nodes", PrometheusText.Type.GAUGE, "Nodes that may be off, by phase.");
    counts.forEach(
        (cluster, phases) -> {
          for (Phase phase : Phase.values()) {
            text.value(phases.getOrDefault(phase, 0), "cluster", cluster, "phase", phase.text());
          }
        });
    text.family(
        "nodes_failing", PrometheusText.Type.GAUGE, "Nodes that do not come back into service.");
    for (String cluster : counts.keySet()) {
      long failing =
          nodes.stream()
              .filter(each -> each.cluster().equals(cluster) && each.state().failures() > 0)
              .count();
      text.value(failing, "cluster", cluster);
    }
  }
}
