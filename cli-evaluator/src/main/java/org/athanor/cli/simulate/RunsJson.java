// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.run.ClusterUse;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code athanor simulate run --json}: an object with an array of variants. */
final class RunsJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private RunsJson() {}

  static String of(List<VariantRun> runs) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("variants", runs.stream().map(RunsJson::variant).toList());
    return MAPPER.writeValueAsString(all) + "\n";
  }

  private static Map<String, Object> variant(VariantRun run) {
    ClusterUse use = run.result().use();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", run.variant().name());
    members.put("seed", run.variant().scenario().seed());
    members.put("makespanSeconds", run.result().makespan());
    if (run.summary().jobs() > 0) {
      members.put("meanSeconds", run.summary().seconds().mean());
      members.put("medianSeconds", run.summary().seconds().median());
      members.put("p95Seconds", run.summary().seconds().p95());
      members.put("nodeLocal", run.summary().nodeLocal());
      members.put("rackLocal", run.summary().rackLocal());
      members.put("otherRack", run.summary().otherRack());
    }
    members.put("processorUse", use.processorUse());
    Map<String, Object> devices = new LinkedHashMap<>();
    use.devices().forEach((type, count) -> devices.put(RunsText.name(type), use.deviceUse(type)));
    members.put("deviceUse", devices);
    members.put("networkBytes", use.networkBytes());
    if (use.joules() > 0) {
      members.put("energyJoules", use.joules());
    }
    members.put("events", run.result().events());
    members.put("wallSeconds", run.wallSeconds());
    AccessesJson.add(members, run.result().accesses());
    members.put("jobs", run.result().jobs().stream().map(RunsJson::job).toList());
    return members;
  }

  private static Map<String, Object> job(JobRecord job) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", job.spec().name());
    members.put("queue", job.spec().queue());
    members.put("submitSeconds", job.spec().submitSeconds());
    members.put("firstTaskSeconds", job.firstTask());
    members.put("mapsEndSeconds", job.mapsEnd());
    members.put("endSeconds", job.end());
    members.put("seconds", job.seconds());
    members.put("maps", job.maps());
    members.put("reduces", job.spec().reduces());
    members.put("nodeLocalMaps", job.nodeLocal());
    members.put("rackLocalMaps", job.rackLocal());
    members.put("otherRackMaps", job.otherRack());
    return members;
  }
}
