// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.athanor.storage.namenode.RulesFile;
import org.athanor.storage.namenode.TieredPlacementPolicy;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.tiering.apply.FiveNodes;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.plan.PlanAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a volume vanishes while files are being brought to it. */
@Timeout(120)
class FailedVolumeTest {
  private static final String RULES =
      KeeperTest.TIERS_AND_REGIONS
          + """
      placements=fast
      placement.fast.path=/fast
      placement.fast.policy=tier
      retrieval=random
      replication.minimum=2
      """;

  private static final int BLOCKS = 6;

  /** The two DataNodes with an SSD are the first ones; each has its SSD after its disk. */
  private static final int FAILING = 0;

  private static final int SSD = 1;
  private static final int NODES = 5;

  @TempDir Path directory;
  private FiveNodes nodes;
  private DistributedFileSystem files;
  private final List<String> told = new ArrayList<>();
  private Runnable onMoving = () -> {};
  private boolean hadBlocks;

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
        public void kept(KeptFacts now) {}

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

  /**
   * A DataNode looks at its volumes when told to or when it fails to read or write, and again not
   * before the gap has passed; a NameNode forgets the replicas of a failed volume when it looks for
   * dead nodes, and asks again for a copy that did not come, both by default each five minutes.
   */
  private void start() throws Exception {
    Path rules = Files.writeString(directory.resolve("rules"), RULES);
    nodes =
        new FiveNodes(
            directory,
            Map.of(
                "dfs.block.replicator.classname",
                TieredPlacementPolicy.class.getName(),
                RulesFile.KEY,
                rules.toString(),
                "dfs.namenode.redundancy.considerLoad",
                "false",
                "dfs.datanode.failed.volumes.tolerated",
                "1",
                "dfs.datanode.disk.check.min.gap",
                "0ms",
                "dfs.namenode.heartbeat.recheck-interval",
                "1000",
                "dfs.namenode.reconstruction.pending.timeout-sec",
                "2"));
    files = nodes.files();
  }

