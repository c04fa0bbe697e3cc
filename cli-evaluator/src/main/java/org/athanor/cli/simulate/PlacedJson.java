// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.cli.placed.PlacedRun;
import org.athanor.simulator.run.ClusterUse;
import org.athanor.simulator.run.ClustersResult;
import org.athanor.simulator.run.Distribution;
import org.athanor.simulator.run.PlacedJob;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code athanor simulate schedule --json}: members as those of {@code simulate run}. */
final class PlacedJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private PlacedJson() {}

  static String of(List<PlacedRun> runs) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("variants", runs.stream().map(PlacedJson::variant).toList());
    return MAPPER.writeValueAsString(all) + "\n";
  }

  private static Map<String, Object> variant(PlacedRun run) {
    ClustersResult result = run.result();
    Distribution seconds =
        Distribution.of(result.jobs().stream().mapToDouble(PlacedJob::seconds).toArray());
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", run.item().name());
    members.put("policy", run.item().policy());
    members.put("error", run.item().error());
    members.put("seed", run.item().seed());
    members.put("makespanSeconds", result.makespan());
    members.put("meanSeconds", seconds.mean());
    members.put("medianSeconds", seconds.median());
    members.put("p95Seconds", seconds.p95());
    result.late().ifPresent(jobs -> members.put("lateJobs", jobs));
    if (result.joules() > 0) {
      members.put("energyJoules", result.joules());
      members.put("idleJoules", result.idleJoules());
    }
    members.put("movedBytes", run.movedBytes());
    Map<String, Object> clusters = new TreeMap<>();
    result.uses().forEach((name, use) -> clusters.put(name, cluster(name, use, result)));
    members.put("clusters", clusters);
    members.put("events", result.events());
    members.put("wallSeconds", run.wallSeconds());
    members.put("jobs", result.jobs().stream().map(PlacedJson::job).toList());
    return members;
  }

  private static Map<String, Object> cluster(String name, ClusterUse use, ClustersResult result) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("jobs", result.jobs().stream().filter(job -> job.cluster().equals(name)).count());
    members.put("processorUse", use.processorUse());
    members.put("networkBytes", use.networkBytes());
    if (use.joules() > 0) {
      members.put("energyJoules", use.joules());
    }
    return members;
  }

  private static Map<String, Object> job(PlacedJob job) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", job.name());
    members.put("cluster", job.cluster());
    members.put("submitSeconds", job.submitted());
    members.put("startSeconds", job.started());
    members.put("inputSeconds", job.record().spec().submitSeconds() - job.started());
    members.put("firstTaskSeconds", job.record().firstTask());
    members.put("endSeconds", job.record().end());
    members.put("seconds", job.seconds());
    job.record()
        .spec()
        .terms()
        .withinSeconds()
        .ifPresent(
            within -> {
              members.put("withinSeconds", within);
              members.put("late", job.isLate());
            });
    return members;
  }
}
