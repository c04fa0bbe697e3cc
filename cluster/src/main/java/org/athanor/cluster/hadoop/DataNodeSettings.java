// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The settings of a DataNode with one volume of a kind. Hadoop has a limit for each of four uses of
 * a DataNode; each limit holds by itself.
 */
final class DataNodeSettings {
  private static final String PREFIX = "dfs.datanode.";

  private DataNodeSettings() {}

  /**
   * @param roomBytes used and free bytes of the file system, if the capacity is limited
   */
  static void add(Settings settings, Volumes volumes, Path directory, OptionalLong roomBytes) {
    settings.set(PREFIX + "data.dir", "[" + volumes.type() + "]" + directory.toUri());
    OptionalLong read = volumes.readBytesPerSecond();
    OptionalLong write = volumes.writeBytesPerSecond();
    read.ifPresent(
        rate ->
            settings
                .set(PREFIX + "data.read.bandwidthPerSec", rate)
                // Of replicas that it copies to other DataNodes; these count it as a write.
                .set(PREFIX + "data.transfer.bandwidthPerSec", rate));
    write.ifPresent(rate -> settings.set(PREFIX + "data.write.bandwidthPerSec", rate));
    // Of Balancer and Mover: one limit for both directions.
    Stream.of(read, write)
        .flatMapToLong(OptionalLong::stream)
        .min()
        .ifPresent(rate -> settings.set(PREFIX + "balance.bandwidthPerSec", rate));
    if (volumes.capacityBytes().isPresent() && roomBytes.isPresent()) {
      // Hadoop takes what others use of the file system as part of what is reserved.
      long reserved = roomBytes.getAsLong() - volumes.capacityBytes().getAsLong();
      settings
          .set(PREFIX + "du.reserved", Math.max(0, reserved))
          // Of a volume with less free space, 1 GB by default, nothing would be used.
          .set(PREFIX + "round-robin-volume-choosing-policy.additional-available-space", 0);
    }
  }
}
