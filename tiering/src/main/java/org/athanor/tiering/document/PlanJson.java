// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.document;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.plan.CurvePoint;
import org.athanor.tiering.plan.HotFile;
import org.athanor.tiering.plan.LinkAdvice;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.PlanAction.Change;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.ReplicaPoint;
import org.athanor.tiering.plan.Share;
import org.athanor.tiering.plan.SimulatedGain;
import org.athanor.tiering.plan.StoragePlan;
import org.athanor.tiering.plan.TierChange;
import org.athanor.tiering.plan.TierPlan;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A plan as JSON, which docs/storage.md describes. Times are in ISO 8601 and UTC, sizes in bytes,
 * durations in seconds, shares from 0 to 1.
 */
public final class PlanJson {
  /** The member {@code format}, by which a reader knows the file. */
  public static final String FORMAT = "athanor-storage-plan";

  /** Of the members' meaning; higher if an older reader would be misled. */
  public static final int VERSION = 1;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private PlanJson() {}

  /** Writes a plan, indented. */
  public static String of(StoragePlan plan) {
    return JSON.writeValueAsString(model(plan));
  }

  static Map<String, Object> model(StoragePlan plan) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("format", FORMAT);
    model.put("version", VERSION);
    model.put("settings", settings(plan.settings()));
    model.put("log", log(plan.log()));
    model.put("image", image(plan.files()));
    model.put("summary", summary(plan));
    plan.cache().ifPresent(point -> model.put("cache", point(point)));
    plan.savedReadTime().ifPresent(share -> model.put("savedReadTime", share(share)));
    plan.simulated().ifPresent(gain -> model.put("simulated", simulated(gain)));
    plan.links().ifPresent(advice -> model.put("links", links(advice)));
    put(model, "cacheCurveTier", plan.curveTier());
    model.put("cacheCurve", plan.curve().stream().map(PlanJson::point).toList());
    model.put("replicaCurve", plan.replicaCurve().stream().map(PlanJson::point).toList());
    model.put("hottest", plan.hottest().stream().map(PlanJson::hot).toList());
    model.put("actions", plan.actions().stream().map(PlanJson::action).toList());
    plan.tier().ifPresent(tier -> model.put("tier", tier(tier, tier.changes())));
    model.put("leftAlone", plan.leftAlone());
    model.put("refusedWishes", plan.refused());
    model.put("notices", plan.notices());
    return model;
  }

  private static Map<String, Object> settings(PlanSettings settings) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("predictor", settings.predictor().id());
    model.put("periodSeconds", settings.period().toSeconds());
    model.put("windowSeconds", settings.window().toSeconds());
    put(model, "ssdBytes", settings.ssdBytes());
    put(model, "extraReplicaBytes", settings.extraReplicaBytes());
    put(model, "archiveAfterSeconds", settings.archiveAfter().map(age -> age.toSeconds()));
    model.put("minimumReplication", settings.replication().minimum());
    model.put("usualReplication", settings.replication().usual());
    model.put("maximumReplication", settings.replication().maximum());
    model.put("moveBytesPerSecond", settings.moveBytesPerSecond());
    model.put("pins", settings.pins());
    List<Object> tiers = new ArrayList<>();
    PlanSettings.Speeds speeds = settings.speeds();
    for (Tier tier : List.of(speeds.ssd(), speeds.disk(), speeds.archive())) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", tier.name());
      one.put("readBytesPerSecond", tier.readBytesPerSecond());
      one.put("writeBytesPerSecond", tier.writeBytesPerSecond());
      one.put("durable", tier.durable());
      tiers.add(one);
    }
    model.put("tiers", tiers);
    return model;
  }

  private static void put(Map<String, Object> model, String name, Optional<?> value) {
    value.ifPresent(present -> model.put(name, present));
  }

  private static Map<String, Object> log(StoragePlan.LogFacts log) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("first", log.first().toString());
    model.put("last", log.last().toString());
    model.put("lines", log.counts().lines());
    model.put("events", log.counts().events());
    model.put("malformedLines", log.counts().malformed());
    model.put("accesses", log.accesses());
    model.put("accessesToOtherFiles", log.accessesToOtherFiles());
    model.put("periods", log.periods());
    return model;
  }

  private static Map<String, Object> image(StoragePlan.FileTotals files) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("files", files.files());
    model.put("filesRead", files.filesRead());
    model.put("bytes", files.bytes());
    model.put("storedBytes", files.storedBytes());
    return model;
  }

  private static Map<String, Object> summary(StoragePlan plan) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("files", plan.changedFiles());
    model.put("actions", plan.actions().size());
    Map<String, Object> changes = new LinkedHashMap<>();
    for (Change change : Change.values()) {
      List<PlanAction> of = plan.actions().stream().filter(a -> a.is(change)).toList();
      changes.put(
          change.text(),
          Map.of("files", of.size(), "bytes", of.stream().mapToLong(PlanAction::bytes).sum()));
    }
    model.put("changes", changes);
    model.put("movedBytes", plan.movedBytes());
    model.put("moveSeconds", plan.moveSeconds());
    model.put("ssdGrowth", sum(plan, PlanAction::ssdGrowth));
    model.put("diskGrowth", sum(plan, PlanAction::diskGrowth));
    model.put("archiveGrowth", sum(plan, PlanAction::archiveGrowth));
    return model;
  }

  private static long sum(StoragePlan plan, ToLongFunction<PlanAction> value) {
    return plan.actions().stream().mapToLong(value).sum();
  }

  private static Map<String, Object> share(Share share) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("all", share.all());
    model.put("lowest", share.lowest());
    model.put("highest", share.highest());
    model.put("periods", share.periods());
    model.put("level", share.level());
    return model;
  }

  private static Map<String, Object> simulated(SimulatedGain gain) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("cluster", gain.cluster());
    model.put("readers", gain.readers());
    model.put("periods", gain.periods());
    model.put("level", gain.level());
    model.put("runs", gain.runs());
    model.put("reads", gain.reads());
    model.put("accesses", gain.accesses());
    model.put("meanSeconds", change(gain.meanSeconds()));
    model.put("throughputBytesPerSecond", change(gain.throughput()));
    model.put("fromSsd", change(gain.fromSsd()));
    if (!gain.retrievals().isEmpty()) {
      model.put("retrievals", gain.retrievals().stream().map(PlanJson::retrieval).toList());
    }
    return model;
  }

  /** By which policy replicas should be placed and read, also in other documents. */
  public static Map<String, Object> links(LinkAdvice advice) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("cluster", advice.cluster());
    model.put("linkBytesPerSecond", advice.linkBytesPerSecond());
    model.put("recommended", advice.recommended());
    model.put("reason", advice.reason());
    advice
        .crossoverBytesPerSecond()
        .ifPresent(crossover -> model.put("crossoverBytesPerSecond", crossover));
    advice.slowerBytesPerSecond().ifPresent(rate -> model.put("changesBelowBytesPerSecond", rate));
    advice.fasterBytesPerSecond().ifPresent(rate -> model.put("changesFromBytesPerSecond", rate));
    model.put("policies", advice.policies().stream().map(PlanJson::policy).toList());
    return model;
  }

  private static Map<String, Object> policy(LinkAdvice.Policy policy) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("policy", policy.name());
    model.put("readerBytesPerSecond", policy.readerBytesPerSecond());
    model.put("allBytesPerSecond", policy.allBytesPerSecond());
    model.put("fromFastestTier", policy.fromFastestTier());
    model.put("remote", policy.remote());
    model.put("boundBy", policy.busiest());
    return model;
  }

  private static Map<String, Object> retrieval(SimulatedGain.Retrieval retrieval) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("policy", retrieval.policy());
    model.put("meanSeconds", retrieval.meanSeconds());
    model.put("ofRules", retrieval.isOfRules());
    return model;
  }

  private static Map<String, Object> change(SimulatedGain.Change change) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("now", change.now());
    model.put("planned", change.planned());
    model.put("gain", change.gain().all());
    model.put("lowestGain", change.gain().lowest());
    model.put("highestGain", change.gain().highest());
    return model;
  }

  private static Map<String, Object> point(CurvePoint point) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("bytes", point.bytes());
    model.put("accesses", share(point.accesses()));
    model.put("read", share(point.read()));
    model.put("lastValue", share(point.lastValue()));
    model.put("lfu", share(point.lfu()));
    model.put("perfect", share(point.perfect()));
    return model;
  }

  private static Map<String, Object> point(ReplicaPoint point) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("budgetBytes", point.budgetBytes());
    model.put("usedBytes", point.usedBytes());
    model.put("raisedFiles", point.raisedFiles());
    model.put("accessesPerReplica", point.accessesPerReplica());
    return model;
  }

  private static Map<String, Object> hot(HotFile file) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("path", file.path());
    model.put("bytes", file.bytes());
    model.put("popularity", file.popularity());
    model.put("timesRead", file.timesRead());
    model.put("policy", file.policy().name());
    return model;
  }

  static Map<String, Object> action(PlanAction action) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("path", action.path());
    if (action.id() >= 0) {
      model.put("id", action.id());
    }
    model.put("bytes", action.bytes());
    model.put("modified", action.modified().toString());
    model.put("fromPolicy", action.fromPolicy().name());
    model.put("toPolicy", action.toPolicy().name());
    model.put("fromReplicas", action.fromReplicas());
    model.put("toReplicas", action.toReplicas());
    model.put("movedBytes", action.movedBytes());
    model.put("reason", action.reason());
    return model;
  }

  /**
   * What shall become of a tier.
   *
   * @param changes those of its changes that are listed
   */
  static Map<String, Object> tier(TierPlan tier, List<TierChange> changes) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("name", tier.budget().tier().name());
    model.put("budgetBytes", tier.budget().bytes());
    model.put("freeBytes", tier.freeBytes());
    model.put("usedBytes", tier.usedBytes());
    model.put("growth", tier.growth());
    model.put("movedBytes", tier.movedBytes());
    model.put("rulesVersion", tier.rules().version());
    model.put("changesRules", tier.changesRules());
    model.put("files", tier.changes().size());
    model.put("changes", changes.stream().map(PlanJson::change).toList());
    model.put("leftAlone", tier.leftAlone());
    model.put("refusedWishes", tier.refused());
    return model;
  }

  private static Map<String, Object> change(TierChange change) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("path", change.path());
    if (change.id() >= 0) {
      model.put("id", change.id());
    }
    model.put("bytes", change.bytes());
    model.put("modified", change.modified().toString());
    model.put("replicas", change.replicas());
    model.put("fromTiers", change.from());
    model.put("toTiers", change.to());
    model.put("movedBytes", change.movedBytes());
    model.put("reason", change.reason());
    return model;
  }
}
