// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.cli.simulated.DeviceNames;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.simulator.cluster.ResourceUse;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.run.ClusterUse;
import org.athanor.simulator.run.Distribution;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.RunSummary;
import org.athanor.simulator.run.TaskKind;
import org.athanor.storage.tier.DeviceType;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code athanor simulate run --json}: an object with an array of variants. */
final class RunsJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private RunsJson() {}

  static String of(List<VariantRun> runs, boolean timeline) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("variants", runs.stream().map(run -> variant(run, timeline)).toList());
    return MAPPER.writeValueAsString(all) + "\n";
  }

  private static Map<String, Object> variant(VariantRun run, boolean timeline) {
    RunSummary summary = run.summary();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("name", run.variant().name());
    members.put("seed", run.variant().scenario().seed());
    members.put("makespanSeconds", run.result().makespan());
    if (summary.jobs() > 0) {
      members.put("meanSeconds", summary.seconds().mean());
      members.put("medianSeconds", summary.seconds().median());
      members.put("p95Seconds", summary.seconds().p95());
      members.put("nodeLocal", summary.nodeLocal());
      members.put("rackLocal", summary.rackLocal());
      members.put("otherRack", summary.otherRack());
    }
    use(members, run.result().use());
    members.put("failedJobs", summary.failed());
    members.put("jobSeconds", summary.seconds());
    members.put("jobWaitSeconds", summary.waits());
    members.put("jobSlowdowns", summary.slowdowns());
    members.put("taskSeconds", tasks(run.result()));
    run.result().manager().ifPresent(use -> members.put("manager", use));
    if (run.result().losses().nodes() > 0) {
      members.put("losses", run.result().losses());
    }
    members.put("events", run.result().events());
    members.put("fillings", run.result().fillings());
    members.put("wallSeconds", run.wallSeconds());
    AccessesJson.add(members, run.variant().scenario(), run.result());
    members.put("jobs", run.result().jobs().stream().map(RunsJson::job).toList());
    run.result()
        .timeline()
        .filter(line -> timeline)
        .ifPresent(line -> members.put("timeline", TimelineJson.of(line)));
    return members;
  }

  private static void use(Map<String, Object> members, ClusterUse use) {
    members.put("processorUse", use.processorUse());
    Map<String, Object> devices = new LinkedHashMap<>();
    for (DeviceType type : DeviceType.values()) {
      if (use.devices().containsKey(type)) {
        devices.put(DeviceNames.of(type), use.deviceUse(type));
      }
    }
    members.put("deviceUse", devices);
    members.put("networkBytes", use.networkBytes());
    Map<String, Object> resources = new LinkedHashMap<>();
    for (ResourceUse each : use.resources()) {
      Map<String, Object> kind = new LinkedHashMap<>();
      kind.put("use", each.use());
      kind.put("saturation", each.saturation());
      resources.put(each.kind(), kind);
    }
    members.put("resources", resources);
    if (use.joules() > 0) {
      members.put("energyJoules", use.joules());
    }
  }

  private static Map<String, Object> tasks(RunResult result) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (TaskKind kind : TaskKind.values()) {
      Distribution times = result.taskSeconds().get(kind);
      if (times != null) {
        members.put(name(kind), times);
      }
    }
    return members;
  }

  private static String name(TaskKind kind) {
    return switch (kind) {
      case MAP -> "maps";
      case NODE_LOCAL_MAP -> "nodeLocalMaps";
      case RACK_LOCAL_MAP -> "rackLocalMaps";
      case OTHER_RACK_MAP -> "otherRackMaps";
      case REDUCE -> "reduces";
    };
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
    job.failure().ifPresent(reason -> members.put("failure", reason));
    return members;
  }
}
