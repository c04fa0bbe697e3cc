// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.athanor.storage.namenode.RulesFile;
import org.athanor.storage.namenode.TieredPlacementPolicy;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.api.FileRegions;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.FiveNodes;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.TierChange;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Keeps files whole on an HDFS whose NameNode has the plug-in. */
@Timeout(300)
class RealKeeperTest {
  private static final String RULES =
      KeeperTest.TIERS_AND_REGIONS
          + """
      placements=fast, spread
      placement.fast.path=/fast
      placement.fast.policy=tier
      placement.spread.path=/spread
      placement.spread.policy=region
      retrieval=random
      replication.minimum=2
      """;

  /** Of 900 directories in each other; with a third one, the NameNode's own stack is too small. */
  private static final int DEEP_TREES = 2;

  @TempDir static Path directory;
  private static FiveNodes nodes;
  private static DistributedFileSystem files;
  private static HadoopRuledHdfs hdfs;
  private final List<String> told = new ArrayList<>();
  private Runnable onMoving = () -> {};
  private KeptFacts facts;

  @BeforeAll
  static void start() throws Exception {
    Path rules = Files.writeString(directory.resolve("rules"), RULES);
    Map<String, String> settings =
        Map.of(
            "dfs.block.replicator.classname",
            TieredPlacementPolicy.class.getName(),
            RulesFile.KEY,
            rules.toString(),
            "dfs.namenode.redundancy.considerLoad",
            "false",
            "dfs.ls.limit",
            "3");
    String[] racks = {"/east/r1", "/west/r2", "/east/r1", "/east/r3", "/west/r4"};
    nodes = new FiveNodes(directory, settings, racks);
    files = nodes.files();
    hdfs = new HadoopRuledHdfs(files, nodes.hdfs(), nodes.hdfs());
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

  private final Keeper.Listener listener =
      new Keeper.Listener() {
        @Override
        public void notice(String text) {
          told.add(text);
        }

        @Override
        public void kept(KeptFacts now) {
          facts = now;
        }

        @Override
        public void begun(List<PlanAction> actions) {}

        @Override
        public void ended(Outcome outcome) {
          told.add(outcome.status() + " " + outcome.action().path() + ": " + outcome.detail());
        }

        @Override
        public void moving(int moving, long bytes) {
          onMoving.run();
        }
      };

  private static void write(String name, int blocks) throws Exception {
    DFSTestUtil.createFile(files, path(name), (long) blocks * FiveNodes.BLOCK, (short) 3, 7);
    DFSTestUtil.waitReplication(files, path(name), (short) 3);
  }

  /** Writes three replicas on three DataNodes, outside the directories of the rules. */
  private static void writeOn(String name, int blocks, int... three) throws Exception {
    List<DataNode> all = nodes.cluster().getDataNodes();
    InetSocketAddress[] favoured =
        Arrays.stream(three)
            .mapToObj(node -> all.get(node).getXferAddress())
            .toArray(InetSocketAddress[]::new);
    try (OutputStream out =
        files.create(
            path(name),
            FsPermission.getFileDefault(),
            true,
            4096,
            (short) 3,
            FiveNodes.BLOCK,
            null,
            favoured)) {
      out.write(new byte[blocks * FiveNodes.BLOCK]);
    }
    DFSTestUtil.waitReplication(files, path(name), (short) 3);
  }

  /** Files that were written elsewhere and come to the directories of the rules by a rename. */
  @Test
  void filesComeToTheirTierAndRegions() throws Exception {
    writeOn("/plain/ssd", 3, 2, 3, 4); // a block on the disks of both nodes with SSDs got no SSD
    files.mkdirs(path("/fast"));
    files.rename(path("/plain/ssd"), path("/fast/renamed"));
    write("/fast/written", 2);
    byte[] before = DFSTestUtil.readFileAsBytes(files, path("/fast/renamed"));
    Path state = Files.createDirectory(directory.resolve("state"));
    Keeper.Settings settings =
        new Keeper.Settings(
            Duration.ofHours(1), List.of("/"), 1000, 100, 1 << 30, Duration.ofSeconds(60), false);
    write("/spread/written", 2);
    writeOn("/plain/east", 2, 0, 2, 3);
    files.rename(path("/plain/east"), path("/spread/renamed"));
    FileRegions regions = new FileRegions(files, RulesText.parse(RULES).regions());
    assertThat(regions.findRegion("/spread/written")).isEqualTo(Map.of("east", 2, "west", 2));
    assertThat(regions.findRegion("/spread/renamed")).isEqualTo(Map.of("east", 2));
    Keeper keeper = keeper(settings, state);
    assertThat(keeper.step(0)).isFalse();
    assertThat(told)
        .containsExactly(
            "DONE /fast/renamed: is whole again", "DONE /spread/renamed: is whole again");
    assertThat(regions.findRegion("/spread/renamed")).isEqualTo(Map.of("east", 2, "west", 2));
    assertThat(hdfs.file("/spread/renamed").orElseThrow().blocks())
        .allSatisfy(block -> assertThat(block).hasSize(3));
    RuledFile renamed = hdfs.file("/fast/renamed").orElseThrow();
    assertThat(renamed.state().replicas()).isEqualTo(3);
    assertThat(renamed.blocks())
        .hasSize(3)
        .allSatisfy(
            block ->
                assertThat(block.stream().map(replica -> replica.device().name()))
                    .hasSize(3)
                    .contains("SSD", "DISK"));
    assertThat(facts.spots().get(Spot.tier("ssd"))).isEqualTo(new KeptFacts.Count(2, 0));
    assertThat(facts.spots().get(Spot.region("west"))).isEqualTo(new KeptFacts.Count(2, 0));
    assertThat(DFSTestUtil.readFileAsBytes(files, path("/fast/renamed"))).isEqualTo(before);
  }

  private Keeper keeper(Keeper.Settings settings, Path state) throws IOException {
    return new Keeper(
        settings,
        Optional.of(
            () -> {
              try {
                return RulesText.parse(RULES);
              } catch (RulesException e) {
                throw new IOException(e);
              }
            }),
        hdfs,
        new ProgressFile(state, new HdfsRaisedFiles(files)),
        pause -> TimeUnit.MILLISECONDS.sleep(pause.toMillis() / 4),
        listener);
  }

  /** HDFS keeps for a snapshot as many replicas as the file should have had then. */
  @Test
  void aSnapshotOfARaisedFileKeepsTheReplica() throws Exception {
    writeOn("/plain/snap", 1, 2, 3, 4);
    files.mkdirs(path("/fast/s"));
    files.rename(path("/plain/snap"), path("/fast/s/a"));
    files.allowSnapshot(path("/fast/s"));
    onMoving =
        () -> {
          try {
            files.createSnapshot(path("/fast/s"), "meanwhile");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    Keeper.Settings settings =
        new Keeper.Settings(
            Duration.ofHours(1),
            List.of("/fast/s"),
            1000,
            100,
            1 << 30,
            Duration.ofSeconds(8),
            false);
    Keeper keeper = keeper(settings, Files.createDirectory(directory.resolve("snapshot")));
    keeper.step(0);
    assertThat(told)
        .containsExactly(
            "DONE /fast/s/a: is whole again; 1 blocks have not yet 3 replicas: HDFS deletes some"
                + " later, or when a snapshot is deleted");
    RuledFile file = hdfs.file("/fast/s/a").orElseThrow();
    assertThat(file.state().replicas()).isEqualTo(3);
    assertThat(file.blocks().get(0)).hasSize(4);
    keeper.step(Duration.ofHours(1).toMillis());
    assertThat(told).as("it is whole").hasSize(1);
    files.deleteSnapshot(path("/fast/s"), "meanwhile");
    files.disallowSnapshot(path("/fast/s"));
    DFSTestUtil.waitReplication(files, path("/fast/s/a"), (short) 3);
    files.delete(path("/fast/s"), true);
  }

  /** Of a file with three replicas in a snapshot, and two now, HDFS keeps three. */
  @Test
  void aFileWithMoreReplicasInASnapshotComesToItsTier() throws Exception {
    writeOn("/plain/more", 2, 2, 3, 4);
    files.mkdirs(path("/fast/m"));
    files.rename(path("/plain/more"), path("/fast/m/a"));
    files.allowSnapshot(path("/fast/m"));
    files.createSnapshot(path("/fast/m"), "before");
    files.setReplication(path("/fast/m/a"), (short) 2);
    Keeper.Settings settings =
        new Keeper.Settings(
            Duration.ofHours(1),
            List.of("/fast/m"),
            1000,
            100,
            1 << 30,
            Duration.ofSeconds(60),
            false);
    keeper(settings, Files.createDirectory(directory.resolve("more"))).step(0);
    assertThat(told)
        .containsExactly(
            "DONE /fast/m/a: is whole again; 2 blocks have not yet 2 replicas: HDFS deletes some"
                + " later, or when a snapshot is deleted");
    assertThat(hdfs.file("/fast/m/a").orElseThrow().state().replicas()).isEqualTo(2);
    assertThat(devices("/fast/m/a"))
        .allSatisfy(block -> assertThat(block).containsExactly("DISK", "DISK", "SSD"));
    files.deleteSnapshot(path("/fast/m"), "before");
    files.disallowSnapshot(path("/fast/m"));
    DFSTestUtil.waitReplication(files, path("/fast/m/a"), (short) 2);
    files.delete(path("/fast/m"), true);
  }

  /** By anybody, whatever the file is called meanwhile. */
  @Test
  void knowsWhichNumbersOfReplicasWereSet() throws Exception {
    DFSTestUtil.createFile(files, path("/set/a/b"), 1, (short) 2, 7);
    DFSTestUtil.createFile(files, path("/set/c"), 1, (short) 2, 7);
    long id = hdfs.file("/set/a/b").orElseThrow().state().id();
    long other = hdfs.file("/set/c").orElseThrow().state().id();
    files.setReplication(path("/set/a/b"), (short) 5);
    long since = hdfs.latestChange();
    files.setReplication(path("/set/a/b"), (short) 3);
    hdfs.setReplicas("/.reserved/.inodes/" + id, 4);
    files.rename(path("/set/a"), path("/set/d"));
    files.setReplication(path("/set/d/b"), (short) 4);
    files.rename(path("/set/d/b"), path("/set/e"));
    DFSTestUtil.createFile(files, path("/set/a/b"), 1, (short) 2, 7); // another one
    files.setReplication(path("/set/a/b"), (short) 9);
    files.setReplication(path("/set/e"), (short) 3);
    files.delete(path("/set/c"), false);
    DFSTestUtil.createFile(files, path("/set/c"), 1, (short) 2, 7);
    files.setReplication(path("/set/c"), (short) 3);
    List<Progress.Raised> raised =
        List.of(
            new Progress.Raised("/set/a/b", id, 2, 2, 3, since),
            new Progress.Raised("/set/c", other, 2, 2, 3, since));
    assertThat(hdfs.replicasSet(raised).orElseThrow())
        .isEqualTo(Map.of(id, List.of(3, 4, 4, 3), other, List.of()));
    assertThat(hdfs.latestChange()).isGreaterThan(since);
    files.delete(path("/set"), true);
  }

  /** With the rules of a plan: one file comes to the SSDs, another one leaves them. */
  @Test
  void aPlanForATierIsCarriedOut() throws Exception {
    writeOn("/plain/come", 2, 2, 3, 4); // on disks
    writeOn("/plain/leave", 2, 2, 3, 4);
    files.mkdirs(path("/fast"));
    files.rename(path("/plain/come"), path("/fast/come"));
    write("/fast/leave", 2); // the rules of the NameNode put it on an SSD
    // A directory where the NameNode places by itself: what it has there stays.
    files.mkdirs(path("/plain/left"));
    files.rename(path("/fast/leave"), path("/plain/left/a"));
    byte[] before = DFSTestUtil.readFileAsBytes(files, path("/plain/left/a"));
    StorageRules rules =
        RulesText.parse(
            RULES
                .replace("placements=fast,", "placements=fast, left,")
                .concat("placement.left.path=/plain/left\n")
                .concat("placement.left.policy=network\n")
                .concat("placement.left.tiers=disk\n"));
    List<TierChange> changes =
        List.of(
            change("/fast/come", List.of("disk"), List.of("ssd", "disk")),
            change("/plain/left/a", List.of("ssd", "disk"), List.of("disk")),
            change("/fast/come", List.of("ssd"), List.of("disk")),
            new TierChange("/fast/none", 1, 1, Instant.EPOCH, 3, List.of("a"), List.of("b"), ""));
    assertThat(statuses(execution(rules, "look").look(changes)))
        .containsExactly("NOT_TRIED", "NOT_TRIED", "LEFT_ALONE", "CHANGED");
    List<Outcome> outcomes = execution(rules, "run").run(changes);
    assertThat(statuses(outcomes))
        .as(outcomes + "")
        .containsExactly("DONE", "DONE", "LEFT_ALONE", "CHANGED");
    assertThat(outcomes.get(2).detail()).startsWith("the rules hold it on ");
    assertThat(devices("/fast/come"))
        .allSatisfy(block -> assertThat(block).contains("SSD", "DISK"));
    assertThat(devices("/plain/left/a"))
        .allSatisfy(block -> assertThat(block).containsExactly("DISK", "DISK", "DISK"));
    assertThat(DFSTestUtil.readFileAsBytes(files, path("/plain/left/a"))).isEqualTo(before);
    assertThat(statuses(execution(rules, "again").run(changes)).subList(0, 2))
        .containsExactly("WAS_DONE", "WAS_DONE");
    files.delete(path("/fast/come"), false);
    files.delete(path("/plain"), true);
  }

  private static TierChange change(String name, List<String> from, List<String> to)
      throws IOException {
    FileState state = hdfs.file(name).orElseThrow().state();
    Instant modified = Instant.ofEpochMilli(state.modifiedMillis());
    return new TierChange(name, state.id(), state.bytes(), modified, 3, from, to, "read twice");
  }

  private TierExecution execution(StorageRules rules, String state) throws IOException {
    ProgressFile file =
        new ProgressFile(
            Files.createDirectory(directory.resolve("tier-" + state)), new HdfsRaisedFiles(files));
    TierExecution.Means means =
        new TierExecution.Means(
            nodes.hdfs()::move,
            file,
            Duration.ofSeconds(60),
            pause -> TimeUnit.MILLISECONDS.sleep(pause.toMillis() / 4),
            System::currentTimeMillis);
    return new TierExecution(hdfs, rules, means, listener);
  }

  private static List<String> statuses(List<Outcome> outcomes) {
    return outcomes.stream().map(one -> one.status().name()).toList();
  }

  private static List<List<String>> devices(String name) throws IOException {
    return hdfs.file(name).orElseThrow().blocks().stream()
        .map(block -> block.stream().map(replica -> replica.device().name()).sorted().toList())
        .toList();
  }

  @Test
  void aRenamedFileIsFoundByItsNumber() throws Exception {
    DFSTestUtil.createFile(files, path("/before/a"), 1, (short) 1, 7);
    long id = hdfs.file("/before/a").orElseThrow().state().id();
    files.mkdirs(path("/after"));
    files.rename(path("/before/a"), path("/after/b"));
    files.delete(path("/before"), true);
    DFSTestUtil.createFile(files, path("/before"), 1, (short) 1, 7); // no directory any more
    RuledHdfs.Found found = hdfs.find("/before/a", id).orElseThrow();
    assertThat(found.file().state().id()).isEqualTo(id);
    hdfs.setReplicas(found.path(), 2);
    assertThat(hdfs.file("/after/b").orElseThrow().state().replicas()).isEqualTo(2);
    files.delete(path("/after/b"), false);
    assertThat(hdfs.find("/before/a", id)).isEmpty();
    assertThat(hdfs.queuedBlocks()).isNotNegative();
  }

  /** Renames make trees deeper than what HDFS lets a client create. */
  @Test
  void aTreeMayBeDeeperThanAStack() throws Exception {
    String chain = "/d".repeat(900);
    files.mkdirs(path("/deep0" + chain));
    DFSTestUtil.createFile(files, path("/deep0" + chain + "/a"), 1, (short) 1, 7);
    for (int tree = 1; tree < DEEP_TREES; tree++) {
      files.mkdirs(path("/deep" + tree + chain));
      files.rename(path("/deep" + (tree - 1)), path("/deep" + tree + chain + "/e"));
    }
    String top = "/deep" + (DEEP_TREES - 1);
    List<String> seen = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    Thread small =
        new Thread(
            null,
            () -> {
              try {
                hdfs.walk(top, "", 100_000, (path, file) -> seen.add(path));
                nodes.hdfs().forEach(top, (path, file, policy) -> seen.add(path));
              } catch (Throwable e) {
                failures.add(e);
              }
            },
            "small stack",
            256 << 10);
    small.start();
    small.join();
    assertThat(failures).isEmpty();
    assertThat(seen).hasSize(2).allMatch(path -> path.endsWith("/d/a"));
  }

  /** In parts of any size, each file is visited once, in the order of the names. */
  @Test
  void aWalkGoesOnWhereItHasStopped() throws Exception {
    List<String> all =
        List.of("/w/a", "/w/b/c", "/w/b/d/e", "/w/b.", "/w/f/g", "/w/f/h", "/w/f/i", "/w/z");
    for (String file : all) {
      DFSTestUtil.createFile(files, path(file), 1, (short) 1, 7);
    }
    files.mkdirs(path("/w/0/1/2"));
    files.mkdirs(path("/w/empty"));
    List<String> expected = new ArrayList<>();
    assertThat(
            hdfs.walk(
                "/w",
                "",
                1000,
                (path, file) -> {
                  expected.add(path);
                  return true;
                }))
        .isEmpty();
    assertThat(expected).containsExactlyInAnyOrderElementsOf(all);
    for (int entries = 1; entries < 15; entries++) {
      for (boolean stops : new boolean[] {true, false}) {
        List<String> seen = new ArrayList<>();
        String position = "";
        int walks = 0;
        do {
          position =
              hdfs.walk(
                  "/w",
                  position,
                  entries,
                  (path, file) -> {
                    seen.add(path);
                    return !stops;
                  });
          assertThat(walks++).isLessThan(40);
        } while (!position.isEmpty());
        assertThat(seen).as("%d entries", entries).isEqualTo(expected);
      }
    }
    List<String> one = new ArrayList<>();
    hdfs.walk("/w/a", "", 9, (path, file) -> one.add(path));
    assertThat(one).containsExactly("/w/a");
  }

  /** Otherwise the next daemon would lower files that nobody has raised. */
  @Test
  void anEmptyListReplacesTheLastOneAfterAFailure() throws Exception {
    Progress.Raised one = new Progress.Raised("/fast/a", 7, 3, 3, 5, 17);
    Progress.Raised other = new Progress.Raised("/fast/b", 8, 3, 3, 5, 17);
    files.delete(HdfsRaisedFiles.FILE, false);
    HdfsRaisedFiles list = new HdfsRaisedFiles(files);
    assertThat(list.load()).isEmpty();
    list.store(List.of());
    assertThat(files.exists(HdfsRaisedFiles.FILE)).as("nothing is worth a file").isFalse();
    list.store(List.of(one));
    files.mkdirs(HdfsRaisedFiles.FILE.suffix(".part")); // in the way
    assertThatThrownBy(() -> list.store(List.of(one, other))).isInstanceOf(IOException.class);
    files.delete(HdfsRaisedFiles.FILE.suffix(".part"), true);
    list.store(List.of());
    assertThat(new HdfsRaisedFiles(files).load()).contains(List.of());
    files.delete(HdfsRaisedFiles.FILE, false);
  }

  @Test
  void theNextDaemonFindsWhatIsRaisedInHdfs() throws Exception {
    List<Progress.Raised> raised = List.of(new Progress.Raised("/fast/\u00e9\n", 7, 3, 3, 5, 17));
    HdfsRaisedFiles first = new HdfsRaisedFiles(files);
    first.store(raised);
    HdfsRaisedFiles next = new HdfsRaisedFiles(files);
    assertThat(next.load()).contains(raised);
    assertThat(files.getFileStatus(HdfsRaisedFiles.FILE).getPermission().toShort())
        .isEqualTo((short) 0600);
    long id = ((HdfsFileStatus) files.getFileStatus(HdfsRaisedFiles.FILE)).getFileId();
    next.store(raised);
    assertThat(((HdfsFileStatus) files.getFileStatus(HdfsRaisedFiles.FILE)).getFileId())
        .as("the same is not written again")
        .isEqualTo(id);
    next.store(List.of());
    assertThat(new HdfsRaisedFiles(files).load()).contains(List.of());
    DFSTestUtil.writeFile(files, HdfsRaisedFiles.FILE, "{");
    assertThatThrownBy(() -> new HdfsRaisedFiles(files).load())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("/system/athanor-storage-raised.json in HDFS: is damaged; ");
    files.delete(HdfsRaisedFiles.FILE, false);
  }
}
