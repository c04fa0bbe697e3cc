// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.athanor.storage.placement.ExcessPolicy;
import org.athanor.storage.placement.SpreadToKeep;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;

/**
 * Chooses which replicas of a block with too many are deleted. HDFS deletes those on types that the
 * storage policy of the file does not have, which for the default policy is each replica on an SSD:
 * also one that was moved there a moment ago. Here the source of a move goes, which HDFS gives as a
 * hint; else replicas of tiers that have several, so that the tiers of the block stay.
 *
 * <p>HDFS does not tell the path of the file, so its rules are not known: those used here are of
 * {@link SpreadToKeep}.
 */
final class ExcessReplicas {
  private final Map<Replica, DatanodeStorageInfo> storages = new LinkedHashMap<>();
  private final Set<Replica> silent = new LinkedHashSet<>(); // on nodes not heard of for a while
  private final ClusterView view;
  private final int keep;
  private final SpreadToKeep spread;

  private ExcessReplicas(
      ActiveRules active,
      Collection<DatanodeStorageInfo> candidates,
      int keep,
      Predicate<DatanodeInfo> isSilent) {
    this.keep = keep;
    this.spread = new SpreadToKeep(active.tiers(), active.regions(), keep);
    Set<Node> nodes = new LinkedHashSet<>();
    List<Volume> volumes = new ArrayList<>();
    for (DatanodeStorageInfo storage : candidates) {
      HdfsReplicas.replica(storage)
          .ifPresent(
              replica -> {
                storages.put(replica, storage);
                nodes.add(replica.node());
                volumes.add(volume(replica, storage));
                if (isSilent.test(storage.getDatanodeDescriptor())) {
                  silent.add(replica);
                }
              });
    }
    view = new ClusterSnapshot(List.copyOf(nodes), volumes, active.tiers(), active.regions());
  }

  /**
   * Chooses replicas to delete.
   *
   * @param keep how many shall stay, from 1
   * @param excessTypes what HDFS takes for excess
   * @param hint the node that a replica was moved away from; null if there is none
   * @param isSilent tells nodes that have not been heard of for a while: their replicas go first,
   *     whatever tier, rack or region they leave, because they may be lost already
   * @return empty if HDFS decides: somebody has set a storage policy for the file, it has replicas
   *     on no tier, or the replicas differ in their racks only
   */
  static Optional<List<DatanodeStorageInfo>> choose(
      ActiveRules active,
      BlockStoragePolicy defaultPolicy,
      Collection<DatanodeStorageInfo> candidates,
      int keep,
      List<StorageType> excessTypes,
      DatanodeDescriptor hint,
      Predicate<DatanodeInfo> isSilent) {
    List<StorageType> types = candidates.stream().map(DatanodeStorageInfo::getStorageType).toList();
    if (keep < 1 || !sameTypes(defaultPolicy.chooseExcess((short) keep, types), excessTypes)) {
      return Optional.empty();
    }
    if (areAlike(types, candidates, active)) {
      return Optional.empty();
    }
    ExcessReplicas excess = new ExcessReplicas(active, candidates, keep, isSilent);
    return excess.storages.size() < candidates.size() ? Optional.empty() : excess.choose(hint);
  }

  /** Most blocks of most clusters are: HDFS's own way takes less time, under its lock. */
  private static boolean areAlike(
      List<StorageType> types, Collection<DatanodeStorageInfo> candidates, ActiveRules active) {
    return active.regions().all().isEmpty()
        && types.stream().distinct().count() == 1
        && candidates.stream()
                .map(storage -> storage.getDatanodeDescriptor().getHostName())
                .distinct()
                .count()
            == candidates.size();
  }

  private static boolean sameTypes(List<StorageType> some, List<StorageType> others) {
    return some.stream().sorted().toList().equals(others.stream().sorted().toList());
  }

  private static Volume volume(Replica replica, DatanodeStorageInfo storage) {
    DatanodeDescriptor node = storage.getDatanodeDescriptor();
    int load = Math.max(0, node.getXceiverCount());
    for (StorageReport report : node.getStorageReports()) {
      if (report.getStorage().getStorageID().equals(storage.getStorageID())) {
        long free = Math.max(0, report.getRemaining());
        long capacity = Math.max(free, report.getCapacity());
        return new Volume(replica.node(), replica.device(), capacity, free, load);
      }
    }
    return new Volume(replica.node(), replica.device(), 0, 0, load);
  }

  private Optional<List<DatanodeStorageInfo>> choose(DatanodeDescriptor hint) {
    List<Replica> left = new ArrayList<>(storages.keySet());
    if (spread.tiersOf(left).isEmpty()) {
      return Optional.empty();
    }
    List<Replica> chosen = new ArrayList<>();
    Optional<Replica> source =
        left.stream().filter(r -> storages.get(r).getDatanodeDescriptor().equals(hint)).findFirst();
    if (source.isPresent() && left.size() > keep && mayGo(source.get(), left)) {
      chosen.add(source.get());
      left.remove(source.get());
    }
    for (Replica uncertain : silent) {
      if (left.size() > keep && left.remove(uncertain)) {
        chosen.add(uncertain);
      }
    }
    delete(left, chosen, true);
    delete(left, chosen, false);
    return Optional.of(chosen.stream().map(storages::get).toList());
  }

  /** Whether racks and regions allow to delete a replica. Tiers are what moves are made for. */
  private boolean mayGo(Replica source, List<Replica> left) {
    List<Replica> first =
        ExcessPolicy.choose(view, spread.rules(left, false), left, Optional.of(source)).deletable();
    return !first.isEmpty() && first.get(0).equals(source);
  }

  private void delete(List<Replica> left, List<Replica> chosen, boolean keepTiers) {
    if (left.size() > keep) {
      List<Replica> deletable =
          ExcessPolicy.choose(view, spread.rules(left, keepTiers), left, Optional.empty())
              .deletable();
      chosen.addAll(deletable);
      left.removeAll(deletable);
    }
  }
}
