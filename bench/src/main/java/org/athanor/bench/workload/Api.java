// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

/**
 * The programming interface a program is written for; frameworks with the same one run the same
 * jar.
 */
public enum Api {
  MAPREDUCE,
  SPARK,
  FLINK,
  /** A command line; see external frameworks. */
  COMMAND
}
