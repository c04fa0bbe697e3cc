// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The regions of the storage that clusters share, as the file of clusters says: by their network
 * locations, or by the rules of the NameNode's plug-ins.
 *
 * @param locations by region, one or more of Hadoop's network locations such as {@code /east}; none
 *     if there are rules
 * @param rules the file of the plug-ins; without it inputs are not copied to regions
 */
public record StorageRegions(Map<String, List<String>> locations, Optional<Path> rules) {
  /** Nothing is said. */
  public static final StorageRegions NONE = new StorageRegions(Map.of(), Optional.empty());
}
