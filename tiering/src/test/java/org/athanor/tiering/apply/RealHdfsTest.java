// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.apache.hadoop.hdfs.server.namenode.NameNodeAdapter;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.HadoopCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Carries plans out on an HDFS with five nodes, with Hadoop's mover. */
@Timeout(300)
class RealHdfsTest {
  private static final int BLOCK = FiveNodes.BLOCK;
  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(100, 1 << 30, 3, Duration.ofSeconds(30));

  @TempDir static Path directory;
  private static FiveNodes nodes;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem files;
  private static HadoopHdfs hdfs;

  @BeforeAll
  static void start() throws IOException {
    nodes = new FiveNodes(directory);
    cluster = nodes.cluster();
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
    DFSTestUtil.createFile(files, path(name), (long) blocks * BLOCK, (short) replicas, 7);
    DFSTestUtil.waitReplication(files, path(name), (short) replicas);
  }

  private static byte[] content(String name) throws IOException {
    return DFSTestUtil.readFileAsBytes(files, path(name));
  }

  private static PlanAction action(String name, StoragePolicy to, int toReplicas)
      throws IOException {
    FileState file = hdfs.state(name).orElseThrow();
    return new PlanAction(
        name,
        file.id(),
        file.bytes(),
        Instant.ofEpochMilli(file.modifiedMillis()),
        StoragePolicy.valueOf(file.policy()),
        to,
        file.replicas(),
        toReplicas,
        file.bytes(),
        "why");
  }

  private static List<Outcome> run(PlanAction... actions) throws InterruptedException {
    return new PlanExecution(
            hdfs,
            LIMITS,
            pause -> TimeUnit.MILLISECONDS.sleep(pause.toMillis() / 4),
            new PlanExecution.Listener() {
              @Override
              public void ended(Outcome outcome) {}

              @Override
              public void moving(int moving, long bytes) {}
            })
        .run(List.of(actions));
  }

  @Test
  void movesReplicasWhereThePlanWantsThem() throws Exception {
    write("/ssd", 3, 3);
    write("/cold", 2, 3);
    write("/more", 1, 2);
    byte[] before = content("/ssd");
    List<Outcome> outcomes =
        run(
            action("/ssd", StoragePolicy.ONE_SSD, 3),
            action("/cold", StoragePolicy.COLD, 2),
            action("/more", StoragePolicy.HOT, 4));
    assertThat(outcomes)
        .allSatisfy(
            outcome -> assertThat(outcome.status()).as("%s", outcome).isEqualTo(Status.DONE));
    assertThat(hdfs.state("/ssd").orElseThrow().blocks())
        .hasSize(3)
        .allSatisfy(
            block ->
                assertThat(block)
                    .containsExactlyInAnyOrder(DeviceType.SSD, DeviceType.DISK, DeviceType.DISK));
    assertThat(hdfs.state("/cold").orElseThrow().blocks())
        .allSatisfy(
            block ->
                assertThat(block).containsOnly(DeviceType.ARCHIVE).hasSizeGreaterThanOrEqualTo(2));
    assertThat(hdfs.state("/more").orElseThrow().fewestReplicas()).isEqualTo(4);
    assertThat(content("/ssd")).isEqualTo(before);

    List<Outcome> back =
        run(action("/ssd", StoragePolicy.HOT, 3), action("/cold", StoragePolicy.HOT, 3));
    assertThat(back).as("%s", back).extracting(Outcome::status).containsOnly(Status.DONE);
    assertThat(files.getClient().getFileInfo("/ssd").getStoragePolicy()).isZero();
  }

  @Test
  void aFileThatChangesIsLeftAlone() throws Exception {
    write("/changing", 1, 2);
    PlanAction planned = action("/changing", StoragePolicy.ONE_SSD, 2);
    try (OutputStream out = files.append(path("/changing"))) {
      out.write(1);
      assertThat(run(planned)).extracting(Outcome::detail).containsExactly("is being written");
    }
    assertThat(run(planned).get(0).status()).isEqualTo(Status.CHANGED);
    files.delete(path("/changing"), false);
    assertThat(run(planned)).extracting(Outcome::detail).containsExactly("does not exist");
    files.mkdirs(path("/changing/below"));
    assertThat(run(planned)).extracting(Outcome::detail).containsExactly("does not exist");
    assertThat(hdfs.state("/changing")).isEmpty();
  }

  @Test
  void aPolicyOfTheDirectoryDoesNotComeBack() throws Exception {
    files.mkdirs(path("/directory"));
    files.setStoragePolicy(path("/directory"), "COLD");
    write("/directory/file", 1, 2);
    hdfs.setPolicy("/directory/file", StoragePolicy.HOT);
    assertThat(hdfs.state("/directory/file").orElseThrow().policy()).isEqualTo("HOT");
  }

