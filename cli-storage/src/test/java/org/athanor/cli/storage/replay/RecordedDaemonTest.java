// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.log4j.FileAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.athanor.cli.storage.main.StorageMain;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.MoverProcess;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.pins.PinsFile;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.serve.Activity;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.HadoopCluster;
import org.athanor.tiering.serve.Manager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The daemon works on a real HDFS, whose NameNode logs real accesses; files are read, made, renamed
 * and deleted, and it moves copies to SSD. What it recorded is decided again by the simulator.
 */
@Timeout(180)
class RecordedDaemonTest {
  private static final String AUDIT = "org.apache.hadoop.hdfs.server.namenode.FSNamesystem.audit";
  private static final int BLOCK = 4096;
  private static final int FILES = 12;
  private static final int PERIODS = 2;
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final PlanExecution.Pause PAUSE =
      length -> TimeUnit.MILLISECONDS.sleep(length.toMillis() / 4);

  @TempDir static java.nio.file.Path directory;
  private static FileAppender appender;
  private static MiniDFSCluster hdfs;
  private static DistributedFileSystem files;

  private final Random random = Seeds.of("recorded");
  private int jobs;

  @BeforeAll
  static void start() throws IOException {
    appender = new FileAppender(new PatternLayout("%d{ISO8601} %p %c{2}: %m%n"), log().toString());
    Logger audit = Logger.getLogger(AUDIT);
    audit.setLevel(Level.INFO);
    audit.setAdditivity(false);
    audit.addAppender(appender);
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.resolve("hdfs").toString());
    conf.setInt("dfs.blocksize", BLOCK);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 512);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setBoolean("hadoop.caller.context.enabled", true);
    hdfs =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(3)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.DISK, StorageType.SSD})
            .build();
    hdfs.waitActive();
    files = hdfs.getFileSystem();
    Files.createDirectory(directory.resolve("conf"));
    Configuration clients = new Configuration(false);
    clients.set("fs.defaultFS", files.getUri().toString());
    write(clients, "core-site.xml");
    // The mover waits for so many heartbeats after each round.
    Configuration daemons = new Configuration(false);
    daemons.setInt("dfs.heartbeat.interval", 1);
    daemons.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    write(daemons, "hdfs-site.xml");
  }

  private static void write(Configuration conf, String name) throws IOException {
    try (OutputStream out = Files.newOutputStream(directory.resolve("conf").resolve(name))) {
      conf.writeXml(out);
    }
  }

  @AfterAll
  static void stop() {
    CallerContext.setCurrent(null);
    Logger.getLogger(AUDIT).removeAppender(appender);
    if (hdfs != null) {
      hdfs.shutdown();
    }
  }

  private static java.nio.file.Path log() {
    return directory.resolve("hdfs-audit.log");
  }

  private static Path path(int file) {
    return new Path("/data/" + file);
  }

  private void write(Path path) throws IOException {
    try (OutputStream out = files.create(path, true, BLOCK, (short) 2, BLOCK)) {
      out.write(new byte[1 + random.nextInt(3 * BLOCK)]);
    }
  }

  /** Each time another job, so that each counts. */
  private void read(Path path, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      CallerContext.setCurrent(new CallerContext.Builder("mr_job_1_" + jobs++).build());
      files.open(path).close();
    }
    CallerContext.setCurrent(null);
  }

  private static Tier tier(String name, DeviceType type) {
    return new Tier(name, Set.of(type), "", 1e8, 1e8, 100, false);
  }

  private static Manager.Settings settings() {
    PlanSettings plan =
        new PlanSettings(
            PredictorKind.DUX,
            PERIOD,
            Duration.ofSeconds(1),
            Optional.of(5L * BLOCK),
            Optional.of(8L * BLOCK),
            Optional.empty(),
            new Replication(1, 2, 3),
            new PlanSettings.Speeds(
                tier("ssd", DeviceType.SSD),
                tier("disk", DeviceType.DISK),
                tier("archive", DeviceType.ARCHIVE)),
            1e8,
            List.of());
    return new Manager.Settings(
        plan,
        new PinsFile(directory.resolve("pins"), false),
        List.of(log()),
        ZoneId.systemDefault(),
        directory.resolve("state"),
        1000,
        new PlanExecution.Limits(100, 1 << 30, 3, Duration.ofSeconds(20)),
        false);
  }

  private static int athanor(ByteArrayOutputStream out, String... arguments) {
    PrintStream print = new PrintStream(out, true, UTF_8);
    return StorageMain.execute(print, print, arguments);
  }

  @Test
  void theSimulatorDecidesAsTheDaemonDid() throws Exception {
    for (int file = 0; file < FILES; file++) {
      write(path(file));
    }
    java.nio.file.Path recording = directory.resolve("decisions.jsonl");
    List<String> said = new ArrayList<>();
    long begin = System.currentTimeMillis();
    HadoopHdfs client = new HadoopHdfs(files, MoverProcess.ofThisJvm(directory.resolve("conf")));
    Activity activity = new Activity(said::add);
    try (Claim claim = Claim.of(files, PAUSE);
        Manager manager =
            new Manager(
                settings(), new HadoopCluster(client, claim, List.of("/data")), PAUSE, activity)) {
      manager.record(recording);
      for (int period = 1; period <= PERIODS; period++) {
        use(period);
        long end = begin + period * PERIOD.toMillis() + 60_000;
        while (manager.step(end)) {
          // There is more to do.
        }
      }
    }
    ReplayResult result = Replay.of(recording);
    String context = "seed " + Seeds.seed() + ", " + said + Files.readString(recording);
    assertThat(result.shown()).as(context).isEmpty();
    assertThat(result.differences()).as(context).isZero();
    assertThat(result.periods()).as(context).isEqualTo(PERIODS);
    // Numbers of replicas, then copies on SSD.
    assertThat(result.plans()).as(context).isEqualTo(2L * PERIODS);
    assertThat(result.decisions()).as(context).isGreaterThanOrEqualTo(PERIODS);
    assertThat(Files.readString(recording)).contains("\"renamed\"", "\"deleted\"");
    // With the audit log and the first plan, not with each one.
    assertThat(Files.readAllLines(recording))
        .filteredOn(line -> line.startsWith("{\"is\":\"created\",\"path\":\"/data/0\""))
        .hasSizeBetween(1, 2);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(athanor(out, "storage", "replay", recording.toString())).isZero();
    assertThat(out.toString(UTF_8))
        .contains(PERIODS + " periods, " + 2 * PERIODS + " plans")
        .contains("all the same");
    aRecordingThatWasChangedDiffers(recording);
    nothingIsRecordedInTheMiddle();
  }

  /** Other files are hot in each period; some are new, others go. */
  private void use(int period) throws IOException {
    int hot = random.nextInt(FILES / 2);
    for (int file = 0; file < FILES; file++) {
      if (files.exists(path(file))) {
        read(path(file), file == hot ? 9 : random.nextInt(3));
      }
    }
    Path made = new Path("/data/made" + period);
    write(made);
    read(made, random.nextInt(6));
    files.rename(made, new Path("/data/named" + period));
    assertThat(files.delete(path(FILES - period), false)).isTrue();
  }

  /** The proof that a difference would be seen: all reads of a file that was decided about go. */
  private static void aRecordingThatWasChangedDiffers(java.nio.file.Path recording)
      throws IOException {
    List<String> lines = Files.readAllLines(recording);
    String loaded =
        lines.stream()
            .filter(line -> line.contains("\"load\":[\""))
            .map(line -> line.replaceFirst(".*\"load\":\\[\"([^\"]*)\".*", "$1"))
            .findFirst()
            .orElseThrow();
    java.nio.file.Path changed = directory.resolve("changed.jsonl");
    Files.write(
        changed,
        lines.stream()
            .filter(line -> !line.startsWith("{\"is\":\"accessed\",\"path\":\"" + loaded + "\""))
            .toList());
    assertThat(Replay.of(changed).differences()).isPositive();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(athanor(out, "storage", "replay", changed.toString())).isEqualTo(1);
    assertThat(out.toString(UTF_8)).contains(loaded + ": recorded ").contains(" differences");
  }

  private static void nothingIsRecordedInTheMiddle() throws Exception {
    HadoopHdfs client = new HadoopHdfs(files, MoverProcess.ofThisJvm(directory.resolve("conf")));
    try (Claim claim = Claim.of(files, PAUSE);
        Manager manager =
            new Manager(
                settings(),
                new HadoopCluster(client, claim, List.of("/data")),
                PAUSE,
                new Activity(line -> {}))) {
      assertThatThrownBy(() -> manager.record(directory.resolve("second")))
          .isInstanceOf(IOException.class)
          .hasMessage(
              directory.resolve("state")
                  + ": has what was learnt before, and a recording must begin before that; give"
                  + " another directory that is not there yet");
      assertThat(directory.resolve("second")).doesNotExist();
    }
  }
}
