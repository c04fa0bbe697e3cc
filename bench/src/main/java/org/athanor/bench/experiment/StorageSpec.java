// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.yaml.text.ByteSize;

/**
 * A storage of inputs and outputs, as the experiment file specifies it. An experiment without the
 * key {@code storage} has one without a label.
 *
 * @param label the storage's name in results, unique in the experiment
 * @param data absolute directories of its data, the same on each node; if empty, below the work
 *     directory
 * @param spill absolute directories for frameworks' intermediate data, the same on each node; if
 *     empty, below the work directory
 * @param uri of {@link StorageType#URI}: {@code hdfs://host:port/path}
 * @param block bytes of a block of an HDFS; if empty, the default of HDFS
 * @param replication replicas of each block of an HDFS; if empty, one for each worker, at most
 *     three
 * @param volumes of each node's part of an HDFS; if empty, it has no limits
 * @param network the interface whose addresses the daemons of an HDFS use; if empty, that of the
 *     experiment
 * @param settings of an HDFS and its clients, in Hadoop's keys
 */
public record StorageSpec(
    Optional<String> label,
    StorageType type,
    List<Path> data,
    List<Path> spill,
    Optional<String> uri,
    Optional<ByteSize> block,
    Optional<Integer> replication,
    List<Volumes> volumes,
    Optional<String> network,
    Map<String, String> settings) {

  /** HDFS's default, {@code dfs.blocksize}. */
  private static final ByteSize DEFAULT_BLOCK = ByteSize.of("128m");

  public StorageSpec {
    data = List.copyOf(data);
    spill = List.copyOf(spill);
    volumes = List.copyOf(volumes);
    settings = Map.copyOf(settings);
  }

  /** The storage of an experiment without the key {@code storage}. */
  public static StorageSpec of(StorageType type, List<Volumes> volumes) {
    return new StorageSpec(
        Optional.empty(),
        type,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        volumes,
        Optional.empty(),
        Map.of());
  }

  /** What distinguishes its directories: {@code -LABEL}, or nothing without a label. */
  public String suffix() {
    return label.map(name -> "-" + name).orElse("");
  }

  /** Bytes of a block. */
  public ByteSize blockOrDefault() {
    return block.orElse(DEFAULT_BLOCK);
  }

  /** Replicas of each block on so many nodes: 1 without HDFS. */
  public int replicas(int nodes) {
    return type.hasFiles() ? 1 : replication.orElse(Math.min(3, nodes));
  }

  /** The settings of its clients on so many nodes, in Hadoop's keys; none without HDFS. */
  public Map<String, String> clientSettings(int nodes) {
    Map<String, String> all = new TreeMap<>();
    if (type == StorageType.HDFS || replication.isPresent()) {
      // A node may have several DataNodes, and two replicas on one node would only be more work.
      all.put("dfs.replication", "" + replicas(nodes));
    }
    block.ifPresent(size -> all.put("dfs.blocksize", "" + size.bytes()));
    all.putAll(settings);
    return all;
  }

  /** What the file says of it, in its own keys, without label and type; in the keys' order. */
  public Map<String, String> described() {
    Map<String, String> all = new TreeMap<>(settings);
    put(all, "data", data);
    put(all, "spill", spill);
    uri.ifPresent(text -> all.put("uri", text));
    block.ifPresent(size -> all.put("block", size.toString()));
    replication.ifPresent(number -> all.put("replication", number.toString()));
    if (!volumes.isEmpty()) {
      all.put("volumes", Volumes.text(volumes));
    }
    network.ifPresent(name -> all.put("network", name));
    return all;
  }

  private static void put(Map<String, String> all, String key, List<Path> paths) {
    if (!paths.isEmpty()) {
      all.put(key, paths.stream().map(Path::toString).collect(Collectors.joining(", ")));
    }
  }
}
