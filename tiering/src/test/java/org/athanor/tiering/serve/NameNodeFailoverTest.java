// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClientAdapter;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.FiveNodes;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.pins.PinsFile;
import org.athanor.tiering.plan.Logs;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.Settings;
import org.athanor.tiering.plan.StoragePolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two NameNodes change places while a manager works, whose client and mover have the logical
 * address: nothing is lost, the claim on the HDFS stays the only one, and the files get where they
 * should be.
 */
@Timeout(300)
class NameNodeFailoverTest {
  private static final PlanExecution.Pause PAUSE =
      length -> TimeUnit.MILLISECONDS.sleep(length.toMillis() / 4);
  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(100, 1 << 30, 3, Duration.ofSeconds(20));

  /** The mover needs some seconds for a batch, so that a failover comes in the middle. */
  private static final String BYTES_PER_SECOND = String.valueOf(4 * FiveNodes.BLOCK);

  /** Long after files were written, for those that nobody reads go to archive. */
  private final Instant begin = Instant.now().plus(Duration.ofDays(30));

  private static final PlanSettings PLAN =
      new Settings()
          .ssd(1 << 20)
          .archiveAfter(Duration.ofDays(20))
          .period(Duration.ofHours(1))
          .make();

  @TempDir static Path directory;
  private static FiveNodes nodes;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem files;
  private static Claim claim;
  private static int active;

  /** When the NameNodes change places. */
  enum Moment {
    PLANNED,
    POLICIES_SET,
    MOVING,
    VERIFYING
  }

  /** How. */
  enum Kind {
    STANDBY,
    STOPPED
  }

  @BeforeAll
  static void start() throws Exception {
    nodes =
        FiveNodes.withTwoNameNodes(
            directory,
            Map.of(
                "dfs.datanode.balance.bandwidthPerSec",
                BYTES_PER_SECOND,
                "dfs.namenode.accesstime.precision", // a plan must see that times are kept
                "1"));
    cluster = nodes.cluster();
    files = nodes.files();
    claim = Claim.of(files, PAUSE);
  }

  @AfterAll
  static void stop() throws IOException {
    if (claim != null) {
      claim.close();
    }
    if (nodes != null) {
      files.close();
      nodes.close();
    }
  }

  private static void failOver(Kind kind) throws IOException {
    int before = active;
    active = 1 - before;
    if (kind == Kind.STOPPED) {
      cluster.shutdownNameNode(before);
    } else {
      cluster.transitionToStandby(before);
    }
    cluster.transitionToActive(active);
  }

  /** Both NameNodes run, and know where all replicas are. */
  private static void heal() throws IOException {
    if (cluster.getNameNode(1 - active) == null) {
      cluster.restartNameNode(1 - active);
    }
    cluster.waitActive(0);
    cluster.waitActive(1);
    cluster.triggerBlockReports();
  }

  /** An HDFS whose NameNodes change places once, at a moment. */
  private static final class FailingOver implements Cluster {
    private final Cluster hdfs;
    private final Moment moment;
    private final Kind kind;
    private boolean hasMoved;
    private boolean hasFailedOver;
    private volatile boolean isMoving;
    private boolean movedDuringFailover;

    FailingOver(Cluster hdfs, Moment moment, Kind kind) {
      this.hdfs = hdfs;
      this.moment = moment;
      this.kind = kind;
    }

    private void at(Moment now) throws IOException {
      if (now == moment && !hasFailedOver) {
        hasFailedOver = true;
        failOver(kind);
      }
    }

    @Override
    public LeastReplicas leastReplicas() {
      return hdfs.leastReplicas();
    }

    @Override
    public boolean manages(String path, FileState file) {
      return hdfs.manages(path, file);
    }

    @Override
    public void forEach(Visitor visitor) throws IOException {
      hdfs.forEach(visitor);
    }

    @Override
    public void forEach(String path, Visitor visitor) throws IOException {
      hdfs.forEach(path, visitor);
    }

    @Override
    public Snapshots snapshots() throws IOException {
      return hdfs.snapshots();
    }

    @Override
    public boolean hasInode(long id) throws IOException {
      return hdfs.hasInode(id);
    }

    @Override
    public Optional<FileState> state(String path) throws IOException {
      if (hasMoved) {
        at(Moment.VERIFYING);
      }
      return hdfs.state(path);
    }