  /** Between the two questions, one directory is deleted, and one has no snapshots any more. */
  @Test
  void aSnapshottableDirectoryMayVanish() throws Exception {
    List<String> directories = List.of("/vanishing/a", "/vanishing/b", "/vanishing/c");
    for (String name : directories) {
      write(name + "/file", 1, 1);
      files.allowSnapshot(path(name));
    }
    files.createSnapshot(path("/vanishing/c"), "s");
    try (DistributedFileSystem vanishing =
        new DistributedFileSystem() {
          @Override
          public SnapshottableDirectoryStatus[] getSnapshottableDirListing() throws IOException {
            SnapshottableDirectoryStatus[] found = super.getSnapshottableDirListing();
            files.disallowSnapshot(path("/vanishing/a"));
            files.delete(path("/vanishing/a"), true);
            files.disallowSnapshot(path("/vanishing/b"));
            return found;
          }
        }) {
      vanishing.initialize(files.getUri(), files.getConf());
      Snapshots snapshots = new HadoopSnapshots(vanishing);
      DFSTestUtil.appendFile(files, path("/vanishing/c/file"), 1);
      for (String name : List.of("/vanishing/b/file", "/vanishing/c/file")) {
        assertThat(snapshots.differFrom(name, hdfs.state(name).orElseThrow()))
            .as(name)
            .isEqualTo(name.startsWith("/vanishing/c"));
      }
    }
    files.deleteSnapshot(path("/vanishing/c"), "s");
    files.disallowSnapshot(path("/vanishing/c"));
  }

  @Test
  void waitsWhileTheNameNodeIsInSafeMode() throws Exception {
    write("/safe", 1, 2);
    PlanAction planned = action("/safe", StoragePolicy.ONE_SSD, 2);
    NameNodeAdapter.enterSafeMode(cluster.getNameNode(), false);
    try {
      assertThat(run(planned).get(0).detail()).contains("safe mode");
    } finally {
      NameNodeAdapter.leaveSafeMode(cluster.getNameNode());
    }
    assertThat(hdfs.state("/safe").orElseThrow().policy()).isEqualTo("HOT");
  }

  @Test
  void aMoverThatFailsIsOneLineAndNothingIsLost() throws Exception {
    write("/failing", 1, 2);
    PlanAction planned = action("/failing", StoragePolicy.ONE_SSD, 2);
    HadoopHdfs broken =
        new HadoopHdfs(files, MoverProcess.of("sh", "-c", "echo no disk >&2; exit 252"));
    Outcome outcome =
        new PlanExecution(
                broken,
                LIMITS,
                pause -> {},
                new PlanExecution.Listener() {
                  @Override
                  public void ended(Outcome ended) {}

                  @Override
                  public void moving(int moving, long bytes) {}
                })
            .run(List.of(planned))
            .get(0);
    assertThat(outcome.status()).isEqualTo(Status.INCOMPLETE);
    assertThat(outcome.detail())
        .isEqualTo(
            "hdfs mover failed: it could not reach the NameNode or a DataNode, or may not do this:"
                + " no disk; its storage policy is ONE_SSD");
    Outcome again = run(planned).get(0);
    assertThat(again.status()).as("%s", again).isEqualTo(Status.DONE);
  }

  @Test
  void anotherMoverIsNamed() throws Exception {
    write("/two-movers", 1, 2);
    org.apache.hadoop.fs.Path claim = path("/system/mover.id");
    try (OutputStream held = files.create(claim)) {
      assertThatThrownBy(
              () -> MoverProcess.ofThisJvm(directory.resolve("conf")).run(List.of("/two-movers")))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("another mover is running in this cluster");
      held.write(1);
    } finally {
      files.delete(claim, false);
    }
  }

  @Test
  void oneDaemonAtATime() throws Exception {
    PlanExecution.Pause none = length -> {};
    try (FileSystem other = FileSystem.newInstance(files.getUri(), files.getConf())) {
      Claim first = Claim.of(files, none);
      first.check();
      assertThatThrownBy(() -> Claim.of((DistributedFileSystem) other, none))
          .isInstanceOf(Claim.LostException.class)
          .hasMessageContaining("another daemon works on this HDFS");
      first.check();
      first.close();
      Claim second = Claim.of((DistributedFileSystem) other, none);
      second.check();
      files.delete(Claim.FILE, false);
      assertThatThrownBy(second::check)
          .isInstanceOf(Claim.LostException.class)
          .hasMessageContaining("was deleted or replaced");
    }
  }

  /** Managed directories are listed with the policies of their directories; others are left out. */
  @Test
  void listsWhatIsManaged() throws Exception {
    write("/managed/a", 1, 2);
    write("/managed/below/b", 1, 2);
    files.setStoragePolicy(path("/managed/below"), "COLD");
    try (Claim claim = Claim.of(files, length -> {})) {
      HadoopCluster managed = new HadoopCluster(hdfs, claim, List.of("/managed", "/not/there"));
      Map<String, String> policies = new TreeMap<>();
      managed.forEach(
          (name, file, directory) -> policies.put(name, file.policy() + " in " + directory));
      assertThat(policies)
          .isEqualTo(Map.of("/managed/a", "HOT in HOT", "/managed/below/b", "COLD in COLD"));
      assertThat(managed.reasonToWait()).isEmpty();
      assertThat(managed.tiers().keySet()).containsExactly("ARCHIVE", "DISK", "SSD");
      assertThat(managed.tiers().get("SSD").nodes()).isEqualTo(2);
    }
  }

  @Test
  void anotherFileSystemIsRefused() {
    assertThatThrownBy(
            () -> new HadoopHdfs(FileSystem.getLocal(new Configuration()), MoverProcess.of("true")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no HDFS");
  }
}
