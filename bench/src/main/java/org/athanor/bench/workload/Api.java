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
  /** Hive, whose command line runs queries. */
  HIVE,
  /** A command line, which an external framework defines. */
  COMMAND
}
