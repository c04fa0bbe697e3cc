// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import org.athanor.storage.tier.Tier;

/**
 * What should become of a file.
 *
 * @param candidate the file as it was
 * @param tier where it should be
 * @param replicas how many replicas it should have there, from 1
 * @param reason one line
 */
public record FileDecision(Candidate candidate, Tier tier, int replicas, String reason) {
  /** Whether anything should be done. */
  public boolean changes() {
    return !tier.equals(candidate.tier()) || replicas != candidate.file().replication();
  }
}
