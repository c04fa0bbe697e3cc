// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

/** The counters of the jobs. */
public enum Tally {
  /** Reads, or first mates of pairs, in the input. */
  READS,
  /** Second mates in the input. */
  SECOND_MATES,
  /** Single reads or pairs that were compared. */
  COMPARED,
  /** Single reads or pairs that were kept. */
  KEPT
}
