// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.storage.check.Checks;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.pins.PinsFile;

/**
 * What a plan is made for.
 *
 * @param predictor by which files are ranked for SSD
 * @param period that predictions are for, from a minute: how often somebody will plan again
 * @param window accesses of a caller to a file within this time count once, from a second
 * @param ssdBytes what files' copies on SSD may take, from 0; empty if SSDs stay as they are
 * @param extraReplicaBytes what replicas beyond the usual number may take, from 0; empty if the
 *     numbers of replicas stay as they are
 * @param archiveAfter files that were neither read nor written for so long go to archive storage;
 *     empty if none does
 * @param replication bounds of the number of replicas
 * @param speeds of the devices
 * @param moveBytesPerSecond how fast the cluster moves replicas besides its work, above 0
 * @param pins files and directories whose files go on SSD first, whatever their popularity is;
 *     absolute paths
 */
public record PlanSettings(
    PredictorKind predictor,
    Duration period,
    Duration window,
    Optional<Long> ssdBytes,
    Optional<Long> extraReplicaBytes,
    Optional<Duration> archiveAfter,
    Replication replication,
    Speeds speeds,
    double moveBytesPerSecond,
    List<String> pins) {

  /**
   * The tiers of the devices.
   *
   * @param ssd of type SSD
   * @param disk of type DISK
   * @param archive of type ARCHIVE
   */
  public record Speeds(Tier ssd, Tier disk, Tier archive) {}

  public PlanSettings {
    Checks.atLeast(60, "period in seconds", period.toSeconds());
    Checks.atLeast(1, "window in seconds", window.toSeconds());
    ssdBytes.ifPresent(bytes -> Checks.atLeast(0, "ssdBytes", bytes));
    extraReplicaBytes.ifPresent(bytes -> Checks.atLeast(0, "extraReplicaBytes", bytes));
    archiveAfter.ifPresent(age -> Checks.atLeast(60, "archiveAfter in seconds", age.toSeconds()));
    Checks.positive("moveBytesPerSecond", moveBytesPerSecond);
    pins = List.copyOf(pins);
    pins.forEach(pin -> Checks.absolute("pin", pin));
  }

  /** The same with more pins. */
  public PlanSettings withPins(List<String> more) {
    List<String> all = new ArrayList<>(pins);
    all.addAll(more);
    return with(replication, all);
  }

  /**
   * The same with at least so many replicas for each file; also the usual number is not below it.
   *
   * @param least from 1
   */
  public PlanSettings withLeast(int least) {
    int usual = Math.max(least, replication.usual());
    return with(
        new Replication(
            Math.max(least, replication.minimum()), usual, Math.max(usual, replication.maximum())),
        pins);
  }

  private PlanSettings with(Replication bounds, List<String> pinned) {
    return new PlanSettings(
        predictor,
        period,
        window,
        ssdBytes,
        extraReplicaBytes,
        archiveAfter,
        bounds,
        speeds,
        moveBytesPerSecond,
        pinned);
  }

  /** Whether a file is pinned. */
  boolean pins(String path) {
    return PinsFile.cover(pins, path).isPresent();
  }
}
