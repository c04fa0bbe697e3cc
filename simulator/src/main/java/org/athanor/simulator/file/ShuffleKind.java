// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

/** The values of the key {@code mapreduce.shuffle}. */
enum ShuffleKind {
  EXACT,
  AGGREGATED
}
