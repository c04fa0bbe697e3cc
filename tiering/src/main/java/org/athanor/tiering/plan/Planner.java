// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.athanor.storage.popularity.Coalescer;
import org.athanor.tiering.audit.AuditEvent;
import org.athanor.tiering.history.AuditLogs;
import org.athanor.tiering.history.FileUse;

/**
 * Makes a plan: learns from the past, tries what plans would have been worth in it, and decides
 * what should become of each file.
 */
public final class Planner {
  /** Pairs of file and caller whose windows can be open at the same time; 128 MB at most. */
  private static final int PAIRS = 1 << 20;

  private static final int EVENTS_PER_PROGRESS = 100_000;
  private static final int HOTTEST = 100;

  /** Sizes of caches, in hundredths of a percent of all files' bytes. */
  private static final int[] CURVE = {5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000};

  /** Budgets for replicas, in percent of all files' bytes. */
  private static final int[] BUDGETS = {0, 1, 2, 5, 10, 20, 50, 100};

  private final Namespace namespace;
  private final PlanSettings settings;
  private final long[] sizes;
  private final long[] budgets;
  private final List<String> notices = new ArrayList<>();
  private final Decisions decisions;
  private final Optional<TierBudget> tier;

  /** Where the curve is about a tier of the rules. */
  private final Optional<TierDecisions.Room> room;

  private Planner(
      Namespace namespace,
      PlanSettings settings,
      Decisions.Reserved reserved,
      Optional<TierBudget> tier) {
    this.tier = tier;
    this.namespace = namespace;
    this.settings = settings;
    long bytes = namespace.bytes();
    Set<Long> sizesInOrder = new TreeSet<>();
    for (int part : CURVE) {
      sizesInOrder.add((long) (bytes * (part / 10_000.0)));
    }
    settings.ssdBytes().ifPresent(sizesInOrder::add);
    room = curveTier().map(budget -> TierDecisions.room(namespace, settings, budget));
    room.filter(found -> found.bytes() > 0).ifPresent(found -> sizesInOrder.add(found.bytes()));
    sizes = sizesInOrder.stream().mapToLong(Long::longValue).toArray();
    Set<Long> budgetsInOrder = new TreeSet<>();
    for (int part : BUDGETS) {
      budgetsInOrder.add((long) (bytes * (part / 100.0)));
    }
    settings.extraReplicaBytes().ifPresent(budgetsInOrder::add);
    budgets = budgetsInOrder.stream().mapToLong(Long::longValue).toArray();
    decisions = new Decisions(namespace, settings, reserved);
  }

  /**
   * Makes a plan by stock storage policies.
   *
   * @param namespace the files
   * @param logs read to their end; stay open
   * @param reserved files that are left alone
   * @param progress told the number of events, every now and then
   * @throws IOException if a log cannot be read
   */
  public static StoragePlan plan(
      Namespace namespace,
      AuditLogs logs,
      PlanSettings settings,
      Decisions.Reserved reserved,
      LongConsumer progress)
      throws IOException {
    return plan(namespace, logs, settings, reserved, Optional.empty(), progress);
  }

  /**
   * Makes a plan, also for a tier of the rules of a NameNode's plug-ins.
   *
   * @param namespace the files
   * @param logs read to their end; stay open
   * @param reserved files that are left alone by stock policies
   * @param tier what may be put on a tier of the rules; empty if they stay as they are
   * @param progress told the number of events, every now and then
   * @throws IOException if a log cannot be read
   */
  public static StoragePlan plan(
      Namespace namespace,
      AuditLogs logs,
      PlanSettings settings,
      Decisions.Reserved reserved,
      Optional<TierBudget> tier,
      LongConsumer progress)
      throws IOException {
    return new Planner(namespace, settings, reserved, tier).plan(logs, progress);
  }

  /** The tier that the curve is about; empty if it is about SSD. */
  private Optional<TierBudget> curveTier() {
    return settings.ssdBytes().isPresent() ? Optional.empty() : tier;
  }

  private StoragePlan plan(AuditLogs logs, LongConsumer progress) throws IOException {
    BitSet cacheable = room.map(TierDecisions.Room::files).orElseGet(decisions::cacheable);
    Backtest past = new Backtest(namespace, settings, sizes, budgets, decisions, cacheable);
    Instant first = replay(logs, past, progress);
    notices.addAll(logs.notices());
    addNotices(past, logs);
    List<PlanAction> actions = decisions.actions(past.history());
    List<CurvePoint> curve = past.curve(sizes);
    return new StoragePlan(
        settings,
        new StoragePlan.LogFacts(
            first,
            Instant.ofEpochMilli(past.latest()),
            logs.counts(),
            past.accesses(),
            past.otherAccesses(),
            past.periods()),
        new StoragePlan.FileTotals(
            namespace.files().size(), past.filesRead(), namespace.bytes(), namespace.storedBytes()),
        actions,
        HotFile.hottest(namespace, past.history(), decisions, HOTTEST),
        settings
            .ssdBytes()
            .flatMap(bytes -> curve.stream().filter(p -> p.bytes() == bytes).findFirst()),
        cacheable.isEmpty() ? List.of() : curve,
        decisions.replicable().isEmpty() ? List.of() : past.replicaPoints(),
        past.latestPeriods(),
        Optional.empty(),
        Optional.empty(),
        tier.map(budget -> TierDecisions.plan(namespace, settings, budget, past.history())),
        decisions.leftAlone(),
        decisions.refused(),
        notices);
  }

  private Instant replay(AuditLogs logs, Backtest past, LongConsumer progress) throws IOException {
    Instant first = Instant.EPOCH;
    FileUse use = new FileUse(new Coalescer(settings.window().toMillis(), PAIRS), past);
    long events = 0;
    for (Optional<AuditEvent> event = logs.next(); event.isPresent(); event = logs.next()) {
      if (events == 0) {
        first = event.get().time();
      }
      use.accept(event.get());
      if (++events % EVENTS_PER_PROGRESS == 0) {
        progress.accept(events);
      }
    }
    past.end();
    return first;
  }

  private void addNotices(Backtest past, AuditLogs logs) {
    if (!namespace.tellsPolicies()) {
      notices.add(
          "the image has no storage policies: all files are taken for HOT;"
              + " write it with 'hdfs oiv -p XML', or with '-p Delimited -sp'");
    }
    if (logs.counts().malformed() > 0) {
      notices.add(logs.counts().malformed() + " lines of the audit log could not be read");
    }
    if (past.accesses() == 0) {
      notices.add("the audit log has no access to a file: nothing can be predicted");
    } else if (past.periods() < 2) {
      notices.add(
          "the audit log has fewer than two periods of "
              + Decisions.text(settings.period())
              + ": no past plan could be tried; choose a shorter period or a longer log");
    }
    settings
        .archiveAfter()
        .filter(age -> !decisions.isKnown(age, past.history()))
        .ifPresent(
            age ->
                notices.add(
                    "nothing goes to archive: the image has no times of accesses"
                        + " (dfs.namenode.accesstime.precision is 0), and the log is shorter than "
                        + Decisions.text(age)));
    if (past.accesses() > 0 && past.otherAccesses() > past.accesses() / 2) {
      notices.add(
          past.otherAccesses()
              + " of "
              + past.accesses()
              + " accesses were to files that the image does not have: is it of the same"
              + " cluster, and of the end of the log?");
    }
  }
}
