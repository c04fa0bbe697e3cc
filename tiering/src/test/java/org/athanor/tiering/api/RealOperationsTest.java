// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.FiveNodes;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.MoverProcess;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.ClaimHolder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operations on an HDFS with five nodes in two regions and a rack in none. */
@Timeout(300)
class RealOperationsTest {
  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(100, 1 << 30, 3, Duration.ofSeconds(30));

  private static final Regions REGIONS =
      new Regions(
          List.of(
              new Region("east", List.of("/east")), new Region("west", List.of("/west/rack3"))));

  @TempDir static Path directory;
  private static FiveNodes nodes;
  private static DistributedFileSystem files;
  private static HadoopHdfs hdfs;

  @BeforeAll
  static void start() throws IOException {
    nodes =
        new FiveNodes(
            directory, "/east/rack1", "/east/rack2", "/west/rack3", "/west/rack3", "/west/rack4");
    files = nodes.files();
    hdfs = nodes.hdfs();
  }

  @AfterAll
  static void stop() {
    if (nodes != null) {
      nodes.close();
    }
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  private static void write(String name, int blocks, int replicas) throws Exception {
    DFSTestUtil.createFile(files, path(name), (long) blocks * FiveNodes.BLOCK, (short) replicas, 7);
    DFSTestUtil.waitReplication(files, path(name), (short) replicas);
  }

  private static TieredStorage storage() {
    return new TieredStorage(
        hdfs,
        LIMITS,
        false,
        pause -> TimeUnit.MILLISECONDS.sleep(pause.toMillis() / 4),
        new PlanExecution.Listener() {
          @Override
          public void ended(Outcome outcome) {}

          @Override
          public void moving(int moving, long bytes) {}
        });
  }

  private static String text(List<Outcome> outcomes) {
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0).status() + " " + outcomes.get(0).detail();
  }

  private static List<List<DeviceType>> blocks(String name) throws IOException {
    return hdfs.state(name).orElseThrow().blocks();
  }

  @Test
  void replicasAreMadeAndDeleted() throws Exception {
    write("/r/a", 2, 2);
    write("/r/b", 1, 3);
    List<Outcome> outcomes = storage().setReplicas(List.of("/r"), 4, true);
    assertThat(outcomes).extracting(Outcome::status).containsOnly(Outcome.Status.DONE);
    assertThat(blocks("/r/a")).hasSize(2).allSatisfy(b -> assertThat(b).hasSize(4));
    assertThat(blocks("/r/b")).allSatisfy(b -> assertThat(b).hasSize(4));
    assertThat(text(storage().setReplicas(List.of("/r/a"), 2, true))).isEqualTo("DONE ");
    assertThat(blocks("/r/a")).allSatisfy(b -> assertThat(b).hasSize(2));
    assertThat(text(storage().setReplicas(List.of("/r/a"), 6, true)))
        .isEqualTo("NO_ROOM 5 nodes have devices of type DISK: 6 replicas need as many");
    assertThatThrownBy(() -> storage().setReplicas(List.of("/r/none"), 2, true))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("/r/none: does not exist in HDFS");
  }

  @Test
  void aFileComesOnSsdAndLeavesIt() throws Exception {
    write("/ssd", 2, 2);
    byte[] before = DFSTestUtil.readFileAsBytes(files, path("/ssd"));
    assertThat(text(storage().createFileTier(List.of("/ssd"), FileTier.SSD))).isEqualTo("DONE ");
    assertThat(blocks("/ssd"))
        .allSatisfy(b -> assertThat(b).containsExactlyInAnyOrder(DeviceType.SSD, DeviceType.DISK));
    assertThat(text(storage().deleteFileTier(List.of("/ssd"), FileTier.DISK))).isEqualTo("DONE ");
    assertThat(blocks("/ssd"))
        .allSatisfy(b -> assertThat(b).containsExactly(DeviceType.SSD, DeviceType.SSD));
    assertThat(files.getStoragePolicy(path("/ssd")).getName()).isEqualTo("ALL_SSD");
    assertThat(text(storage().deleteFileTier(List.of("/ssd"), FileTier.SSD))).isEqualTo("DONE ");
    assertThat(blocks("/ssd"))
        .allSatisfy(b -> assertThat(b).containsExactly(DeviceType.DISK, DeviceType.DISK));
    assertThat(files.getClient().getFileInfo("/ssd").getStoragePolicy()).isZero();
    assertThat(DFSTestUtil.readFileAsBytes(files, path("/ssd"))).isEqualTo(before);
  }

