// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

/** The counters of the jobs. */
public enum Tally {
  /** Lines of vertices in the input; a vertex of several files counts for each. */
  VERTICES,
  /** Tetrahedra in the input. */
  TETRAHEDRA,
  /** Lines of the result. */
  RESULTS
}
