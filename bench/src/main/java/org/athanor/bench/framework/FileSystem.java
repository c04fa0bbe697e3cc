// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Where a framework reads, writes, and keeps what it spills.
 *
 * @param uri of the default file system: {@code file:///} or {@code hdfs://host:port}
 * @param settings of its clients, in Hadoop's keys, such as {@code dfs.replication}
 * @param directory URI of the storage's own directory, which all nodes see; empty for an HDFS that
 *     has nothing else, and for a file system of one node
 * @param spill absolute directories on each node for intermediate data, which exist; if empty, the
 *     framework's own directory is used
 */
public record FileSystem(
    String uri, Map<String, String> settings, Optional<String> directory, List<Path> spill) {

  public FileSystem {
    settings = Map.copyOf(settings);
    spill = List.copyOf(spill);
  }

  /** A file system that needs no settings. */
  public static FileSystem of(String uri) {
    return new FileSystem(uri, Map.of(), Optional.empty(), List.of());
  }

  /** Whether it is an HDFS. */
  boolean isHdfs() {
    return uri.startsWith("hdfs:");
  }

  /** Whether all nodes of a cluster see the same files. */
  boolean isSeenByAll(int nodes) {
    return nodes == 1 || !uri.startsWith("file:") || directory.isPresent();
  }

  /**
   * The directory for files of jobs on YARN, which all nodes must see: a path of the file system,
   * or a URI. Empty for the framework's default, on a file system of one node.
   */
  Optional<String> staging() {
    return directory
        .map(own -> own + "/staging")
        .or(() -> uri.startsWith("file:") ? Optional.empty() : Optional.of("/user"));
  }

  /** The settings in the order of their keys. */
  Map<String, String> sortedSettings() {
    return new TreeMap<>(settings);
  }
}