  @Test
  void filesOfSnapshotsThatHaveChangedAreLeftAlone() throws Exception {
    write("/snap/d/held", 1, 2);
    write("/snap/d/longer", 1, 2);
    write("/snap/top", 1, 2);
    files.allowSnapshot(path("/snap"));
    files.createSnapshot(path("/snap"), "s");
    files.createSnapshot(path("/snap"), "t");
    files.setTimes(path("/snap/top"), 7, -1);
    try (OutputStream out = files.append(path("/snap/d/longer"))) {
      out.write(1);
    }
    DFSTestUtil.waitReplication(files, path("/snap/d/longer"), (short) 2);
    List<Outcome> outcomes = storage().setReplicas(List.of("/snap"), 3, true);
    assertThat(outcomes)
        .extracting(outcome -> outcome.action().path() + " " + outcome.detail())
        .containsExactly(
            "/snap/d/held ",
            "/snap/d/longer has changed since a snapshot",
            "/snap/top has changed since a snapshot");
    FileState held = hdfs.state("/snap/d/held").orElseThrow();
    assertThat(held.fewestReplicas()).isEqualTo(3);
    assertThat(hdfs.snapshots().differFrom("/snap/d/held", held)).isFalse();
    assertThat(text(storage().setReplicas(List.of("/snap/d/held"), 2, true)))
        .as("a number that was raised can be taken back")
        .startsWith("DONE");
    assertThat(hdfs.snapshots().differFrom("/other", held)).isFalse();
  }

  @Test
  void aFileThatIsWrittenIsLeftAlone() throws Exception {
    try (OutputStream out = files.create(path("/open"))) {
      out.write(1);
      assertThat(text(storage().setReplicas(List.of("/open"), 2, true)))
          .isEqualTo("LEFT_ALONE is being written");
    }
  }

