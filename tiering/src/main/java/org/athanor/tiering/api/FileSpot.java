// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.util.Set;

/**
 * Where a file is.
 *
 * @param path in HDFS
 * @param bytes from 0
 * @param replicas how many it shall have
 * @param regions those in which each of its blocks has a replica; all, if it has no blocks
 */
public record FileSpot(String path, long bytes, int replicas, Set<String> regions) {
  /** Makes a copy of the set. */
  public FileSpot {
    regions = Set.copyOf(regions);
  }
}
