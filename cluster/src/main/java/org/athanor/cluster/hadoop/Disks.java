// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Directories of the workers' data, for clusters whose data are not to be below the directory of
 * the cluster. They are the same on each node; workers that share a machine have their own
 * directories below them.
 *
 * @param data absolute directories of DataNodes without volumes, a volume each; if empty, they keep
 *     blocks below the cluster's directory
 * @param local absolute directories of NodeManagers for files and intermediate data of containers;
 *     if empty, below the cluster's directory
 */
public record Disks(List<Path> data, List<Path> local) {
  /** Everything is below the cluster's directory. */
  public static final Disks NONE = new Disks(List.of(), List.of());

  public Disks {
    data = List.copyOf(data);
    local = List.copyOf(local);
    Stream.concat(data.stream(), local.stream()).forEach(HadoopSpec::requireDirectory);
  }
}