  @Test
  void policiesAreShownSetAndTakenAway() throws Exception {
    files.mkdirs(path("/p/below"));
    write("/p/below/file", 1, 2);
    PathPolicies policies = new PathPolicies(files);
    assertThat(policies.all())
        .filteredOn(policy -> List.of("HOT", "ONE_SSD", "WARM").contains(policy.name()))
        .extracting(policy -> policy.name() + ": " + policy.meaning())
        .containsExactly(
            "HOT: all on DISK",
            "ONE_SSD: 1 on SSD, the others on DISK",
            "WARM: 1 on DISK, the others on ARCHIVE");
    assertThat(shown(policies.of("/p/below/file"))).isEqualTo("HOT ROOT /");
    assertThat(shown(policies.set("/p", "WARM", Optional.of(hdfs.tiers()))))
        .isEqualTo("WARM OWN /p");
    assertThat(shown(policies.of("/p/below/file"))).isEqualTo("WARM DIRECTORY /p");
    assertThat(shown(policies.set("/p/below/file", "ONE_SSD", Optional.of(hdfs.tiers()))))
        .isEqualTo("ONE_SSD OWN /p/below/file");
    assertThat(shown(policies.unset("/p/below/file"))).isEqualTo("WARM DIRECTORY /p");
    assertThat(shown(policies.unset("/p"))).isEqualTo("HOT ROOT /");
    assertThat(shown(policies.unset("/p"))).isEqualTo("HOT ROOT /");
    assertThatThrownBy(() -> policies.set("/p", "ALL_NVDIMM", Optional.of(hdfs.tiers())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "ALL_NVDIMM: needs devices of type NVDIMM, and no DataNode that lives has one;"
                + " 'hdfs storagepolicies' sets it anyway");
    assertThatThrownBy(() -> policies.set("/p", "FAST", Optional.of(hdfs.tiers())))
        .hasMessageStartingWith("FAST: must be one of ");
    assertThatThrownBy(() -> policies.of("/p/none"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("/p/none: does not exist in HDFS");
  }

  /** HDFS shows its devices to the superuser only. */
  @Test
  void anOwnerWhoMayNotSeeTheDevicesSetsAPolicy() throws Exception {
    files.mkdirs(path("/home/u"));
    files.setOwner(path("/home/u"), "u", "g");
    UserGroupInformation user = UserGroupInformation.createUserForTesting("u", new String[] {"g"});
    user.doAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (FileSystem own = FileSystem.newInstance(files.getUri(), files.getConf())) {
                HadoopHdfs seen = new HadoopHdfs(own, MoverProcess.ofThisJvm(directory));
                assertThat(seen.tiersIfAllowed()).isEmpty();
                PathPolicies policies = new PathPolicies(own);
                assertThat(shown(policies.set("/home/u", "ONE_SSD", seen.tiersIfAllowed())))
                    .isEqualTo("ONE_SSD OWN /home/u");
                assertThatThrownBy(() -> policies.set("/home/u", "FAST", Optional.empty()))
                    .hasMessageStartingWith("FAST: must be one of ");
                assertThatThrownBy(() -> policies.set("/home", "ONE_SSD", Optional.empty()))
                    .isInstanceOf(IOException.class)
                    .matches(e -> Failures.isRefusal((IOException) e));
              }
              return null;
            });
    assertThat(hdfs.tiersIfAllowed()).isPresent();
  }

  private static String shown(PathPolicies.PathPolicy policy) {
    return policy.policy().name() + " " + policy.origin() + " " + policy.from();
  }

  @Test
  void findsTheRegionsOfFiles() throws Exception {
    write("/regions/all", 3, 5);
    write("/regions/empty", 0, 2);
    FileRegions regions = new FileRegions(files, REGIONS);
    assertThat(regions.findRegion("/regions/all"))
        .isEqualTo(Map.of("east", 3, "west", 3, FileRegions.NONE, 3));
    assertThat(regions.findRegions(List.of("/regions")))
        .isEqualTo(
            Map.of(
                "/regions/all",
                Map.of("east", 3, "west", 3, FileRegions.NONE, 3),
                "/regions/empty",
                Map.of()));
    assertThatThrownBy(() -> regions.findRegion("/regions"))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("/regions: is a directory");
    assertThatThrownBy(() -> regions.findRegion("/regions/none"))
        .hasMessage("/regions/none: does not exist in HDFS");
    assertThat(regions.use())
        .extracting(use -> use.name() + " " + use.nodes())
        .containsExactly("east 2", "west 2", FileRegions.NONE + " 1");
    assertThat(regions.use().get(0).capacityBytes()).isPositive();
    assertThatThrownBy(() -> regions.setRepRegion("/regions/all", "east", 2))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageStartingWith(
            "setRepRegion: no client of HDFS can choose which region loses a replica, or how many"
                + " replicas a region has; regions need the plug-in ");
  }

  /** No node of the region has room: HDFS puts nothing there, and the number is as it was. */
  @Test
  void whatDoesNotComeToARegionGetsItsReplicasBack() throws Exception {
    write("/regions-back", 1, 2);
    Regions more = new Regions(List.of(new Region("south", List.of("/south"))));
    FileRegions regions = new FileRegions(files, more);
    Outcome outcome = regions.createFileRegion(storage(), "/regions-back", "south");
    assertThat(outcome.status()).isEqualTo(Outcome.Status.INCOMPLETE);
    assertThat(outcome.detail())
        .startsWith(
            "no replica has come to region south; it has 2 replicas again; regions need the plug-in");
    assertThat(blocks("/regions-back")).allSatisfy(b -> assertThat(b).hasSize(2));
  }

  @Test
  void whoHasTheClaimIsKnown() throws Exception {
    assertThat(ClaimHolder.of(files)).isEmpty();
    try (Claim claim = Claim.of(files, pause -> {})) {
      claim.check();
      ClaimHolder holder = ClaimHolder.of(files).orElseThrow();
      assertThat(holder.host()).isEqualTo("127.0.0.1");
      assertThat(holder.client()).startsWith("DFSClient_");
    }
    assertThat(ClaimHolder.of(files)).isEmpty();
  }
}
