// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

/**
 * The programming interface that a program is written for. Frameworks with the same interface run
 * the same jar.
 */
public enum Api {
  MAPREDUCE,
  SPARK,
  FLINK,
  /** A command line, which an external framework defines. */
  COMMAND
}
