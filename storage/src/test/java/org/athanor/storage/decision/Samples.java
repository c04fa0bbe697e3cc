// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;

/** Files and tiers of the decisions' tests. */
final class Samples {
  static final long MB = 1L << 20;
  static final Tier DISK =
      new Tier("disk", EnumSet.of(DeviceType.DISK), "", 61e6, 46e6, 3_500, false);
  static final Tier SSD =
      new Tier("ssd", EnumSet.of(DeviceType.SSD), "", 533e6, 245e6, 70_000, false);
  static final Tier FILER =
      new Tier("filer", EnumSet.of(DeviceType.ARCHIVE), "", 100e6, 100e6, 1_000, true);
  static final Tier ARCHIVE =
      new Tier("archive", EnumSet.of(DeviceType.ARCHIVE), "", 50e6, 40e6, 500, false);

  private Samples() {}

  static FileFacts file(String path, long bytes, int replication) {
    return new FileFacts(
        path, path.hashCode(), bytes, 1, 128 * MB, replication, Instant.ofEpochSecond(0));
  }

  static Candidate candidate(FileFacts file, Tier tier, double popularity, Mark... marks) {
    return new Candidate(file, tier, popularity, Set.copyOf(List.of(marks)));
  }
}
