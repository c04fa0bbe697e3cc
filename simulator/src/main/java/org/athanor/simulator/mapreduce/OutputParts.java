// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/**
 * The blocks of what a task writes.
 *
 * @param total bytes, from 0
 * @param blockBytes of all but the last, from 1
 */
record OutputParts(long total, long blockBytes) {

  /** Number of parts, from 1: a task without output has an empty one. */
  int count() {
    return (int) Math.max(1, (total + blockBytes - 1) / blockBytes);
  }

  long bytes(int part) {
    return Math.min(blockBytes, total - part * blockBytes);
  }
}
