// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.util.Locale;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.keep.KeptFacts;

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
