// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

/** What the region has done since the daemon was started. For one thread. */
final class RegionCounts {
  long granted;
  long refused;
  long lost;
  long prefetchedFiles;
  long prefetchedBytes;
  long evictedFiles;
  long evictedBytes;

  RegionSnapshot.Totals totals() {
    return new RegionSnapshot.Totals(
        granted, refused, lost, prefetchedFiles, prefetchedBytes, evictedFiles, evictedBytes);
  }
}