  /** On the disks of the nodes without an SSD. */
  private void write(String name) throws Exception {
    List<DataNode> all = nodes.cluster().getDataNodes();
    InetSocketAddress[] favoured =
        all.subList(2, NODES).stream()
            .map(DataNode::getXferAddress)
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
      for (int i = 0; i < BLOCKS * FiveNodes.BLOCK; i++) {
        out.write(31 * i + name.hashCode());
      }
    }
    DFSTestUtil.waitReplication(files, path(name), (short) 3);
  }

  private Keeper keeper(HadoopRuledHdfs hdfs) throws IOException {
    Keeper.Settings settings =
        new Keeper.Settings(
            Duration.ofHours(1), List.of("/"), 1000, 100, 1 << 30, Duration.ofSeconds(8), false);
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
        new ProgressFile(
            Files.createDirectory(directory.resolve("state")), new HdfsRaisedFiles(files)),
        pause -> TimeUnit.MILLISECONDS.sleep(pause.toMillis() / 4),
        listener);
  }

  private Path volume(int node, int number) {
    return nodes.cluster().getInstanceStorageDir(node, number).toPath();
  }

  /** As if a disk were pulled out: its directory is no directory any more. */
  private void pullOut() {
    Path volume = volume(FAILING, SSD);
    try {
      Files.move(volume, volume.resolveSibling(volume.getFileName() + ".pulled"));
      Files.createFile(volume);
      DataNode node = nodes.cluster().getDataNodes().get(FAILING);
      try (FsDatasetSpi.FsVolumeReferences volumes = node.getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi each : volumes) {
          node.checkDiskErrorAsync(each);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Set<Long> blocks(String... names) throws IOException {
    Set<Long> blocks = new HashSet<>();
    for (String name : names) {
      files
          .getClient()
          .getLocatedBlocks(name, 0)
          .getLocatedBlocks()
          .forEach(block -> blocks.add(block.getBlock().getBlockId()));
    }
    return blocks;
  }

  private static boolean hasBlocks(Path volume) {
    try (Stream<Path> all = Files.walk(volume)) {
      return all.anyMatch(file -> file.getFileName().toString().startsWith("blk_"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many replicas that block has which has the fewest, by the files on the volumes. */
  private int fewestOnVolumes(Set<Long> blocks) {
    int fewest = Integer.MAX_VALUE;
    Set<String> found = new HashSet<>();
    for (int node = 0; node < NODES; node++) {
      for (int number = 0; number < 2; number++) {
        Path volume = volume(node, number);
        if (!Files.isDirectory(volume)) {
          continue;
        }
        try (Stream<Path> all = Files.walk(volume)) {
          int of = node;
          all.filter(file -> file.toString().contains("/finalized/"))
              .map(file -> file.getFileName().toString())
              .filter(name -> name.startsWith("blk_") && !name.endsWith(".meta"))
              .forEach(name -> found.add(name + " " + of));
        } catch (IOException | UncheckedIOException e) {
          return Integer.MAX_VALUE; // it changes just now: the next look counts
        }
      }
    }
    for (long block : blocks) {
      int replicas =
          (int) found.stream().filter(name -> name.startsWith("blk_" + block + " ")).count();
      fewest = Math.min(fewest, replicas);
    }
    return fewest;
  }

  private static boolean isWhole(RuledFile file) {
    return file.blocks().size() == BLOCKS
        && file.state().replicas() == 3
        && file.blocks().stream()
            .map(block -> block.stream().map(replica -> replica.device().name()).sorted().toList())
            .allMatch(List.of("DISK", "DISK", "SSD")::equals);
  }

  @Test
  void filesOfAVolumeThatIsPulledOutAreMadeWholeOnOthers() throws Exception {
    ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    start();
    try {
      HadoopRuledHdfs hdfs = new HadoopRuledHdfs(files, nodes.hdfs(), nodes.hdfs());
      List<String> names = List.of("/fast/before", "/fast/during");
      write("/plain-before");
      write("/plain-during");
      byte[] before = DFSTestUtil.readFileAsBytes(files, path("/plain-before"));
      byte[] during = DFSTestUtil.readFileAsBytes(files, path("/plain-during"));
      Set<Long> blocks = blocks("/plain-before", "/plain-during");
      AtomicInteger fewest = new AtomicInteger(Integer.MAX_VALUE);
      Future<?> watching =
          watch.scheduleWithFixedDelay(
              () -> fewest.accumulateAndGet(fewestOnVolumes(blocks), Math::min),
              0,
              50,
              TimeUnit.MILLISECONDS);
      files.mkdirs(path("/fast"));
      files.rename(path("/plain-before"), path("/fast/before"));
      Keeper keeper = keeper(hdfs);
      keeper.step(0);
      assertThat(isWhole(hdfs.file("/fast/before").orElseThrow())).as("%s", told).isTrue();
      assertThat(Files.exists(volume(FAILING, SSD))).isTrue();

      files.rename(path("/plain-during"), path("/fast/during"));
      onMoving =
          () -> {
            onMoving = () -> {};
            hadBlocks = hasBlocks(volume(FAILING, SSD));
            pullOut();
          };
      long hour = Duration.ofHours(1).toMillis();
      boolean isWhole = false;
      for (int period = 1; !isWhole && period < 40; period++) {
        while (keeper.step(period * hour)) {
          // The next part.
        }
        isWhole = true;
        for (String name : names) {
          isWhole &= isWhole(hdfs.file(name).orElseThrow());
        }
        if (!isWhole || !hasForgotten()) {
          isWhole = false;
          TimeUnit.MILLISECONDS.sleep(500); // the NameNode looks for failed volumes by the clock
        }
      }
      assertThat(isWhole).as("%s", told).isTrue();
      assertThat(hadBlocks).as("the volume had blocks when it was pulled out").isTrue();
      assertThat(watching.isDone()).as("watching has failed").isFalse();
      assertThat(fewest.get()).as("fewest replicas of a block ever").isBetween(2, 3);
      int last = fewestOnVolumes(blocks);
      for (int look = 0; last != 3 && look < 40; look++) {
        TimeUnit.MILLISECONDS.sleep(250); // the volumes may change while they are looked at
        last = fewestOnVolumes(blocks);
      }
      assertThat(last).isEqualTo(3);
      assertThat(DFSTestUtil.readFileAsBytes(files, path("/fast/before"))).isEqualTo(before);
      assertThat(DFSTestUtil.readFileAsBytes(files, path("/fast/during"))).isEqualTo(during);
      assertThat(nodes.hdfs().tiers().get("SSD").volumes()).isEqualTo(1);
      assertThat(new HdfsRaisedFiles(files).load().orElse(List.of())).isEmpty();
    } finally {
      watch.shutdownNow();
      nodes.close();
    }
  }

  /** Whether the NameNode knows that the volume has failed. */
  private boolean hasForgotten() throws IOException {
    return nodes.hdfs().tiers().get("SSD").volumes() == 1;
  }
}
