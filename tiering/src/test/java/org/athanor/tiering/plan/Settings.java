// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;

/** Settings of a plan for tests. */
public final class Settings {
  private PredictorKind predictor = PredictorKind.RECURRENCE;
  private Duration period = Duration.ofHours(1);
  private Optional<Long> ssd = Optional.empty();
  private Optional<Long> extra = Optional.empty();
  private Optional<Duration> archive = Optional.empty();
  private List<String> pins = List.of();

  public Settings predictor(PredictorKind kind) {
    predictor = kind;
    return this;
  }

  public Settings period(Duration length) {
    period = length;
    return this;
  }

  public Settings ssd(long bytes) {
    ssd = Optional.of(bytes);
    return this;
  }

  public Settings extraReplicas(long bytes) {
    extra = Optional.of(bytes);
    return this;
  }

  public Settings archiveAfter(Duration age) {
    archive = Optional.of(age);
    return this;
  }

  public Settings pins(String... paths) {
    pins = List.of(paths);
    return this;
  }

  /** Makes them. */
  public PlanSettings make() {
    return new PlanSettings(
        predictor,
        period,
        Duration.ofMinutes(1),
        ssd,
        extra,
        archive,
        Replication.DEFAULT,
        new PlanSettings.Speeds(
            tier("ssd", DeviceType.SSD, 400e6),
            tier("disk", DeviceType.DISK, 100e6),
            tier("archive", DeviceType.ARCHIVE, 100e6)),
        1e8,
        pins);
  }

  private static Tier tier(String name, DeviceType type, double speed) {
    return new Tier(name, Set.of(type), "", speed, speed, 100, false);
  }
}