    @Override
    public void setPolicy(String path, StoragePolicy policy) throws IOException {
      at(Moment.PLANNED);
      hdfs.setPolicy(path, policy);
    }

    @Override
    public void setReplicas(String path, int replicas) throws IOException {
      at(Moment.PLANNED);
      hdfs.setReplicas(path, replicas);
    }

    @Override
    public Map<String, TierUse> tiers() throws IOException {
      return hdfs.tiers();
    }

    @Override
    public boolean hasDeadNodes() throws IOException {
      return hdfs.hasDeadNodes();
    }

    @Override
    public Optional<String> reasonToWait() throws IOException {
      return hdfs.reasonToWait();
    }

    @Override
    public void move(Collection<String> paths) throws IOException, InterruptedException {
      at(Moment.POLICIES_SET);
      if (moment != Moment.MOVING || hasFailedOver) {
        hdfs.move(paths);
        hasMoved = true;
        return;
      }
      isMoving = true;
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                try {
                  awaitFirst(List.copyOf(paths));
                  movedDuringFailover = isMoving;
                  at(Moment.MOVING);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      try {
        hdfs.move(paths);
      } finally {
        isMoving = false;
        other.join();
      }
    }

    /** Waits until the mover has moved a replica. */
    private void awaitFirst(List<String> paths) throws IOException, InterruptedException {
      while (isMoving) {
        for (String path : paths) {
          Optional<FileState> file = hdfs.state(path);
          if (file.isPresent()
              && file.get().blocks().stream().anyMatch(NameNodeFailoverTest::hasLeftTheDisks)) {
            return;
          }
        }
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  private static boolean hasLeftTheDisks(List<DeviceType> block) {
    return block.stream().anyMatch(device -> device != DeviceType.DISK);
  }

  private static void write(String name, int blocks) throws Exception {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(name);
    DFSTestUtil.createFile(files, path, (long) blocks * FiveNodes.BLOCK, (short) 3, 7);
    DFSTestUtil.waitReplication(files, path, (short) 3);
  }

  private static byte[] content(String name) throws IOException {
    return DFSTestUtil.readFileAsBytes(files, new org.apache.hadoop.fs.Path(name));
  }

  /** Looks at all blocks all the time. */
  private static final class Watch implements AutoCloseable {
    private final Collection<String> paths;
    private CompletableFuture<List<String>> seen;
    private volatile boolean ends;
    private int looks; // of the watching thread until it has ended

    Watch(Collection<String> paths) {
      this.paths = paths;
    }

    void begin() {
      seen = CompletableFuture.supplyAsync(this::look);
    }

    private List<String> look() {
      List<String> found = new ArrayList<>();
      while (!ends) {
        try {
          for (String path : paths) {
            int fewest = nodes.hdfs().state(path).orElseThrow().fewestReplicas();
            if (fewest < 2) {
              found.add(path + " has a block with " + fewest + " replicas");
            }
          }
          looks++;
          TimeUnit.MILLISECONDS.sleep(20);
        } catch (IOException | InterruptedException e) {
          found.add(e.toString());
        }
      }
      return found;
    }

    @Override
    public void close() {
      ends = true;
      assertThat(seen.join()).isEmpty();
      assertThat(looks).isGreaterThan(5);
    }
  }

  private static void assertClaimed() throws IOException {
    claim.check();
    try (FileSystem other = FileSystem.newInstance(files.getUri(), files.getConf())) {
      assertThatThrownBy(() -> Claim.of((DistributedFileSystem) other, PAUSE))
          .isInstanceOf(Claim.LostException.class)
          .hasMessageContaining("another daemon works on this HDFS");
    }
    claim.check();
  }

  @ParameterizedTest
  @CsvSource({
    "PLANNED, STOPPED, false",
    "POLICIES_SET, STANDBY, false",
    "MOVING, STANDBY, false",
    "MOVING, STOPPED, true",
    "VERIFYING, STOPPED, false"
  })
  void theManagerGoesOn(Moment moment, Kind kind, boolean archives) throws Exception {
    assertThat(files.getUri().getPort()).as("a logical address").isEqualTo(-1);
    String root = "/" + moment + kind;
    Map<String, byte[]> contents = new TreeMap<>();
    List<String> names = new ArrayList<>(List.of("/hot0", "/hot1"));
    if (archives) {
      names.add(
          "/idle"); // needs a run of the mover for each replica, for 3.5.0 ends after one round
    }
    for (String name : names) {
      write(root + name, 4);
      contents.put(root + name, content(root + name));
    }
    Path own = Files.createDirectory(directory.resolve(moment + "-" + kind));
    Logs log = new Logs();
    for (int reader = 0; reader < 2; reader++) {
      log.open(begin.plusSeconds(reader), root + "/hot" + reader, reader);
    }
    log.log(own.resolve("audit.log"));
    Manager.Settings settings =
        new Manager.Settings(
            PLAN,
            new PinsFile(own.resolve("pins"), false),
            List.of(own.resolve("audit.log")),
            ZoneOffset.UTC,
            own.resolve("state"),
            1000,
            LIMITS,
            false);
    List<String> logged = new ArrayList<>();
    FailingOver failing =
        new FailingOver(new HadoopCluster(nodes.hdfs(), claim, List.of(root)), moment, kind);
    Duration time = Duration.ofMinutes(61);
    try (Manager manager = new Manager(settings, failing, PAUSE, new Activity(logged::add));
        Watch watch = new Watch(contents.keySet())) {
      watch.begin();
      for (int tries = 0; tries < 10 && !areInPlace(contents.keySet()); tries++) {
        while (manager.step(begin.plus(time).toEpochMilli())) {
          // There is more to do.
        }
        time = time.plusMinutes(6);
        if (failing.hasFailedOver) {
          heal();
        }
      }
    }
    assertThat(failing.hasFailedOver).as("%s", logged).isTrue();
    assertThat(failing.movedDuringFailover).isEqualTo(moment == Moment.MOVING);
    assertThat(areInPlace(contents.keySet())).as("%s", logged).isTrue();
    for (Map.Entry<String, byte[]> file : contents.entrySet()) {
      assertThat(content(file.getKey())).isEqualTo(file.getValue());
    }
    assertClaimed();
  }

  /** A daemon that was paused while the NameNodes changed places and another one took over. */
  @ParameterizedTest
  @EnumSource
  void aDaemonThatWasReplacedAfterAFailoverIsTold(Kind kind) throws Exception {
    try (FileSystem first = FileSystem.newInstance(files.getUri(), files.getConf());
        FileSystem second = FileSystem.newInstance(files.getUri(), files.getConf())) {
      claim.close();
      Claim paused = Claim.of((DistributedFileSystem) first, PAUSE);
      paused.check();
      DFSClientAdapter.stopLeaseRenewer((DistributedFileSystem) first);
      failOver(kind);
      paused.check(); // Nobody has taken over yet.
      cluster.setLeasePeriod(100, TimeUnit.HOURS.toMillis(1), active);
      Claim replacing = claimWhenPossible((DistributedFileSystem) second);
      replacing.check();
      assertThatThrownBy(paused::check)
          .isInstanceOf(Claim.LostException.class)
          .hasMessageContaining("the claim on this HDFS is lost")
          .hasMessageNotContaining("\n");
      replacing.check();
      replacing.close();
      heal();
    } finally {
      claim = Claim.of(files, PAUSE);
    }
  }

  private static Claim claimWhenPossible(DistributedFileSystem client) throws Exception {
    while (true) {
      try {
        return Claim.of(client, PAUSE);
      } catch (Claim.LostException e) {
        PAUSE.pause(Duration.ofSeconds(1));
      }
    }
  }

  /** Whether policies, numbers of replicas, and where they are, are what the plan wanted. */
  private static boolean areInPlace(Collection<String> paths) throws IOException {
    boolean all = true;
    for (String path : paths) {
      FileState file = nodes.hdfs().state(path).orElseThrow();
      boolean idle = path.endsWith("/idle");
      all &=
          file.policy().equals(idle ? "COLD" : "ONE_SSD")
              && file.replicas() == (idle ? 2 : 3)
              && file.blocks().stream()
                  .allMatch(block -> idle ? archives(block) >= 2 : hasSsdCopy(block));
    }
    return all;
  }

  private static boolean hasSsdCopy(List<DeviceType> block) {
    return block.size() >= 3 && block.contains(DeviceType.SSD);
  }

  private static long archives(List<DeviceType> block) {
    return block.stream().filter(device -> device == DeviceType.ARCHIVE).count();
  }
}
