// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

/** The values of the keys {@code hdfs.placement} and {@code hdfs.retrieval}. */
enum PolicyKind {
  /** HDFS's own rule. */
  HDFS,
  NETWORK,
  TIER,
  HYBRID,
  RANDOM
}
