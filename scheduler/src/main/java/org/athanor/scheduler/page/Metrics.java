// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.athanor.scheduler.energy.Energy;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.power.PowerJournal;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.Seen;
import org.athanor.web.PrometheusText;

/**
 * What a scheduler does, for Prometheus. Labels are clusters of the file, states and kinds, names
 * of hooks, never runs or jobs. Stateless.
 */
final class Metrics {
  private Metrics() {}

  static String of(
      Seen seen,
      List<ClusterView> clusters,
      Map<RunState.Status, Long> statuses,
      Optional<AlertTables.Counts> promises,
      List<HookView> hooks,
      List<PowerJournal.Stored> nodes) {
    PrometheusText text = new PrometheusText("athanor_schedule_");
    text.family("runs", PrometheusText.Type.GAUGE, "Runs in the state directory, by state.");
    statuses.forEach((status, count) -> text.value(count, "state", StateMark.word(status)));
    Map<Phase, Integer> phases = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      phases.put(phase, 0);
    }
    for (RunState run : seen.runs()) {
      run.jobs().values().forEach(job -> phases.merge(job.phase(), 1, Integer::sum));
    }
    text.family("jobs", PrometheusText.Type.GAUGE, "Jobs of runs that have not ended, by phase.");
    phases.forEach((phase, count) -> text.value(count, "phase", StateMark.word(phase)));
    text.family("runs_left_alone", PrometheusText.Type.GAUGE, "Runs that are not worked on.");
    text.value(seen.leftAlone().size());
    promises.ifPresent(counts -> promises(text, counts));
    hooks(text, hooks);
    counts(text, seen, clusters);
    clusters(text, clusters);
    NodesTable.count(text, nodes);
    return text.toString();
  }

  private static void promises(PrometheusText text, AlertTables.Counts counts) {
    text.family(
        "promises",
        PrometheusText.Type.GAUGE,
        "Promises (SLA) of runs that have not ended, and of their jobs, that are not on track.");
    counts.runs().forEach((state, n) -> text.value(n, "of", "run", "state", StateMark.word(state)));
    counts.jobs().forEach((state, n) -> text.value(n, "of", "job", "state", StateMark.word(state)));
  }

  private static void hooks(PrometheusText text, List<HookView> hooks) {
    text.family(
        "hook_events_total",
        PrometheusText.Type.COUNTER,
        "Events since the start, by what came of telling them to a hook.");
    for (HookView hook : hooks) {
      hook.counts().entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(it -> text.value(it.getValue(), "hook", hook.name(), "outcome", it.getKey()));
    }
    text.family(
        "hook_events_waiting", PrometheusText.Type.GAUGE, "Events that a hook has not taken yet.");
    hooks.forEach(it -> text.value(it.waiting(), "hook", it.name()));
    text.family(
        "hook_in_trouble", PrometheusText.Type.GAUGE, "Whether a hook does not take events now.");
    hooks.forEach(it -> text.value(it.trouble().isEmpty() ? 0 : 1, "hook", it.name()));
  }

  private static void counts(PrometheusText text, Seen seen, List<ClusterView> clusters) {
    text.family(
        "decisions_total",
        PrometheusText.Type.COUNTER,
        "Decisions since the start, by kind, without repeats.");
    seen.counts().decisions().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> text.value(each.getValue(), "kind", each.getKey()));
    text.family(
        "attempts_started_total", PrometheusText.Type.COUNTER, "Attempts started since the start.");
    for (ClusterView cluster : clusters) {
      text.value(
          seen.counts().started().getOrDefault(cluster.name(), 0L), "cluster", cluster.name());
    }
    text.family(
        "attempts_ended_total",
        PrometheusText.Type.COUNTER,
        "Attempts that ended since the start, by outcome.");
    for (ClusterView cluster : clusters) {
      Map<String, Long> outcomes = seen.counts().ended().getOrDefault(cluster.name(), Map.of());
      for (String outcome : List.of("succeeded", "failed", "killed")) {
        text.value(
            outcomes.getOrDefault(outcome, 0L), "cluster", cluster.name(), "outcome", outcome);
      }
    }
    text.histogram(
        "queue_wait_seconds",
        "Time from when a job was ready until a cluster was chosen.",
        seen.counts().waits().bounds(),
        seen.counts().waits().counts(),
        seen.counts().waits().sum());
    text.histogram(
        "prediction_error_ratio",
        "Distance of predicted from actual durations, divided by the actual ones.",
        seen.counts().errors().bounds(),
        seen.counts().errors().counts(),
        seen.counts().errors().sum());
  }

  private static void clusters(PrometheusText text, List<ClusterView> clusters) {
    text.family(
        "cluster_available",
        PrometheusText.Type.GAUGE,
        "Whether jobs may be started on the cluster.");
    clusters.forEach(it -> text.value(it.load().isPresent() ? 1 : 0, "cluster", it.name()));
    text.family(
        "cluster_poll_age_seconds",
        PrometheusText.Type.GAUGE,
        "Age of what is known of the cluster.");
    clusters.forEach(it -> it.age().ifPresent(age -> text.value(age, "cluster", it.name())));
    text.family(
        "cluster_jobs", PrometheusText.Type.GAUGE, "Jobs of this scheduler on the cluster.");
    clusters.forEach(it -> text.value(it.jobs(), "cluster", it.name()));
    energy(text, clusters);
    amounts(text, "cluster_vcores", "Vcores of the cluster.", clusters, Resources::vcores);
    amounts(
        text, "cluster_memory_bytes", "Memory of the cluster.", clusters, Resources::memoryBytes);
  }

  /** The label "label" says how amounts are known: those of several must not be summed up. */
  private static void energy(PrometheusText text, List<ClusterView> clusters) {
    text.family(
        "job_energy_joules_total",
        PrometheusText.Type.COUNTER,
        "Energy of attempts that have ended, above that of idle nodes, by how it is known.");
    for (ClusterView cluster : clusters) {
      joules(text, cluster, Energy.Label.MEASURED, cluster.energy().measured().joules());
      joules(text, cluster, Energy.Label.ESTIMATED, cluster.energy().estimated().joules());
    }
    text.family(
        "job_energy_attempts_total",
        PrometheusText.Type.COUNTER,
        "Attempts that have ended, by how their energy is known.");
    for (ClusterView cluster : clusters) {
      joules(text, cluster, Energy.Label.MEASURED, (double) cluster.energy().measured().count());
      joules(text, cluster, Energy.Label.ESTIMATED, (double) cluster.energy().estimated().count());
      joules(text, cluster, Energy.Label.UNAVAILABLE, (double) cluster.energy().unavailable());
    }
    text.family(
        "cluster_idle_watts",
        PrometheusText.Type.GAUGE,
        "What the nodes of the cluster need even if no job runs, estimated.");
    clusters.forEach(
        it -> it.idle().watts().ifPresent(watts -> text.value(watts, "cluster", it.name())));
    text.family(
        "cluster_idle_joules_total",
        PrometheusText.Type.COUNTER,
        "Energy that the nodes needed even if no job ran, since the start, estimated.");
    for (ClusterView cluster : clusters) {
      if (cluster.idle().energy() instanceof Energy.Estimated it) {
        text.value(it.joules(), "cluster", cluster.name());
      }
    }
  }

  private static void joules(
      PrometheusText text, ClusterView cluster, Energy.Label label, double value) {
    text.value(value, "cluster", cluster.name(), "label", label.word());
  }

  private static void amounts(
      PrometheusText text,
      String name,
      String help,
      List<ClusterView> clusters,
      ToDoubleFunction<Resources> amount) {
    text.family(name, PrometheusText.Type.GAUGE, help);
    for (ClusterView cluster : clusters) {
      text.value(amount.applyAsDouble(cluster.reserved()), labels(cluster, "reserved"));
      cluster
          .load()
          .ifPresent(
              load -> {
                text.value(amount.applyAsDouble(load.total()), labels(cluster, "total"));
                text.value(amount.applyAsDouble(load.foreign()), labels(cluster, "foreign"));
                text.value(amount.applyAsDouble(cluster.free()), labels(cluster, "free"));
              });
    }
  }

  private static String[] labels(ClusterView cluster, String part) {
    return new String[] {"cluster", cluster.name(), "part", part};
  }
}
