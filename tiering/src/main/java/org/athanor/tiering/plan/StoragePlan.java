// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.tiering.audit.AuditCounts;

/**
 * A plan, and what it was made from.
 *
 * @param settings what it was made for
 * @param log what the audit logs had
 * @param files what the image had
 * @param actions by path
 * @param hottest the files with the highest prediction, the first one first
 * @param cache what the planned cache would have served; empty if SSDs stay as they are
 * @param curve what caches of other sizes would have served, from the smallest; on which tier,
 *     {@link #curveTier} says; empty if no file may go there
 * @param replicaCurve what budgets for replicas buy, from the smallest; empty if the number of
 *     replicas of no file may change
 * @param past the latest periods, for trying plans on a model of the cluster
 * @param simulated what such a trial says; empty if none was made
 * @param links by which policy replicas should be placed and read over the links of the cluster;
 *     empty if they are not known
 * @param tier what shall become of a tier of the rules; empty if nothing
 * @param leftAlone number of files that are not touched, by reason
 * @param refused number of wishes that could not be granted
 * @param notices one line for each thing that makes the plan less certain
 */
public record StoragePlan(
    PlanSettings settings,
    LogFacts log,
    FileTotals files,
    List<PlanAction> actions,
    List<HotFile> hottest,
    Optional<CurvePoint> cache,
    List<CurvePoint> curve,
    List<ReplicaPoint> replicaCurve,
    List<PastPeriod> past,
    Optional<SimulatedGain> simulated,
    Optional<LinkAdvice> links,
    Optional<TierPlan> tier,
    Map<String, Integer> leftAlone,
    int refused,
    List<String> notices) {

  /**
   * What the audit logs had.
   *
   * @param first time of the first event; 1970 if there was none
   * @param last time of the latest
   * @param counts of lines
   * @param accesses that counted, at most one of a caller to a file in a window
   * @param accessesToOtherFiles those to files that the image does not have
   * @param periods that were learnt from
   */
  public record LogFacts(
      Instant first,
      Instant last,
      AuditCounts counts,
      long accesses,
      long accessesToOtherFiles,
      int periods) {}

  /**
   * What the image had.
   *
   * @param files number
   * @param filesRead those that were read in the time of the log
   * @param bytes sum of their lengths
   * @param storedBytes of all replicas
   */
  public record FileTotals(long files, long filesRead, long bytes, long storedBytes) {}

  /** The same plan with what a model says of such plans. */
  public StoragePlan with(SimulatedGain gain) {
    return with(Optional.of(gain), links, notices);
  }

  /** The same plan with one more notice. */
  public StoragePlan withNotice(String notice) {
    List<String> all = new ArrayList<>(notices);
    all.add(notice);
    return with(simulated, links, all);
  }

  /** The same plan with what its cluster's links mean. */
  public StoragePlan with(Optional<LinkAdvice> advice) {
    return with(simulated, advice, notices);
  }

  private StoragePlan with(
      Optional<SimulatedGain> gain, Optional<LinkAdvice> advice, List<String> lines) {
    return new StoragePlan(
        settings,
        log,
        files,
        actions,
        hottest,
        cache,
        curve,
        replicaCurve,
        past,
        gain,
        advice,
        tier,
        leftAlone,
        refused,
        lines);
  }

  /** Name of the tier of the rules that the curve is about; empty if it is about SSD. */
  public Optional<String> curveTier() {
    return settings.ssdBytes().isPresent()
        ? Optional.empty()
        : tier.map(some -> some.budget().tier().name());
  }

  /** Number of files that change, by storage policies and on a tier of the rules. */
  public int changedFiles() {
    return actions.size() + tier.map(some -> some.changes().size()).orElse(0);
  }

  /** Bytes of the replicas that all changes write, also those on a tier of the rules. */
  public long movedBytes() {
    return actions.stream().mapToLong(PlanAction::movedBytes).sum()
        + tier.map(TierPlan::movedBytes).orElse(0L);
  }

  /** How long that takes, in seconds. */
  public double moveSeconds() {
    return movedBytes() / settings.moveBytesPerSecond();
  }

  /**
   * How much less time devices need to read what is read, as a share of the time without SSD: from
   * 0 to 1. Empty if SSDs stay as they are.
   */
  public Optional<Share> savedReadTime() {
    double disk = 1 / settings.speeds().disk().readBytesPerSecond();
    double ssd = 1 / settings.speeds().ssd().readBytesPerSecond();
    return cache.map(point -> point.read().times((disk - ssd) / disk));
  }
}
