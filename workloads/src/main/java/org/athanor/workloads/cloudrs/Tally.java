// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

/** The counters of the jobs. */
public enum Tally {
  /** Reads in the input. */
  READS,
  /** Reads that were dropped, since they are too short or have other letters than A, C, G, T. */
  DROPPED,
  /** Bases that were cut off the ends of reads. */
  TRIMMED,
  /** Bases that were corrected. */
  FIXES,
  /** Reads that are left. */
  KEPT,
  /** Of these, reads with a rare sequence of 24 bases. */
  UNTRUSTED
}
