// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.regex.Pattern;
import org.athanor.storage.check.Checks;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;

/**
 * What a plan may put on a tier of the rules of a NameNode's plug-ins: one copy of each of the most
 * popular files that the rules hold on other tiers.
 *
 * @param rules that are in force
 * @param tier one of theirs, without a label, which no NameNode knows, and without disks: HDFS's
 *     mover takes files off it again by moving them to disks
 * @param bytes what the copies may take, from 0
 */
public record TierBudget(StorageRules rules, Tier tier, long bytes) {
  public TierBudget {
    Checks.atLeast(0, "bytes", bytes);
    if (rules.tiers().named(tier.name()).filter(tier::equals).isEmpty()) {
      throw new IllegalArgumentException("tier " + tier.name() + " is none of the rules");
    }
    if (!tier.nodeLabel().isEmpty()) {
      throw new IllegalArgumentException(
          "tier "
              + tier.name()
              + " is for nodes with a label, which no NameNode knows: must be one without");
    }
    if (tier.devices().contains(DeviceType.DISK)) {
      throw new IllegalArgumentException(
          "tier "
              + tier.name()
              + " has disks: must be one of other devices, because HDFS's mover takes files off it"
              + " again by moving them to disks");
    }
  }

  /** The name of the placement that a plan gives to a file, which no others should use. */
  String nameOf(int number) {
    return "planned-" + tier.name() + "-" + number;
  }

  /** Whether a placement is one that a plan for this tier has given to a file. */
  boolean isPlanned(String placement) {
    return Pattern.matches("planned-" + Pattern.quote(tier.name()) + "-[0-9]+", placement);
  }
}
