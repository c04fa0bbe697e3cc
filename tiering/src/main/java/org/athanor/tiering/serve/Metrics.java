// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.util.Locale;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.keep.KeptFacts;
import org.athanor.tiering.region.RegionSnapshot;

/** A status in the text format of Prometheus. */
final class Metrics {
  private final StringBuilder text = new StringBuilder();

  private Metrics() {}

  static String of(Status status) {
    Metrics metrics = new Metrics();
    Activity.Snapshot activity = status.activity();
    metrics.one("audit_events_total", "counter", activity.events());
    metrics.one("audit_malformed_lines_total", "counter", activity.malformedLines());
    metrics.one("accesses_total", "counter", activity.accesses());
    metrics.one("known_files", "gauge", activity.knownFiles());
    metrics.one("periods_ended_total", "counter", activity.periodsEnded());
    metrics.one("audit_time_seconds", "gauge", activity.logTime().getEpochSecond());
    metrics.one("plan_actions", "gauge", activity.plan().actions());
    metrics.one("plan_bytes", "gauge", activity.plan().bytes());
    metrics.type("outcomes_total", "counter");
    for (Outcome.Status outcome : Outcome.Status.values()) {
      String label = outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
      metrics.line(
          "outcomes_total{status=\"" + label + "\"}", activity.totals().getOrDefault(outcome, 0L));
    }
    activity.kept().ifPresent(metrics::whole);
    if (status.region().isThere()) {
      metrics.region(status.region());
    }
    for (String name : new String[] {"capacity", "used", "remaining"}) {
      metrics.type("tier_" + name + "_bytes", "gauge");
      for (TierUse tier : status.tiers()) {
        long bytes =
            switch (name) {
              case "capacity" -> tier.capacityBytes();
              case "used" -> tier.usedBytes();
              default -> tier.remainingBytes();
            };
        metrics.line("tier_" + name + "_bytes{type=\"" + tier.type() + "\"}", bytes);
      }
    }
    return metrics.text.toString();
  }

  private void whole(KeptFacts facts) {
    one("files_made_whole_total", "counter", facts.repaired());
    type("held_files", "gauge");
    facts
        .spots()
        .forEach(
            (spot, count) -> {
              String label =
                  "held_files{"
                      + (spot.isRegion() ? "region" : "tier")
                      + "=\""
                      + spot.name()
                      + "\"";
              line(label + ",whole=\"yes\"}", count.whole());
              line(label + ",whole=\"no\"}", count.notWhole());
            });
  }

  private void region(RegionSnapshot region) {
    one("region_capacity_bytes", "gauge", region.capacityBytes());
    one("region_reserve_bytes", "gauge", region.reserveBytes());
    one("region_counter_bytes", "gauge", region.counterBytes());
    one("region_idle_bytes", "gauge", region.idleBytes());
    one("region_leaving_bytes", "gauge", region.leavingBytes());
    one("region_jobs", "gauge", region.jobs().size());
    one("region_files", "gauge", region.fileCount());
    one("region_foreign_entries", "gauge", region.foreignEntries());
    RegionSnapshot.Totals totals = region.totals();
    type("region_requests_total", "counter");
    line("region_requests_total{outcome=\"granted\"}", totals.granted());
    line("region_requests_total{outcome=\"refused\"}", totals.refused());
    line("region_requests_total{outcome=\"lost\"}", totals.lost());
    one("region_prefetched_files_total", "counter", totals.prefetchedFiles());
    one("region_prefetched_bytes_total", "counter", totals.prefetchedBytes());
    one("region_evicted_files_total", "counter", totals.evictedFiles());
    one("region_evicted_bytes_total", "counter", totals.evictedBytes());
  }

  private void one(String name, String type, long value) {
    type(name, type);
    line(name, value);
  }

  private void type(String name, String type) {
    text.append("# TYPE athanor_storage_").append(name).append(' ').append(type).append('\n');
  }

  private void line(String name, long value) {
    text.append("athanor_storage_").append(name).append(' ').append(value).append('\n');
  }
}
