// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.CandidateLine;
import org.athanor.scheduler.journal.EnergyJson;
import org.athanor.scheduler.journal.RunSummary;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.NodePower;
import org.athanor.scheduler.service.Outlook;
import tools.jackson.databind.json.JsonMapper;

/** Snapshots as JSON, which docs/scheduling.md describes. Stateless. */
final class StatusJson {
  private static final JsonMapper JSON = new JsonMapper();

  private StatusJson() {}

  static String of(Overview view) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("time", view.now().toString());
    model.put("policy", view.policy());
    model.put("clusters", view.clusters().stream().map(it -> cluster(it)).toList());
    Map<String, Object> counts = new LinkedHashMap<>();
    view.statuses().forEach((status, count) -> counts.put(StateMark.word(status), count));
    model.put("counts", counts);
    model.put("active", view.active().stream().map(it -> summary(it, view)).toList());
    model.put("ended", view.ended().stream().map(it -> summary(it, view)).toList());
    model.put("from", view.from());
    Map<String, Object> accuracy = new LinkedHashMap<>();
    view.accuracy()
        .forEach(
            (cluster, of) -> {
              Map<String, Object> one = new LinkedHashMap<>();
              one.put("compared", of.compared());
              one.put("unknown", of.unknown());
              of.medianError().ifPresent(it -> one.put("medianError", it));
              of.covered().ifPresent(it -> one.put("covered", it));
              accuracy.put(cluster, one);
            });
    model.put("accuracy", accuracy);
    model.put("leftAlone", view.leftAlone());
    model.put("hooks", view.hooks().stream().map(StatusJson::hook).toList());
    model.put("nodes", NodesTable.model(view.nodes()));
    return JSON.writeValueAsString(model);
  }

  private static Map<String, Object> power(NodePower power) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("label", power.label());
    power
        .power()
        .ifPresent(
            watts -> {
              model.put("idleWatts", watts.idleWatts());
              model.put("maxWatts", watts.maxWatts());
            });
    model.put("source", power.source());
    return model;
  }

  private static Map<String, Object> cluster(ClusterView cluster) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("name", cluster.name());
    model.put("kind", cluster.kind());
    model.put("available", cluster.load().isPresent());
    cluster.trouble().ifPresent(why -> model.put("trouble", why));
    model.put("jobs", cluster.jobs());
    model.put("energy", sum(cluster.energy()));
    model.put("power", power(cluster.idle().power()));
    Map<String, Object> idle = new LinkedHashMap<>();
    cluster.idle().watts().ifPresent(watts -> idle.put("watts", watts));
    idle.putAll(EnergyJson.of(cluster.idle().energy()));
    model.put("idle", idle);
    model.put("reserved", resources(cluster.reserved()));
    cluster
        .load()
        .ifPresent(
            load -> {
              model.put("total", resources(load.total()));
              model.put("foreign", resources(load.foreign()));
              model.put("free", resources(cluster.free()));
              model.put("nodes", load.nodes());
              model.put("ageSeconds", cluster.age().orElse(0.0));
            });
    return model;
  }

  /** Each label for itself. */
  private static Map<String, Object> sum(EnergySum energy) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("measuredJoules", energy.measured().joules());
    model.put("measured", energy.measured().count());
    model.put("estimatedJoules", energy.estimated().joules());
    model.put("estimated", energy.estimated().count());
    model.put("unavailable", energy.unavailable());
    return model;
  }

  /** The empty text if a promise is on track, or if there is none. */
  private static String word(Optional<AlertTables.State> promise) {
    return promise.map(StateMark::word).orElse("");
  }

  private static Map<String, Object> hook(HookView hook) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("hook", hook.name());
    model.put("waiting", hook.waiting());
    model.put("events", hook.counts());
    if (!hook.trouble().isEmpty()) {
      model.put("trouble", hook.trouble());
      hook.since().ifPresent(at -> model.put("since", at.toString()));
    }
    return model;
  }

  private static Map<String, Object> resources(Resources amounts) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("vcores", amounts.vcores());
    model.put("memoryBytes", amounts.memoryBytes());
    return model;
  }

  private static Map<String, Object> summary(RunSummary run, Overview view) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("run", run.id());
    model.put("workflow", run.workflow());
    model.put("status", StateMark.word(run.status()));
    model.put("submitted", run.submitted().toString());
    run.ended().ifPresent(time -> model.put("ended", time.toString()));
    model.put("late", run.late());
    model.put("promise", word(Optional.ofNullable(view.promises().get(run.id()))));
    Map<String, Object> jobs = new LinkedHashMap<>();
    run.jobs().forEach((phase, count) -> jobs.put(StateMark.word(phase), count));
    model.put("jobs", jobs);
    return model;
  }

  static String of(RunView view) {
    RunState run = view.run();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("time", view.now().toString());
    model.put("run", run.spec().id());
    model.put("workflow", run.spec().workflow());
    model.put("status", StateMark.word(run.status()));
    model.put("submitted", run.spec().submitted().toString());
    run.ended().ifPresent(time -> model.put("ended", time.toString()));
    run.spec().deadline().ifPresent(time -> model.put("deadline", time.toString()));
    model.put("late", run.late());
    model.put("promise", word(view.promise().map(AlertTables.Promise::state)));
    model.put("jobs", view.jobs().stream().map(job -> job(job, view.now())).toList());
    return JSON.writeValueAsString(model);
  }

  private static Map<String, Object> job(JobView job, Instant now) {
    JobState state = job.state();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("job", job.name());
    model.put("after", job.after().stream().sorted().toList());
    model.put("state", StateMark.word(state.phase()));
    model.put("since", state.since().toString());
    model.put("message", state.message());
    model.put("late", state.late());
    model.put("promise", word(job.promise().map(AlertTables.Promise::state)));
    model.put("attempts", job.attempts().stream().map(it -> attempt(it, now)).toList());
    job.decision()
        .ifPresent(
            it -> {
              Map<String, Object> decision = new LinkedHashMap<>();
              decision.put("time", it.at().toString());
              decision.put("attempt", it.attempt());
              decision.put("policy", it.policy());
              decision.put("what", it.what());
              decision.put("reason", it.reason());
              decision.put("candidates", it.candidates());
              model.put("decision", decision);
            });
    job.expected().ifPresent(it -> model.put("expected", expected(it)));
    model.put("energy", EnergyJson.of(job.energy()));
    return model;
  }

  private static Map<String, Object> attempt(AttemptView attempt, Instant now) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("attempt", attempt.number());
    model.put("cluster", attempt.cluster());
    model.put("outcome", StateMark.word(attempt.outcome()));
    model.put("began", attempt.began().toString());
    attempt.ended().ifPresent(time -> model.put("ended", time.toString()));
    Duration took = attempt.took(now);
    model.put("seconds", took.toMillis() / 1e3);
    attempt.exitCode().ifPresent(code -> model.put("exitCode", code));
    model.put("applications", attempt.applications());
    Optional<CandidateLine.Seconds> predicted = attempt.predicted();
    predicted.ifPresent(
        it -> {
          Map<String, Object> seconds = new LinkedHashMap<>();
          seconds.put("low", it.low());
          seconds.put("middle", it.middle());
          seconds.put("high", it.high());
          seconds.put("source", it.source());
          seconds.put("runs", it.runs());
          model.put("predictedSeconds", seconds);
        });
    return model;
  }

  private static Map<String, Object> expected(Outlook.Expected expected) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("cluster", expected.cluster());
    model.put("known", expected.isKnown());
    model.put("from", expected.from().toString());
    model.put("low", expected.low().toString());
    model.put("until", expected.until().toString());
    model.put("high", expected.high().toString());
    return model;
  }
}
