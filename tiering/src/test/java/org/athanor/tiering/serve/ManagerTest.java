// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.ModelHdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.pins.PinsFile;
import org.athanor.tiering.plan.Logs;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.Settings;
import org.athanor.tiering.region.Answer;
import org.athanor.tiering.region.JobRequest;
import org.athanor.tiering.region.ModelBox;
import org.athanor.tiering.region.RegionSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagerTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(10, 1 << 30, 5, Duration.ofMinutes(1));

  @TempDir Path directory;
  private final ModelHdfs hdfs = new ModelHdfs(Seeds.of("cluster"));
  private final ModelCluster cluster = new ModelCluster(hdfs);
  private final List<String> logged = new ArrayList<>();
  private final Activity activity = new Activity(logged::add);
  private PlanSettings plan = new Settings().ssd(250).period(Duration.ofHours(1)).make();
  private RegionSettings region = RegionSettings.OFF;
  private final ModelBox box = new ModelBox(Seeds.of("box"));
  private long nanos;
  private boolean dryRun;
  private Manager manager;

  @AfterEach
  void close() throws IOException {
    if (manager != null) {
      manager.close();
    }
  }

  private void start() throws IOException {
    manager =
        new Manager(
            new Manager.Settings(
                plan,
                new PinsFile(directory.resolve("pins"), false),
                List.of(directory.resolve("audit.log")),
                ZoneOffset.UTC,
                directory.resolve("state"),
                1000,
                LIMITS,
                dryRun),
            cluster,
            new Manager.Requests(region, box, () -> nanos),
            length -> {},
            activity);
  }

  private void restart() throws IOException {
    manager.close();
    start();
  }

  private static Instant minute(int minutes) {
    return START.plusSeconds(60L * minutes);
  }

  private void log(Logs lines) throws IOException {
    Path more = lines.log(directory.resolve("more"));
    Files.write(
        directory.resolve("audit.log"),
        Files.readAllBytes(more),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private void open(int minute, String path) throws IOException {
    log(new Logs().open(minute(minute), path, minute));
  }

  /** Works until there is nothing more to do at a time. */
  private void until(int minute) throws Exception {
    for (int i = 0; manager.step(minute(minute).toEpochMilli()); i++) {
      assertThat(i).isLessThan(100);
    }
  }

  private boolean isOnSsd(String path) {
    ModelHdfs.File file = hdfs.files.get(path);
    return file.policy.equals("ONE_SSD")
        && file.blocks.stream().allMatch(block -> block.contains(DeviceType.SSD));
  }

  @Test
  void movesWhatIsReadAtTheEndOfAPeriod() throws Exception {
    hdfs.add("/hot", "HOT", 3, 2);
    hdfs.add("/cold", "HOT", 3, 2);
    start();
    open(1, "/hot");
    open(20, "/hot");
    until(59);
    assertThat(isOnSsd("/hot")).isFalse();
    until(61);
    assertThat(isOnSsd("/hot")).isTrue();
    assertThat(hdfs.files.get("/cold").policy).isEqualTo("HOT");
    Activity.Snapshot now = activity.snapshot();
    assertThat(now.accesses()).isEqualTo(2);
    assertThat(now.plan().actions()).isEqualTo(1);
    assertThat(now.totals()).containsEntry(Outcome.Status.DONE, 1L);
    assertThat(now.periodEnd()).isEqualTo(minute(121));
    assertThat(logged).anyMatch(line -> line.startsWith("/hot: HOT 3 -> ONE_SSD 3: DONE"));
  }

  @Test
  void othersTakeThePlaceOfFilesThatAreNotReadAnyMore() throws Exception {
    for (String path : List.of("/a", "/b", "/c")) {
      hdfs.add(path, "HOT", 3, 1);
    }
    plan = new Settings().ssd(100).predictor(PredictorKind.LAST_VALUE).make();
    start();
    open(1, "/a");
    until(61);
    assertThat(isOnSsd("/a")).isTrue();
    open(70, "/b");
    open(75, "/b");
    until(121);
    assertThat(isOnSsd("/b")).isTrue();
    assertThat(hdfs.files.get("/a").policy).isEqualTo("HOT");
    assertThat(hdfs.files.get("/a").blocks.get(0)).doesNotContain(DeviceType.SSD);
  }

  @Test
  void rememberWhatWasLearntThroughARestart() throws Exception {
    hdfs.add("/hot", "HOT", 3, 1);
    hdfs.add("/once", "HOT", 3, 1);
    plan = new Settings().ssd(100).make();
    start();
    open(1, "/hot");
    until(10);
    open(65, "/hot");
    until(70);
    restart();
    open(125, "/once");
    until(130);
    restart();
    until(185);
    assertThat(isOnSsd("/hot")).isTrue();
    // Nothing was read twice: the log has three accesses.
    assertThat(activity.snapshot().accesses()).isEqualTo(3);
  }

  @Test
  void repairsFilesThatLostTheirPlace() throws Exception {
    hdfs.add("/hot", "HOT", 3, 2);
    start();
    open(1, "/hot");
    until(61);
    hdfs.files.get("/hot").blocks.set(0, new ArrayList<>(ModelHdfs.wanted("HOT", 3)));
    assertThat(isOnSsd("/hot")).isFalse();
    until(121);
    assertThat(isOnSsd("/hot")).isTrue();
    assertThat(activity.snapshot().plan().repairs()).isEqualTo(1);
  }

  @Test
  void waitsAndTriesAgainIfTheClusterIsNotWell() throws Exception {
    hdfs.add("/hot", "HOT", 3, 1);
    start();
    open(1, "/hot");
    hdfs.wait = Optional.of("3 blocks are missing");
    until(61);
    assertThat(isOnSsd("/hot")).isFalse();
    assertThat(logged).contains("waiting: 3 blocks are missing");
    until(62);
    assertThat(logged).filteredOn(line -> line.startsWith("waiting")).hasSize(1);
    hdfs.wait = Optional.empty();
    until(67);
    assertThat(isOnSsd("/hot")).isTrue();
  }

  @Test
  void aRestartInTheMiddleGoesOn() throws Exception {
    for (int file = 0; file < 5; file++) {
      hdfs.add("/f" + file, "HOT", 3, 1);
    }
    plan = new Settings().ssd(1000).make();
    start();
    for (int file = 0; file < 5; file++) {
      open(1 + file, "/f" + file);
    }
    hdfs.failures = 0.3;
    for (int minute = 61; minute < 110; minute += 6) {
      try {
        until(minute);
      } catch (IOException e) {
        restart();
      }
    }
    hdfs.failures = 0;
    until(180);
    for (int file = 0; file < 5; file++) {
      assertThat(isOnSsd("/f" + file)).as("/f" + file).isTrue();
    }
  }

  /** The policy is gone, the copy on SSD is not, and nobody but the stored state knows. */
  @Test
  void aCrashBetweenPolicyAndReplicasIsMended() throws Exception {
    hdfs.add("/a", "HOT", 3, 1);
    hdfs.add("/b", "HOT", 3, 1);
    plan = new Settings().ssd(100).predictor(PredictorKind.LAST_VALUE).make();
    start();
    open(1, "/a");
    until(61);
    assertThat(isOnSsd("/a")).isTrue();
    open(70, "/b");
    open(75, "/b");
    cluster.crashesWhenItMoves = true;
    assertThatThrownBy(() -> until(121)).hasMessage("the power fails");
    assertThat(hdfs.files.get("/a").policy).isEqualTo("HOT");
    assertThat(hdfs.files.get("/a").blocks.get(0)).contains(DeviceType.SSD);
    cluster.crashesWhenItMoves = false;
    restart();
    until(122);
    assertThat(hdfs.files.get("/a").blocks.get(0)).doesNotContain(DeviceType.SSD);
    assertThat(isOnSsd("/b")).isTrue();
  }

  /** Half of its replicas are on archive when the mover gives up; its old policy is back. */
  @Test
  void whatDoesNotGetToArchiveComesBackAsAWhole() throws Exception {
    hdfs.add("/idle", "HOT", 3, 2);
    hdfs.add("/other", "HOT", 3, 1).accessed = START.toEpochMilli();
    plan = new Settings().archiveAfter(Duration.ofDays(30)).make();
    start();
    open(1, "/other");
    hdfs.moverFails = true;
    until(61);
    assertThat(hdfs.files.get("/idle").policy).isEqualTo("HOT");
    hdfs.files.get("/idle").blocks.get(0).set(0, DeviceType.ARCHIVE);
    hdfs.moverFails = false;
    hdfs.full.add("ARCHIVE");
    hdfs.files.get("/idle").accessed = minute(100).toEpochMilli();
    until(121);
    assertThat(hdfs.files.get("/idle").policy).isEqualTo("HOT");
    assertThat(hdfs.files.get("/idle").blocks.get(0)).doesNotContain(DeviceType.ARCHIVE);
  }

  /** Their minimum may change while the daemon runs: it counts from the next plan on. */
  @Test
  void whatGoesToArchiveKeepsTheReplicasThatTheRulesWant() throws Exception {
    hdfs.add("/idle", "HOT", 5, 2);
    hdfs.add("/other", "HOT", 3, 1).accessed = START.toEpochMilli();
    cluster.least = new LeastReplicas(4, "replication.minimum=4 of the rules /r");
    plan = new Settings().archiveAfter(Duration.ofDays(30)).make();
    start();
    open(1, "/other");
    until(61);
    assertThat(hdfs.files.get("/idle").policy).isEqualTo("COLD");
    assertThat(hdfs.files.get("/idle").replicas).isEqualTo(4);
    hdfs.add("/later", "HOT", 5, 2);
    cluster.least = LeastReplicas.USUAL;
    until(121);
    assertThat(hdfs.files.get("/later").replicas).isEqualTo(2);
  }

  @Test
  void saysOnceThatTheRulesWantMoreThanTheUsualReplicas() throws Exception {
    hdfs.add("/other", "HOT", 3, 1);
    cluster.least = new LeastReplicas(5, "replication.minimum=5 of the rules /r");
    plan = new Settings().archiveAfter(Duration.ofDays(30)).make();
    start();
    open(1, "/other");
    until(121);
    assertThat(activity.snapshot().notices())
        .filteredOn(
            notice -> notice.toString().contains("is below replication.minimum=5 of the rules /r"))
        .hasSize(1);
  }

  /** A log of an hour does not say what was read before it; the access time does. */
  @Test
  void whatWasReadBeforeTheLogIsNotIdle() throws Exception {
    hdfs.add("/idle", "HOT", 3, 1);
    hdfs.add("/read", "HOT", 3, 1).accessed = START.toEpochMilli() - 86_400_000;
    hdfs.add("/other", "HOT", 3, 1);
    plan = new Settings().archiveAfter(Duration.ofDays(30)).make();
    start();
    open(1, "/other");
    until(61);
    assertThat(hdfs.files.get("/idle").policy).isEqualTo("COLD");
    assertThat(hdfs.files.get("/read").policy).isEqualTo("HOT");
    assertThat(hdfs.files.get("/other").policy).isEqualTo("HOT");
  }

  @Test
  void aDryRunTouchesNothing() throws Exception {
    hdfs.add("/hot", "HOT", 3, 1);
    dryRun = true;
    start();
    open(1, "/hot");
    until(61);
    assertThat(hdfs.files.get("/hot").policy).isEqualTo("HOT");
    assertThat(cluster.moves).isZero();
    assertThat(activity.snapshot().totals()).containsEntry(Outcome.Status.NOT_TRIED, 1L);
  }

  @Test
  void policiesOfDirectoriesAndOthersStay() throws Exception {
    ModelHdfs.File warm = hdfs.add("/warm", "HOT", 3, 1);
    warm.policy = "WARM";
    ModelHdfs.File own = hdfs.add("/own", "HOT", 3, 1);
    own.policy = "MINE";
    start();
    open(1, "/warm");
    open(2, "/own");
    until(61);
    assertThat(activity.snapshot().plan().leftAlone())
        .containsEntry("storage policy WARM", 1)
        .containsEntry("storage policy number 255", 1);
    assertThat(cluster.moves).isZero();
  }

  /** Else it would end all periods to come, and all files would seem idle. */
  @Test
  void aTimeFarAheadMovesNothing() throws Exception {
    hdfs.add("/a", "HOT", 3, 1).accessed = START.toEpochMilli();
    hdfs.add("/b", "HOT", 3, 1);
    plan = new Settings().ssd(1000).archiveAfter(Duration.ofDays(30)).make();
    start();
    open(1, "/a");
    log(new Logs().open(Instant.parse("2036-01-01T00:00:00Z"), "/b", 7));
    open(20, "/a");
    until(61);
    assertThat(isOnSsd("/a")).isTrue();
    assertThat(hdfs.files.get("/a").policy).isEqualTo("ONE_SSD");
    assertThat(activity.snapshot().periodEnd()).isEqualTo(minute(121));
  }

  /** The host had a wrong time when the daemon was started; then it was corrected. */
  @Test
  void aClockThatWasAheadAtAStartIsNotWaitedFor() throws Exception {
    hdfs.add("/a", "HOT", 3, 1);
    hdfs.add("/b", "HOT", 3, 1);
    plan = new Settings().ssd(1000).make();
    start();
    open(1, "/a");
    until(61);
    restart();
    until(10 * 365 * 24 * 60);
    restart();
    open(130, "/b");
    until(131);
    assertThat(logged).filteredOn(line -> line.startsWith("the clock was ahead")).hasSize(1);
    until(192);
    assertThat(isOnSsd("/b")).isTrue();
    assertThat(isOnSsd("/a")).isTrue();
    assertThat(logged).filteredOn(line -> line.startsWith("the clock was ahead")).hasSize(1);
  }

  /** Nothing is planned twice, nor later than a period after the restart. */
  @Test
  void aClockThatWasSetBackOverARestartEndsNoPeriodTwice() throws Exception {
    hdfs.add("/a", "HOT", 3, 1);
    hdfs.add("/b", "HOT", 3, 1);
    plan = new Settings().ssd(1000).make();
    start();
    open(1, "/a");
    until(61);
    restart();
    open(30, "/b");
    until(30);
    assertThat(activity.snapshot().totals()).containsEntry(Outcome.Status.DONE, 1L);
    until(121);
    assertThat(isOnSsd("/b")).isTrue();
    assertThat(activity.snapshot().totals()).containsEntry(Outcome.Status.DONE, 2L);
  }

  @Test
  void anEventThatCannotBeIsLeftOut() throws Exception {
    hdfs.add("/a", "HOT", 3, 1);
    start();
    open(1, "/");
    open(2, "//");
    open(3, "/a");
    until(63);
    assertThat(isOnSsd("/a")).isTrue();
  }

  @Test
  void theStateBelongsToItsOwnerAndToOneProcess() throws Exception {
    start();
    Path state = directory.resolve("state");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
        .isEqualTo("rwx------");
    open(1, "/a");
    until(61);
    for (String name : List.of("state/state", "state/lock")) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))))
          .isEqualTo("rw-------");
    }
    assertThatThrownBy(this::start).hasMessageContaining("another process uses it");
  }

  @Test
  void aStateOfOtherSettingsIsRefused() throws Exception {
    start();
    open(1, "/a");
    until(61);
    manager.close();
    plan = new Settings().ssd(1).period(Duration.ofHours(2)).make();
    assertThatThrownBy(this::start)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a period of 3600 s")
        .hasMessageContaining("--state");
    manager = null;
  }

  /** Any damage is noticed before anything is believed, and the way out is said. */
  @Test
  void aDamagedStateIsRefused() throws Exception {
    hdfs.add("/a", "HOT", 3, 1);
    start();
    open(1, "/a");
    until(61);
    manager.close();
    manager = null;
    Path file = directory.resolve("state/state");
    byte[] good = Files.readAllBytes(file);
    Random random = Seeds.of("damage");
    for (int i = 0; i < 200; i++) {
      byte[] bad = good.clone();
      int length = random.nextInt(4) == 0 ? random.nextInt(bad.length) : bad.length;
      if (length == bad.length) {
        bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, Arrays.copyOf(bad, length));
      assertThatThrownBy(this::start)
          .as("seed %d, damage %d", Seeds.seed(), i)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("delete it to learn again");
    }
    Files.write(file, good);
    start();
    until(62);
  }

  @Test
  void aDiskThatIsFullLosesNothing() throws Exception {
    hdfs.add("/a", "HOT", 3, 1);
    start();
    open(1, "/a");
    until(10);
    // A directory in the way of the next state, as a disk that refuses the file.
    Path next = directory.resolve("state/state.next");
    Files.createDirectories(next.resolve("in the way"));
    assertThatThrownBy(() -> until(61)).isInstanceOf(IOException.class);
    Files.delete(next.resolve("in the way"));
    Files.delete(next);
    until(67);
    assertThat(isOnSsd("/a")).isTrue();
  }

  @Test
  void theLogIsReadWhileItIsWritten() throws Exception {
    hdfs.add("/a", "HOT", 3, 1);
    start();
    Files.write(directory.resolve("audit.log"), "2026-03-01 00:00:01,000 INFO".getBytes(UTF_8));
    until(5);
    Files.write(
        directory.resolve("audit.log"),
        (" FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)\tip=/1.2.3.4\tcmd=open\tsrc=/a"
                + "\tdst=null\tperm=null\tproto=rpc\n")
            .getBytes(UTF_8),
        StandardOpenOption.APPEND);
    until(62);
    assertThat(isOnSsd("/a")).isTrue();
  }

  /** Each line counts once, and where lines were lost, the daemon says so and goes on. */
  @Test
  void followsALogThatIsRotatedAndTruncated() throws Exception {
    for (String path : List.of("/a", "/b", "/c", "/d", "/e")) {
      hdfs.add(path, "HOT", 3, 1);
    }
    plan = new Settings().ssd(1000).make();
    start();
    Path log = directory.resolve("audit.log");
    open(1, "/a");
    until(2);
    rotate(log);
    open(3, "/b");
    until(4);
    assertThat(activity.snapshot().accesses()).isEqualTo(2);
    restart();
    until(5);
    assertThat(activity.snapshot().accesses()).isEqualTo(2);
    assertThat(logged).isEmpty();
    Files.writeString(log, "", StandardOpenOption.TRUNCATE_EXISTING);
    open(6, "/c");
    until(7);
    assertThat(activity.snapshot().accesses()).isEqualTo(3);
    rotate(log);
    open(8, "/d");
    manager.close();
    logged.clear();
    Files.delete(directory.resolve("audit.log.1"));
    Files.delete(log);
    open(10, "/e");
    start();
    until(11);
    assertThat(logged).hasSize(1);
    assertThat(logged.get(0)).contains("lines between them may be lost");
    assertThat(activity.snapshot().accesses()).isEqualTo(4);
    until(62);
    for (String path : List.of("/a", "/b", "/c", "/e")) {
      assertThat(isOnSsd(path)).as(path).isTrue();
    }
    assertThat(isOnSsd("/d")).isFalse();
  }

  /** Files of one moment of the file system's clock could not be told from each other by time. */
  private void rotate(Path log) throws IOException {
    Path rotated = directory.resolve("audit.log.1");
    Files.move(log, rotated, StandardCopyOption.REPLACE_EXISTING);
    long millis = Files.getLastModifiedTime(rotated).toMillis();
    Files.setLastModifiedTime(rotated, FileTime.fromMillis(millis - 1000));
  }

  /** The budget is enough for two copies; whoever is pinned goes first, from the next plan on. */
  @Test
  void pinsAreReadBeforeEachPlan() throws Exception {
    for (String path : List.of("/a", "/b", "/sla/c")) {
      hdfs.add(path, "HOT", 3, 1);
    }
    start();
    for (int minute = 1; minute < 50; minute += 2) {
      open(minute, "/a");
      open(minute + 1, "/b");
    }
    until(61);
    assertThat(isOnSsd("/a")).isTrue();
    assertThat(isOnSsd("/sla/c")).isFalse();
    new PinsFile(directory.resolve("pins"), false).add(List.of("/sla"));
    until(121);
    assertThat(isOnSsd("/sla/c")).isTrue();
    assertThat(hdfs.files.get("/a").policy.equals(hdfs.files.get("/b").policy)).isFalse();
  }

  /** Without its pins, it could move to archive what must not go there. */
  @Test
  void makesNoPlanWithoutItsPins() throws Exception {
    hdfs.add("/idle", "HOT", 3, 1);
    hdfs.add("/other", "HOT", 3, 1).accessed = START.toEpochMilli();
    plan = new Settings().archiveAfter(Duration.ofDays(30)).make();
    Path pins = directory.resolve("pins");
    Files.writeString(pins, "idle\n");
    start();
    open(1, "/other");
    assertThatThrownBy(() -> until(61))
        .isInstanceOf(IOException.class)
        .hasMessage(pins + ", line 1: idle: must begin with /");
    assertThat(hdfs.files.get("/idle").policy).isEqualTo("HOT");
    Files.writeString(pins, "# later\n");
    until(67);
    assertThat(hdfs.files.get("/idle").policy).isEqualTo("COLD");
  }

  @Test
  void aPinsFileThatHasVanishedIsNoWish() throws Exception {
    hdfs.add("/idle", "HOT", 3, 1);
    hdfs.add("/other", "HOT", 3, 1).accessed = START.toEpochMilli();
    plan = new Settings().archiveAfter(Duration.ofDays(30)).make();
    Path pins = Files.writeString(directory.resolve("pins"), "/idle\n");
    start();
    open(1, "/other");
    until(61);
    Files.delete(pins);
    assertThatThrownBy(() -> until(122)).hasMessageContaining(pins + ": does not exist");
    assertThat(hdfs.files.get("/idle").policy).isEqualTo("HOT");
  }

  private void post(String id, String path) {
    ModelHdfs.File file = hdfs.files.get(path);
    box.post(
        id,
        new JobRequest(
            "sort",
            "sort",
            Map.of(StorageConfiguration.CONFIG_3, 1.0),
            OptionalLong.empty(),
            List.of(new JobRequest.InputFile(path, file.id, file.bytes, file.modified))));
  }

  /** The plan would take all of them off SSD, because others are read more. */
  @Test
  void aPlanLeavesAloneWhatJobsWereGranted() throws Exception {
    hdfs.add("/hot", "HOT", 3, 1);
    hdfs.add("/prefetched", "HOT", 3, 1);
    hdfs.add("/popular", "ONE_SSD", 3, 1);
    plan = new Settings().ssd(100).predictor(PredictorKind.LAST_VALUE).make();
    region = new RegionSettings(200, 0, RegionSettings.LEASE);
    start();
    open(1, "/hot");
    open(2, "/hot");
    post("j1", "/prefetched");
    post("j2", "/popular");
    while (manager.serveRequests()) {
      // There is more.
    }
    assertThat(isOnSsd("/prefetched")).isTrue();
    until(61);
    assertThat(isOnSsd("/prefetched")).isTrue();
    assertThat(isOnSsd("/popular")).isTrue();
    assertThat(activity.snapshot().plan().leftAlone())
        .containsEntry("copied to SSDs for jobs", 1)
        .containsEntry("read by a job from SSD", 1);
    box.end("j1");
    box.end("j2");
    manager.serveRequests();
    open(70, "/hot");
    until(122);
    assertThat(isOnSsd("/hot")).isTrue();
    assertThat(isOnSsd("/popular")).isFalse();
    assertThat(isOnSsd("/prefetched")).as("idle, and its room is not needed").isTrue();
    assertThat(manager.region().idleBytes()).isEqualTo(100);
  }

  /** A batch has ten files at most. */
  @Test
  void jobsNeedNotWaitForTheWholePlan() throws Exception {
    for (int file = 10; file < 35; file++) {
      hdfs.add("/f" + file, "HOT", 3, 1);
    }
    hdfs.add("/input", "HOT", 3, 1);
    plan = new Settings().ssd(2500).make();
    region = new RegionSettings(200, 0, RegionSettings.LEASE);
    start();
    for (int file = 10; file < 35; file++) {
      open(file, "/f" + file);
    }
    until(59);
    post("j1", "/input");
    post("j2", "/f34");
    until(71);
    assertThat(box.answers.get("j2").state()).isEqualTo(Answer.State.WAITING);
    assertThat(isOnSsd("/input")).isTrue();
    manager.serveRequests();
    assertThat(box.answers.get("j2").prefetchedFiles()).as("the plan's copy serves").isZero();
  }

  /** Whatever fails between its batches, a plan goes on. */
  @Test
  void aPlanIsNotLostForRequests() throws Exception {
    for (int file = 10; file < 35; file++) {
      hdfs.add("/f" + file, "HOT", 3, 1);
    }
    plan = new Settings().ssd(2500).make();
    region = new RegionSettings(200, 0, RegionSettings.LEASE);
    start();
    for (int file = 10; file < 35; file++) {
      open(file, "/f" + file);
    }
    until(59);
    box.failsToList = true;
    until(71);
    for (int file = 10; file < 35; file++) {
      assertThat(isOnSsd("/f" + file)).as("/f%d", file).isTrue();
    }
    assertThat(activity.snapshot().notices().toString())
        .contains("requests of jobs wait: java.lang.IllegalStateException: listing");
  }

  private HistoryImport.Settings importing(Path... logs) {
    return new HistoryImport.Settings(
        plan,
        List.of(logs),
        List.of(directory.resolve("audit.log")),
        ZoneOffset.UTC,
        directory.resolve("state"),
        1000);
  }

  private HistoryImport.Result importHistory(Path... logs) throws IOException {
    return HistoryImport.run(importing(logs), START.toEpochMilli(), events -> {});
  }

  /** The first file is read in each of the hours before the log, and not in it. */
  @Test
  void knowsWhatWasImportedBeforeItsFirstStart() throws Exception {
    hdfs.add("/before", "HOT", 3, 1);
    hdfs.add("/now", "HOT", 3, 1);
    plan = new Settings().ssd(100).predictor(PredictorKind.LFU).make();
    Logs history = new Logs();
    for (int hour = 30; hour > 0; hour--) {
      history.open(minute(-60 * hour), "/before", hour);
    }
    history.open(minute(1), "/now", 77).open(minute(2), "/before", 78);
    Files.createDirectory(directory.resolve("old"));
    Path old = history.log(directory.resolve("old/audit.log"));
    open(1, "/now");
    HistoryImport.Result result = importHistory(old);
    assertThat(result.events()).isEqualTo(30);
    assertThat(result.accesses()).isEqualTo(30);
    assertThat(result.leftToDaemon()).isEqualTo(2);
    assertThat(result.files()).isEqualTo(1);
    assertThat(result.first()).isEqualTo(minute(-1800));
    assertThat(result.last()).isEqualTo(minute(-60));
    start();
    until(61);
    assertThat(isOnSsd("/before")).isTrue();
    assertThat(isOnSsd("/now")).isFalse();
    assertThatThrownBy(() -> importHistory(old)).hasMessageContaining("another process uses it");
    manager.close();
    manager = null;
    assertThatThrownBy(() -> importHistory(old))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has what was learnt until 2026-03-01T01:01:00Z");
  }

  /** A failure leaves no state from which a daemon could be started. */
  @Test
  void whatCannotBeImportedLeavesNoState() throws Exception {
    Path empty = new Logs().log(directory.resolve("empty"));
    assertThatThrownBy(() -> importHistory(empty))
        .hasMessage("nothing to import: the logs have no event");
    open(1, "/a");
    Path same = directory.resolve("audit.log");
    assertThatThrownBy(() -> importHistory(same))
        .hasMessage(
            "nothing to import: the logs have no event before 2026-03-01T00:01:00Z, with which the"
                + " daemon's own begin");
    Path old = new Logs().open(minute(-9), "/a", 1).log(directory.resolve("old"));
    Path next = directory.resolve("state/state.next");
    Files.createDirectories(next.resolve("in the way"));
    assertThatThrownBy(() -> importHistory(old)).isInstanceOf(IOException.class);
    assertThat(directory.resolve("state/state")).doesNotExist();
    Files.delete(next.resolve("in the way"));
    assertThat(importHistory(old).events()).isEqualTo(1);
  }
}
