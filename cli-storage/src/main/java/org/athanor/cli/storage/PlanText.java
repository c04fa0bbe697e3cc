// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.athanor.cli.storage.Amounts.duration;
import static org.athanor.cli.storage.Amounts.percent;
import static org.athanor.cli.storage.Amounts.size;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.cli.storage.gain.LinkRate;
import org.athanor.cli.table.TextTable;
import org.athanor.tiering.plan.CurvePoint;
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

/** A plan for a terminal: what was read, what a change would bring, and what would change. */
final class PlanText {
  private final StoragePlan plan;
  private final int rows;
  private final StringBuilder text = new StringBuilder();

  private PlanText(StoragePlan plan, int rows) {
    this.plan = plan;
    this.rows = rows;
  }

  /**
   * Writes a plan.
   *
   * @param rows of files and actions that are shown, from 0
   */
  static String of(StoragePlan plan, int rows) {
    PlanText made = new PlanText(plan, rows);
    made.head();
    made.hottest();
    made.cacheCurve();
    if (plan.settings().extraReplicaBytes().isPresent()) {
      made.replicaCurve();
    }
    made.changes();
    made.actions();
    plan.tier().ifPresent(made::tier);
    made.leftAlone(plan.leftAlone());
    return made.text.toString();
  }

  private void head() {
    StoragePlan.LogFacts log = plan.log();
    line(
        "audit log   %s to %s UTC: %,d accesses, %,d periods of %s",
        minute(log.first()),
        minute(log.last()),
        log.accesses(),
        log.periods(),
        duration(plan.settings().period().toSeconds()));
    StoragePlan.FileTotals files = plan.files();
    line(
        "image       %,d files, %,d of them read, %s, with replicas %s",
        files.files(), files.filesRead(), size(files.bytes()), size(files.storedBytes()));
    plan.cache().ifPresent(this::gain);
    plan.simulated().ifPresent(this::simulated);
    plan.links().ifPresent(this::links);
  }

  private void links(LinkAdvice advice) {
    line("");
    text.append(LinkText.table(advice));
    line(
        "links       %s a node; recommended is %s",
        LinkRate.text(advice.linkBytesPerSecond()), LinkText.recommendation(advice));
    line("            an estimate, of cluster %s", advice.cluster());
  }

  private void simulated(SimulatedGain gain) {
    line(
        "simulated   reads take %s (%s to %s) less time: %.2f s instead of %.2f s on average,",
        percent(gain.meanSeconds().gain().all()),
        percent(gain.meanSeconds().gain().lowest()),
        percent(gain.meanSeconds().gain().highest()),
        gain.meanSeconds().planned(),
        gain.meanSeconds().now());
    line(
        "            at %s/s instead of %s/s; %s of the bytes come from SSD, now %s",
        size((long) gain.throughput().planned()),
        size((long) gain.throughput().now()),
        percent(gain.fromSsd().planned()),
        percent(gain.fromSsd().now()));
    line("            cluster %s", gain.cluster());
    line("            %s", gain.readers());
    if (!gain.retrievals().isEmpty()) {
      line(
          "            by retrieval policy: %s%s",
          gain.retrievals().stream().map(PlanText::retrieval).collect(Collectors.joining(", ")),
          gain.betterRetrieval().isEmpty()
              ? ""
              : "; retrieval=" + gain.betterRetrieval().get().policy() + " would be better here");
    }
    line(
        "            %,d reads of %,d accesses in %s that their plans did not know, %,d runs;",
        gain.reads(),
        gain.accesses(),
        gain.periods() == 1 ? "a period" : gain.periods() + " periods",
        gain.runs());
    line(
        "            the range is that of %s",
        gain.periods() == 1
            ? "runs, and says nothing of other periods"
            : "single periods: the next one is in it with a probability of "
                + percent(gain.level()));
  }

  private static String retrieval(SimulatedGain.Retrieval retrieval) {
    return String.format(
        Locale.ROOT,
        "%s%s %.2f s",
        retrieval.policy(),
        retrieval.isOfRules() ? " (of the rules)" : "",
        retrieval.meanSeconds());
  }

  private void gain(CurvePoint point) {
    Share hits = point.accesses();
    if (hits.periods() == 0) {
      line("gain        unknown: no past plan could be tried");
      return;
    }
    Share saved = plan.savedReadTime().orElseThrow();
    line(
        "gain        %s of SSD would have served %s of accesses (%s to %s in single periods),",
        size(point.bytes()), percent(hits.all()), percent(hits.lowest()), percent(hits.highest()));
    line(
        "            and devices would have needed %s (%s to %s) less time to read",
        percent(saved.all()), percent(saved.lowest()), percent(saved.highest()));
  }

  private static String minute(Instant time) {
    return time.toString().substring(0, 16).replace('T', ' ');
  }

