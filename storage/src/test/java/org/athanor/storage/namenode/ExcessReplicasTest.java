// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.athanor.storage.rules.RulesText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which replicas are deleted if some of their nodes have not been heard of. */
@Tag("short")
class ExcessReplicasTest {
  private static final BlockStoragePolicy HOT =
      BlockStoragePolicySuite.createDefaultSuite().getDefaultPolicy();

  private final DatanodeStorageInfo ssd = storage("a", "/r1", StorageType.SSD);
  private final DatanodeStorageInfo disk = storage("b", "/r2", StorageType.DISK);
  private final DatanodeStorageInfo otherDisk = storage("c", "/r2", StorageType.DISK);

  private static DatanodeStorageInfo storage(String host, String rack, StorageType type) {
    String ip = "10.0.0." + (int) host.charAt(0);
    return DFSTestUtil.createDatanodeStorageInfo("s-" + host, ip, rack, host, type, null);
  }

  private static Optional<List<DatanodeStorageInfo>> deleted(
      List<DatanodeStorageInfo> replicas,
      int keep,
      DatanodeStorageInfo source,
      DatanodeStorageInfo... silent)
      throws Exception {
    Set<DatanodeStorageInfo> notHeardOf = Set.of(silent);
    List<StorageType> types = replicas.stream().map(DatanodeStorageInfo::getStorageType).toList();
    return ExcessReplicas.choose(
        new ActiveRules(RulesText.parse(Rules.version(1).text())),
        HOT,
        replicas,
        keep,
        HOT.chooseExcess((short) keep, types),
        source == null ? null : source.getDatanodeDescriptor(),
        node -> notHeardOf.stream().anyMatch(s -> s.getDatanodeDescriptor().equals(node)));
  }

  @Test
  void theFastestTierStaysIfAllNodesAreHeardOf() throws Exception {
    assertThat(deleted(List.of(ssd, disk), 1, null)).contains(List.of(disk));
  }

  @Test
  void aReplicaThatMayBeLostGoesBeforeOneThatIsThere() throws Exception {
    assertThat(deleted(List.of(ssd, disk), 1, null, ssd)).contains(List.of(ssd));
    assertThat(deleted(List.of(ssd, disk, otherDisk), 2, null, ssd)).contains(List.of(ssd));
    assertThat(deleted(List.of(ssd, disk, otherDisk), 1, null, ssd, disk))
        .hasValueSatisfying(gone -> assertThat(gone).containsExactlyInAnyOrder(ssd, disk));
  }

  @Test
  void theSourceOfAMoveGoesFirst() throws Exception {
    assertThat(deleted(List.of(ssd, disk, otherDisk), 2, disk, otherDisk)).contains(List.of(disk));
  }

  @Test
  void noMoreGoThanThereAreTooMany() throws Exception {
    assertThat(deleted(List.of(ssd, disk, otherDisk), 2, null, ssd, disk))
        .hasValueSatisfying(gone -> assertThat(gone).hasSize(1));
  }
}
