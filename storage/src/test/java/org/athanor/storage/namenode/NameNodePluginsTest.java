// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.athanor.storage.namenode.StorageMetrics.Count;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The plug-ins in an HDFS of three racks, with three nodes of each type: SSD, DISK, ARCHIVE. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NameNodePluginsTest {
  private static final int BLOCKS = 12;
  private static final Set<StorageType> ALL_TYPES =
      Set.of(StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE);

  @TempDir static Path directory;
  private TestHdfs hdfs;
  private Path rules;

  @BeforeAll
  void start() throws Exception {
    rules = directory.resolve("rules");
    Rules.version(1)
        .placement("/hybrid", "hybrid")
        .placement("/tier", "tier")
        .placement("/fast", "tier", "ssd", "disk")
        .placement("/hybrid/hdfs", "network", "disk")
        .writeTo(rules);
    hdfs =
        TestHdfs.builder(directory.resolve("hdfs"))
            .rules(rules)
            .nodes("/r1", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .nodes("/r2", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .nodes("/r3", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .start();
  }

  @AfterAll
  void stop() {
    hdfs.close();
  }

  private static long count(Count count) {
    return StorageMetrics.ofProcess().get(count);
  }

  private static Set<StorageType> types(LocatedBlock block) {
    return new TreeSet<>(List.of(block.getStorageTypes()));
  }

  private static Set<String> racks(LocatedBlock block) {
    Set<String> racks = new HashSet<>();
    for (DatanodeInfoWithStorage node : block.getLocations()) {
      racks.add(node.getNetworkLocation());
    }
    return racks;
  }

  @Test
  void placesEachBlockOfAFileOnTheTiersOfItsRule() throws Exception {
    long degraded = count(Count.PLACEMENTS_DEGRADED);
    for (String path : List.of("/hybrid/a", "/tier/a")) {
      hdfs.write(path, BLOCKS, 3);
      assertThat(hdfs.blocks(path)).hasSize(BLOCKS);
      for (LocatedBlock block : hdfs.blocks(path)) {
        assertThat(types(block)).as(path).isEqualTo(ALL_TYPES);
        assertThat(racks(block)).hasSizeGreaterThan(1);
      }
    }
    assertThat(count(Count.PLACEMENTS_DEGRADED)).isEqualTo(degraded);
  }

  @Test
  void usesOnlyTheTiersThatARuleNames() throws Exception {
    hdfs.write("/fast/a", BLOCKS, 2);
    for (LocatedBlock block : hdfs.blocks("/fast/a")) {
      assertThat(types(block)).isEqualTo(Set.of(StorageType.SSD, StorageType.DISK));
    }
  }

  @Test
  void theLongestDirectoryCounts() throws Exception {
    hdfs.write("/hybrid/hdfs/a", 3, 3);
    for (LocatedBlock block : hdfs.blocks("/hybrid/hdfs/a")) {
      assertThat(types(block)).isEqualTo(Set.of(StorageType.DISK));
    }
  }

  @Test
  void leavesOtherFilesToHdfs() throws Exception {
    long placements = count(Count.PLACEMENTS);
    hdfs.write("/other/a", 3, 3);
    for (LocatedBlock block : hdfs.blocks("/other/a")) {
      assertThat(types(block)).isEqualTo(Set.of(StorageType.DISK));
    }
    assertThat(count(Count.PLACEMENTS)).isEqualTo(placements);
  }

  @Test
  void leavesFilesWithAStoragePolicyToHdfs() throws Exception {
    hdfs.setStoragePolicy("/hybrid/cold", "COLD");
    hdfs.write("/hybrid/cold/a", 3, 3);
    for (LocatedBlock block : hdfs.blocks("/hybrid/cold/a")) {
      assertThat(types(block)).isEqualTo(Set.of(StorageType.ARCHIVE));
    }
  }

  @Test
  void anAppendGoesToTheSameTiers() throws Exception {
    hdfs.write("/tier/appended", 2, 3);
    hdfs.append("/tier/appended", 3);
    for (LocatedBlock block : hdfs.blocks("/tier/appended")) {
      assertThat(types(block)).isEqualTo(ALL_TYPES);
    }
  }

  @Test
  void moreReplicasComeToTheSlowestTierOfTheFile() throws Exception {
    hdfs.write("/tier/more", 2, 2);
    hdfs.setReplication("/tier/more", 5);
    for (LocatedBlock block : hdfs.blocks("/tier/more")) {
      assertThat(types(block)).isEqualTo(ALL_TYPES);
      assertThat(block.getStorageTypes()).filteredOn(StorageType.ARCHIVE::equals).hasSize(3);
    }
  }

  @Test
  void deletionKeepsTheTiers() throws Exception {
    long fallbacks = count(Count.DELETION_FALLBACKS);
    hdfs.write("/tier/less", 4, 5);
    hdfs.setReplication("/tier/less", 3);
    for (LocatedBlock block : hdfs.blocks("/tier/less")) {
      assertThat(types(block)).isEqualTo(ALL_TYPES);
    }
    hdfs.setReplication("/tier/less", 2);
    for (LocatedBlock block : hdfs.blocks("/tier/less")) {
      // The SSD and the ARCHIVE, unless these are in one rack: that would be HDFS's to mend.
      assertThat(types(block)).hasSize(2);
      assertThat(racks(block)).hasSize(2);
    }
    assertThat(count(Count.DELETION_FALLBACKS)).isEqualTo(fallbacks);
  }

  /** See {@link #hdfsItselfDeletesAReplicaThatWasMovedToASsd}. */
  @Test
  void aReplicaThatIsMovedToASsdStaysThere() throws Exception {
    hdfs.write("/other/moved", 1, 3);
    DatanodeInfoWithStorage source = hdfs.blocks("/other/moved").get(0).getLocations()[0];
    String target = hdfs.move("/other/moved", source, StorageType.SSD);
    LocatedBlock moved = hdfs.blocks("/other/moved").get(0);
    assertThat(moved.getStorageTypes())
        .containsExactlyInAnyOrder(StorageType.SSD, StorageType.DISK, StorageType.DISK);
    assertThat(moved.getLocations())
        .extracting(DatanodeInfoWithStorage::getXferAddr)
        .contains(target)
        .doesNotContain(source.getXferAddr());
  }

  @Test
  void aReplicaCanBeMovedAwayFromTheOnlySsd() throws Exception {
    hdfs.write("/hybrid/moved", 1, 3);
    LocatedBlock block = hdfs.blocks("/hybrid/moved").get(0);
    hdfs.move("/hybrid/moved", TestHdfs.on(block, StorageType.SSD), StorageType.DISK);
    assertThat(hdfs.blocks("/hybrid/moved").get(0).getStorageTypes())
        .containsExactlyInAnyOrder(StorageType.DISK, StorageType.DISK, StorageType.ARCHIVE);
  }

  /** See {@link TieredNetworkTopologyTest} for the weights; 200 draws, six sigma are 0.14. */
  @Test
  void readersGetFastReplicasFirst() throws Exception {
    hdfs.write("/hybrid/read", 1, 3);
    long retrievals = count(Count.RETRIEVALS);
    int ssd = 0;
    for (int i = 0; i < 200; i++) {
      ssd += hdfs.blocks("/hybrid/read").get(0).getStorageTypes()[0] == StorageType.SSD ? 1 : 0;
    }
    assertThat(ssd / 200.0).isGreaterThan(0.7);
    assertThat(count(Count.RETRIEVALS)).isGreaterThanOrEqualTo(retrievals + 200);
    assertThat(hdfs.read("/hybrid/read")).isEqualTo(TestHdfs.BLOCK_BYTES);
  }

  @Test
  void showsItsMetrics() throws Exception {
    hdfs.write("/hybrid/measured", 1, 3);
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    Set<ObjectName> names =
        beans.queryNames(new ObjectName("Hadoop:service=NameNode,name=athanor-storage*"), null);
    assertThat(names).isNotEmpty();
    ObjectName name = names.iterator().next();
    assertThat((Long) beans.getAttribute(name, "PlacementDecisions")).isPositive();
    assertThat(beans.getAttribute(name, "RulesVersion")).isNotNull();
    assertThat(beans.getAttribute(name, "PlacementFallbacks")).isNotNull();
  }

  /** HDFS's own policy, which notes what it deletes. */
  public static final class WatchedHdfs extends BlockPlacementPolicyDefault {
    private static final Queue<StorageType> DELETED = new ConcurrentLinkedQueue<>();

    @Override
    public List<DatanodeStorageInfo> chooseReplicasToDelete(
        Collection<DatanodeStorageInfo> availableReplicas,
        Collection<DatanodeStorageInfo> delCandidates,
        int expectedNumOfReplicas,
        List<StorageType> excessTypes,
        DatanodeDescriptor addedNode,
        DatanodeDescriptor delNodeHint) {
      List<DatanodeStorageInfo> chosen =
          super.chooseReplicasToDelete(
              availableReplicas,
              delCandidates,
              expectedNumOfReplicas,
              excessTypes,
              addedNode,
              delNodeHint);
      chosen.forEach(replica -> DELETED.add(replica.getStorageType()));
      return chosen;
    }
  }

  /** Why the plug-in chooses replicas to delete: an SSD is excess for the storage policy HOT. */
  @Test
  void hdfsItselfDeletesAReplicaThatWasMovedToASsd() throws Exception {
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("trap"))
            .plugins(WatchedHdfs.class, DFSNetworkTopology.class)
            .nodes("/r1", StorageType.SSD, StorageType.DISK, StorageType.DISK)
            .nodes("/r2", StorageType.SSD, StorageType.DISK, StorageType.DISK)
            .start()) {
      own.write("/moved", 1, 3);
      own.beginMove("/moved", own.blocks("/moved").get(0).getLocations()[0], StorageType.SSD);
      TestHdfs.await(
          () -> {
            own.triggerHeartbeats();
            return !WatchedHdfs.DELETED.isEmpty();
          });
      assertThat(WatchedHdfs.DELETED).containsExactly(StorageType.SSD);
    }
  }

  /** With an SSD in each rack: two racks go before tiers. */
  @Test
  void aLostReplicaComesBackToItsTier() throws Exception {
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("lost"))
            .rules(rules)
            .nodes("/r1", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .nodes("/r2", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .nodes("/r3", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .start()) {
      own.write("/hybrid/a", 6, 3);
      DatanodeInfoWithStorage lost = TestHdfs.on(own.blocks("/hybrid/a").get(0), StorageType.SSD);
      own.stop(lost);
      own.awaitReplicas("/hybrid/a", 3);
      for (LocatedBlock block : own.blocks("/hybrid/a")) {
        assertThat(types(block)).isEqualTo(ALL_TYPES);
        assertThat(block.getLocations())
            .extracting(DatanodeInfoWithStorage::getXferAddr)
            .doesNotContain(lost.getXferAddr());
      }
    }
  }

  @Test
  void aHostWithTwoNodesGetsOneReplicaUnlessThereAreTooFew() throws Exception {
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("hosts"))
            .rules(rules)
            .host("a", "/r1", StorageType.SSD, StorageType.DISK)
            .host("b", "/r1", StorageType.SSD, StorageType.DISK)
            .host("c", "/r2", StorageType.SSD, StorageType.DISK)
            .start()) {
      long shared = count(Count.PLACEMENTS_SHARED_HOST);
      for (String path : List.of("/fast/a", "/other/a")) {
        own.write(path, 8, 3);
        for (LocatedBlock block : own.blocks(path)) {
          assertThat(block.getLocations())
              .extracting(DatanodeInfoWithStorage::getHostName)
              .containsExactlyInAnyOrder("a", "b", "c");
        }
      }
      assertThat(count(Count.PLACEMENTS_SHARED_HOST)).isEqualTo(shared);
      own.write("/fast/more", 2, 4);
      for (LocatedBlock block : own.blocks("/fast/more")) {
        assertThat(block.getLocations()).hasSize(4);
      }
      assertThat(count(Count.PLACEMENTS_SHARED_HOST)).isEqualTo(shared + 2);
    }
  }

  @Test
  void regionsGetAReplicaEach() throws Exception {
    Path regional = directory.resolve("regional");
    Rules.version(1)
        .placement("/spread", "region")
        .regions("/east", "/west", "/north")
        .writeTo(regional);
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("regions"))
            .rules(regional)
            .nodes("/east/r1", StorageType.DISK, StorageType.SSD)
            .nodes("/west/r1", StorageType.DISK, StorageType.DISK)
            .nodes("/north/r1", StorageType.DISK, StorageType.ARCHIVE)
            .start()) {
      own.write("/spread/a", 8, 3);
      for (LocatedBlock block : own.blocks("/spread/a")) {
        assertThat(racks(block)).containsExactlyInAnyOrder("/east/r1", "/west/r1", "/north/r1");
      }
    }
  }

  @Test
  void aRegionWithoutNodesDoesNotMatter() throws Exception {
    Path regional = directory.resolve("nested");
    Rules.version(1)
        .placement("/spread", "region")
        .regions("/east", "/east/none", "/west")
        .writeTo(regional);
    long fallbacks = count(Count.PLACEMENT_FALLBACKS);
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("regions"))
            .rules(regional)
            .nodes("/east/r1", StorageType.DISK, StorageType.SSD)
            .nodes("/west/r1", StorageType.DISK, StorageType.DISK)
            .start()) {
      own.write("/spread/a", 8, 2);
      for (LocatedBlock block : own.blocks("/spread/a")) {
        assertThat(racks(block)).containsExactlyInAnyOrder("/east/r1", "/west/r1");
      }
    }
    assertThat(count(Count.PLACEMENT_FALLBACKS)).isEqualTo(fallbacks);
  }

  @Test
  void obeysTheRulesWithAPlainTopology() throws Exception {
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("plain"))
            .rules(rules)
            .set("dfs.use.dfs.network.topology", "false")
            .nodes("/r1", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .nodes("/r2", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .start()) {
      own.write("/hybrid/a", 6, 3);
      for (LocatedBlock block : own.blocks("/hybrid/a")) {
        assertThat(types(block)).isEqualTo(ALL_TYPES);
      }
    }
  }

  @Test
  void missingAndBrokenRulesFailNothingAndCanBeMended() throws Exception {
    Path own = directory.resolve("broken");
    try (TestHdfs cluster =
        TestHdfs.builder(directory.resolve("mended"))
            .rules(own)
            .nodes("/r1", StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE)
            .nodes("/r2", StorageType.SSD, StorageType.DISK, StorageType.DISK)
            .start()) {
      cluster.write("/tier/missing", 2, 3);
      Files.writeString(own, "tiers=fast\nno such line");
      long refused = count(Count.RULES_REFUSED);
      TestHdfs.await(() -> count(Count.RULES_REFUSED) > refused);
      cluster.write("/tier/broken", 2, 3);
      for (String path : List.of("/tier/missing", "/tier/broken")) {
        for (LocatedBlock block : cluster.blocks(path)) {
          assertThat(types(block)).isEqualTo(Set.of(StorageType.DISK));
        }
        assertThat(cluster.read(path)).isEqualTo(2 * TestHdfs.BLOCK_BYTES);
      }
      Rules.version(9).placement("/tier", "tier").writeTo(own);
      TestHdfs.await(() -> StorageMetrics.ofProcess().rulesVersion() == 9);
      cluster.write("/tier/mended", 2, 3);
      for (LocatedBlock block : cluster.blocks("/tier/mended")) {
        assertThat(types(block)).isEqualTo(ALL_TYPES);
      }
    }
  }

  /** A placement whose rules fail for some paths in one way, for others in another. */
  public static final class FailingPlacement extends TieredPlacementPolicy {
    @Override
    Optional<PlacementPolicy> policy(ActiveRules active, String path) {
      if (path.contains("choice")) {
        throw new IllegalStateException("a defect");
      }
      return Optional.of(
          asked -> {
            if (path.contains("class")) {
              throw new NoClassDefFoundError("a missing class");
            }
            if (path.contains("stack")) {
              throw new StackOverflowError("a deep recursion");
            }
            throw new IllegalArgumentException("a defect");
          });
    }

    @Override
    List<DatanodeDescriptor> others(DatanodeDescriptor node) {
      throw new IllegalStateException("a defect");
    }

    @Override
    Optional<ActiveRules> active() {
      for (StackTraceElement caller : new Throwable().getStackTrace()) {
        if (caller.getMethodName().equals("chooseReplicasToDelete")) {
          throw new InternalError("a jar that was replaced");
        }
      }
      return super.active();
    }
  }

  /** A placement that does not even know whether there are rules. */
  public static final class BrokenPlacement extends TieredPlacementPolicy {
    @Override
    Optional<ActiveRules> active() {
      throw new StackOverflowError("a deep recursion");
    }
  }

  /** An order whose rules fail. */
  public static final class FailingOrder extends TieredNetworkTopology {
    @Override
    RetrievalPolicy policy(ActiveRules active) {
      throw new StackOverflowError("a deep recursion");
    }
  }

  @Test
  void aDefectFailsNeitherWritesNorReadsNorDeletions() throws Exception {
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("defect"))
            .rules(rules)
            .plugins(FailingPlacement.class, FailingOrder.class)
            .nodes("/r1", StorageType.DISK, StorageType.DISK)
            .nodes("/r2", StorageType.DISK, StorageType.DISK)
            .start()) {
      long placement = count(Count.PLACEMENT_FALLBACKS);
      long order = count(Count.RETRIEVAL_FALLBACKS);
      long deletion = count(Count.DELETION_FALLBACKS);
      for (String path : List.of("/tier/choice", "/tier/class", "/tier/stack", "/tier/rules")) {
        own.write(path, 2, 3);
        assertThat(own.read(path)).isEqualTo(2 * TestHdfs.BLOCK_BYTES);
        own.setReplication(path, 2);
      }
      // Two blocks of each file, and for each of their targets the search for others on its host.
      assertThat(count(Count.PLACEMENT_FALLBACKS)).isGreaterThanOrEqualTo(placement + 4 * 2 * 4);
      assertThat(count(Count.RETRIEVAL_FALLBACKS)).isGreaterThan(order);
      assertThat(count(Count.DELETION_FALLBACKS)).isGreaterThanOrEqualTo(deletion + 8);
    }
  }

  @Test
  void aDefectBeforeAnyRuleFailsNeitherWritesNorDeletions() throws Exception {
    try (TestHdfs own =
        TestHdfs.builder(directory.resolve("plug-in"))
            .rules(rules)
            .plugins(BrokenPlacement.class, TieredNetworkTopology.class)
            .nodes("/r1", StorageType.DISK, StorageType.DISK)
            .nodes("/r2", StorageType.DISK, StorageType.DISK)
            .start()) {
      long placement = count(Count.PLACEMENT_FALLBACKS);
      long deletion = count(Count.DELETION_FALLBACKS);
      own.write("/tier/a", 2, 3);
      own.setReplication("/tier/a", 2);
      assertThat(own.read("/tier/a")).isEqualTo(2 * TestHdfs.BLOCK_BYTES);
      assertThat(count(Count.PLACEMENT_FALLBACKS)).isGreaterThanOrEqualTo(placement + 2);
      assertThat(count(Count.DELETION_FALLBACKS)).isGreaterThanOrEqualTo(deletion + 2);
    }
  }
}
