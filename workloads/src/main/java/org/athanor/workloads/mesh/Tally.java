// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

/** The counters of the jobs. */
public enum Tally {
  /** Lines of vertices in the input; a vertex of several files counts for each. */
  VERTICES,
  /** Tetrahedra in the input. */
  TETRAHEDRA,
  /** Lines of the result. */
  RESULTS,
  /** The numbers of lines that sections of vertices announce, less the lines that they have: 0. */
  VERTICES_LACKING,
  /** The same for sections of elements. */
  ELEMENTS_LACKING,
  /** Connections to HBase that tasks have opened. */
  CONNECTIONS
}
