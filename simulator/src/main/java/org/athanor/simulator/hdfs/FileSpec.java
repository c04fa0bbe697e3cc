// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.List;
import org.athanor.storage.tier.DeviceType;

/**
 * A file, without the places of its blocks.
 *
 * @param path absolute
 * @param bytes from 0
 * @param blockBytes from 1
 * @param replication from 1
 * @param types of devices for the replicas of each block, the first one's first, as a storage
 *     policy of HDFS says; empty for its default policy. A replica for which no such device has
 *     room goes where the default policy puts it. Obeyed by HDFS's own placement only
 */
public record FileSpec(
    String path, long bytes, long blockBytes, int replication, List<DeviceType> types) {

  public FileSpec {
    types = List.copyOf(types);
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path \"" + path + "\" of a file: must begin with /");
    }
    if (bytes < 0 || blockBytes < 1 || replication < 1) {
      throw new IllegalArgumentException(
          "file "
              + path
              + " of "
              + bytes
              + " bytes, in blocks of "
              + blockBytes
              + ", with "
              + replication
              + " replicas: must be from 0, 1 and 1");
    }
    if (!types.isEmpty() && types.size() != replication) {
      throw new IllegalArgumentException(
          "file "
              + path
              + " with "
              + types.size()
              + " types of devices: must have none, or as many as replicas, "
              + replication);
    }
  }

  /** A file with HDFS's default storage policy. */
  public FileSpec(String path, long bytes, long blockBytes, int replication) {
    this(path, bytes, blockBytes, replication, List.of());
  }
}