  private void hottest() {
    if (rows == 0 || plan.hottest().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("hottest files", "length>", "read>", "prediction>", "policy");
    plan.hottest().stream()
        .limit(rows)
        .forEach(
            file ->
                table.add(
                    file.path(),
                    size(file.bytes()),
                    String.format(Locale.ROOT, "%,d", file.timesRead()),
                    String.format(Locale.ROOT, "%.3g", file.popularity()),
                    file.policy().name()));
    section(table);
  }

  private void cacheCurve() {
    String tier = plan.curveTier().orElse("SSD");
    if (plan.curve().isEmpty()) {
      text.append('\n');
      line(
          plan.curveTier().isPresent()
              ? "No file may get a copy on tier %s, as what is left alone says, so no size has a hit rate"
              : "No file may get a copy on %s by a storage policy, as what is left alone says, so no size has a hit rate",
          tier);
      return;
    }
    if (plan.curve().stream().allMatch(point -> point.accesses().periods() == 0)) {
      return;
    }
    TextTable table =
        new TextTable(
            tier + ">", "hit rate>", "lowest>", "highest>", "last value>", "LFU>", "perfect>");
    for (CurvePoint point : plan.curve()) {
      table.add(
          size(point.bytes()),
          percent(point.accesses().all()),
          percent(point.accesses().lowest()),
          percent(point.accesses().highest()),
          percent(point.lastValue().all()),
          percent(point.lfu().all()),
          percent(point.perfect().all()));
    }
    section(table);
  }

  private void replicaCurve() {
    if (plan.replicaCurve().isEmpty()) {
      text.append('\n');
      line("The number of replicas of no file may change");
      return;
    }
    TextTable table =
        new TextTable(
            "extra replicas>", "used>", "files raised>", "accesses that share a replica>");
    for (ReplicaPoint point : plan.replicaCurve()) {
      table.add(
          size(point.budgetBytes()),
          size(point.usedBytes()),
          String.format(Locale.ROOT, "%,d", point.raisedFiles()),
          String.format(Locale.ROOT, "%.2f", point.accessesPerReplica()));
    }
    section(table);
  }

  private void changes() {
    PlanSettings settings = plan.settings();
    if (settings.ssdBytes().isEmpty()
        && settings.extraReplicaBytes().isEmpty()
        && settings.archiveAfter().isEmpty()) {
      if (plan.tier().isPresent()) {
        return;
      }
      text.append('\n');
      line("Nothing may change: give --ssd, --extra-replicas or --archive-after for a plan.");
      return;
    }
    if (plan.actions().isEmpty()) {
      text.append('\n');
      line("Nothing would change%s.", plan.tier().isPresent() ? " by storage policies" : "");
      return;
    }
    TextTable table = new TextTable("change", "files>", "their length>");
    for (Change change : Change.values()) {
      List<PlanAction> actions = plan.actions().stream().filter(a -> a.is(change)).toList();
      if (!actions.isEmpty()) {
        table.add(
            change.text(),
            String.format(Locale.ROOT, "%,d", actions.size()),
            size(actions.stream().mapToLong(PlanAction::bytes).sum()));
      }
    }
    section(table);
    written(plan.actions().stream().mapToLong(PlanAction::movedBytes).sum());
  }

  private void written(long bytes) {
    double rate = plan.settings().moveBytesPerSecond();
    line(
        "%s would be written, in %s at %s/s",
        size(bytes), duration(bytes / rate), size((long) rate));
  }

  private void actions() {
    if (rows == 0 || plan.actions().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("file", "length>", "policy", "replicas", "why");
    plan.actions().stream()
        .sorted(
            Comparator.comparingLong(PlanAction::movedBytes)
                .reversed()
                .thenComparing(PlanAction::path))
        .limit(rows)
        .forEach(
            action ->
                table.add(
                    action.path(),
                    size(action.bytes()),
                    change(action.fromPolicy().name(), action.toPolicy().name()),
                    change(
                        String.valueOf(action.fromReplicas()), String.valueOf(action.toReplicas())),
                    action.reason()));
    section(table);
    if (plan.actions().size() > rows) {
      line("… and %,d more; --output writes all", plan.actions().size() - rows);
    }
  }

  private static String change(String from, String to) {
    return from.equals(to) ? from : from + " -> " + to;
  }

  private void tier(TierPlan tier) {
    String name = tier.budget().tier().name();
    text.append('\n');
    line(
        "Tier %s would hold %s of %s; %s",
        name,
        size(tier.usedBytes()),
        size(tier.budget().bytes()),
        tier.changesRules()
            ? "the NameNode needs version " + tier.rules().version() + " of the rules"
            : "the rules stay as they are");
    line("%,d of %,d files would change", tier.changes().size(), plan.files().files());
    written(tier.movedBytes());
    line("How much faster reads get is not known: that is tried with stock storage policies only");
    if (rows > 0 && !tier.changes().isEmpty()) {
      TextTable table = new TextTable("file", "length>", "tiers", "why");
      tier.changes().stream()
          .sorted(
              Comparator.comparingLong(TierChange::movedBytes)
                  .reversed()
                  .thenComparing(TierChange::path))
          .limit(rows)
          .forEach(
              change ->
                  table.add(
                      change.path(),
                      size(change.bytes()),
                      change(names(change.from()), names(change.to())),
                      change.reason()));
      section(table);
      if (tier.changes().size() > rows) {
        line("… and %,d more; --output writes all", tier.changes().size() - rows);
      }
    }
    leftAlone(tier.leftAlone());
  }

  private static String names(List<String> tiers) {
    return String.join("+", tiers);
  }

  private void leftAlone(Map<String, Integer> byReason) {
    if (byReason.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("left alone", "files>");
    new TreeMap<>(byReason)
        .forEach((reason, files) -> table.add(reason, String.format(Locale.ROOT, "%,d", files)));
    section(table);
  }

  private void section(TextTable table) {
    text.append('\n').append(table);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
