// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.keep.KeptFacts;
import org.athanor.tiering.plan.HotFile;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.region.RegionSnapshot;
import tools.jackson.databind.json.JsonMapper;

/** A status as JSON, which docs/storage.md describes. */
final class StatusJson {
  private static final JsonMapper JSON = new JsonMapper();

  private StatusJson() {}

  static String of(Status status) {
    Activity.Snapshot activity = status.activity();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("cluster", status.cluster());
    model.put("started", status.started().toString());
    model.put("dryRun", status.isDryRun());
    model.put("doing", activity.doing());
    model.put("predictor", status.settings().predictor().id());
    model.put("periodSeconds", status.settings().period().toSeconds());
    status.settings().ssdBytes().ifPresent(bytes -> model.put("ssdBytes", bytes));
    status.settings().extraReplicaBytes().ifPresent(b -> model.put("extraReplicaBytes", b));
    status
        .settings()
        .archiveAfter()
        .ifPresent(age -> model.put("archiveAfterSeconds", age.toSeconds()));
    model.put("events", activity.events());
    model.put("malformedLines", activity.malformedLines());
    model.put("accesses", activity.accesses());
    model.put("knownFiles", activity.knownFiles());
    model.put("logTime", activity.logTime().toString());
    model.put("periodsEnded", activity.periodsEnded());
    model.put("periodEnd", activity.periodEnd().toString());
    model.put("tiers", status.tiers().stream().map(StatusJson::tier).toList());
    if (status.region().isThere()) {
      model.put("region", region(status.region()));
    }
    model.put("plan", plan(activity.plan()));
    activity.kept().ifPresent(facts -> model.put("whole", kept(facts)));
    Map<String, Object> totals = new LinkedHashMap<>();
    activity.totals().forEach((name, count) -> totals.put(words(name.name()), count));
    model.put("outcomes", totals);
    model.put("latest", activity.outcomes().stream().map(StatusJson::done).toList());
    model.put(
        "notices",
        activity.notices().stream()
            .map(said -> Map.of("time", said.time().toString(), "text", said.text()))
            .toList());
    return JSON.writeValueAsString(model);
  }

  private static Map<String, Object> kept(KeptFacts facts) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("began", facts.began().toString());
    model.put("complete", facts.isComplete());
    model.put("files", facts.files());
    model.put("repaired", facts.repaired());
    model.put("leftAlone", facts.leftAlone());
    List<Map<String, Object>> held = new ArrayList<>();
    facts
        .spots()
        .forEach(
            (spot, count) -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("kind", spot.isRegion() ? "region" : "tier");
              one.put("name", spot.name());
              one.put("whole", count.whole());
              one.put("notWhole", count.notWhole());
              held.add(one);
            });
    model.put("held", held);
    return model;
  }

  private static Map<String, Object> tier(TierUse tier) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("type", tier.type());
    model.put("nodes", tier.nodes());
    model.put("volumes", tier.volumes());
    model.put("failedVolumes", tier.failedVolumes());
    model.put("capacityBytes", tier.capacityBytes());
    model.put("usedBytes", tier.usedBytes());
    model.put("remainingBytes", tier.remainingBytes());
    return model;
  }

  private static Map<String, Object> region(RegionSnapshot region) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("capacityBytes", region.capacityBytes());
    model.put("reserveBytes", region.reserveBytes());
    model.put("counterBytes", region.counterBytes());
    model.put("idleBytes", region.idleBytes());
    model.put("leavingBytes", region.leavingBytes());
    model.put("granted", region.totals().granted());
    model.put("refused", region.totals().refused());
    model.put("lost", region.totals().lost());
    model.put("prefetchedFiles", region.totals().prefetchedFiles());
    model.put("prefetchedBytes", region.totals().prefetchedBytes());
    model.put("evictedFiles", region.totals().evictedFiles());
    model.put("evictedBytes", region.totals().evictedBytes());
    model.put("jobs", region.jobs().stream().map(StatusJson::job).toList());
    model.put("fileCount", region.fileCount());
    model.put("foreignEntries", region.foreignEntries());
    model.put("files", region.files().stream().map(StatusJson::file).toList());
    return model;
  }

  private static Map<String, Object> job(RegionSnapshot.Job job) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("application", job.application());
    model.put("name", job.name());
    model.put("owner", job.owner());
    model.put("configuration", job.configuration());
    model.put("reservedBytes", job.reservedBytes());
    model.put("inputBytes", job.inputBytes());
    return model;
  }

  private static Map<String, Object> file(RegionSnapshot.File file) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("path", file.path());
    model.put("bytes", file.bytes());
    model.put("use", file.use());
    return model;
  }

  private static Map<String, Object> plan(Activity.PlanFacts plan) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("made", plan.made().toString());
    model.put("files", plan.files());
    model.put("actions", plan.actions());
    model.put("repairs", plan.repairs());
    model.put("bytes", plan.bytes());
    model.put("leftAlone", plan.leftAlone());
    model.put("hottest", plan.hottest().stream().map(StatusJson::hot).toList());
    return model;
  }

  private static Map<String, Object> hot(HotFile file) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("path", file.path());
    model.put("bytes", file.bytes());
    model.put("timesRead", file.timesRead());
    model.put("policy", file.policy().name());
    return model;
  }

  private static Map<String, Object> done(Activity.Done done) {
    PlanAction action = done.outcome().action();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("time", done.time().toString());
    model.put("path", action.path());
    model.put("bytes", action.bytes());
    model.put("fromPolicy", action.fromPolicy().name());
    model.put("toPolicy", action.toPolicy().name());
    model.put("fromReplicas", action.fromReplicas());
    model.put("toReplicas", action.toReplicas());
    model.put("reason", action.reason());
    model.put("status", words(done.outcome().status().name()));
    model.put("detail", done.outcome().detail());
    return model;
  }

  private static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
