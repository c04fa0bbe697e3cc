// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.hdfs.StockPlacement;
import org.athanor.simulator.hdfs.StockSelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.simulator.manage.FileOpen;
import org.athanor.simulator.manage.Foresight;
import org.athanor.simulator.manage.ManagerRules;
import org.athanor.simulator.manage.Planning;
import org.athanor.simulator.manage.PredictionErrors;
import org.athanor.simulator.manage.StorageManager;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.history.AuditLogs;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.Namespace;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.Planner;
import org.athanor.tiering.plan.StoragePolicy;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The real planner reads an audit log and an image at the end of each period, and its decisions are
 * recorded; the simulator's manager of files sees the same accesses, and must decide alike in each
 * period. All files are read in the first one: the simulator's manager may also copy files that
 * nobody has read yet, while room is left.
 */
class SameDecisionsTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final long PERIOD = 3600;
  private static final int PERIODS = 5;
  private static final int FILES = 40;
  private static final long BLOCK = 128L << 20;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Tier SSD = tier(DeviceType.SSD);
  private static final Tier DISK = tier(DeviceType.DISK);
  private static final Replication REPLICATION = new Replication(2, 3, 10);

  @TempDir Path directory;
  private final Random random = Seeds.of("decisions");
  private final long[] bytes =
      IntStream.range(0, FILES).mapToLong(file -> 1 + random.nextInt(600 << 20)).toArray();
  private final List<FileOpen> opens = new ArrayList<>();
  private long budget;

  private static Tier tier(DeviceType type) {
    String name = type.name().toLowerCase(Locale.ROOT);
    return new Tier(name, Set.of(type), "", 1e8, 1e8, 100, false);
  }

  private static String path(int file) {
    return String.format(Locale.ROOT, "/f%02d", file);
  }

  /** Few files are read often; who they are changes. The last access is near the period's end. */
  private void draw() {
    for (int file = 0; file < FILES; file++) {
      opens.add(new FileOpen(file, path(file)));
    }
    for (int period = 0; period < PERIODS; period++) {
      int hot = random.nextInt(FILES);
      for (int second = 60; second < PERIOD; second += 10) {
        int file = (int) ((hot + Math.abs(random.nextGaussian()) * 4) % FILES);
        opens.add(new FileOpen((double) period * PERIOD + second, path(file)));
      }
    }
    budget = Arrays.stream(bytes).sum() / 5;
  }

  @ParameterizedTest
  @EnumSource(
      value = PredictorKind.class,
      names = {"RECURRENCE", "DUX", "LFU", "LAST_VALUE"})
  void theSimulatorDecidesAsTheRealPlanner(PredictorKind kind) throws IOException {
    draw();
    List<Set<String>> recorded = new ArrayList<>();
    Set<String> onSsd = new TreeSet<>();
    for (int period = 1; period <= PERIODS; period++) {
      for (PlanAction action : real(kind, period, onSsd)) {
        if (action.is(PlanAction.Change.TO_SSD)) {
          onSsd.add(action.path());
        } else {
          onSsd.remove(action.path());
        }
      }
      recorded.add(new TreeSet<>(onSsd));
    }
    assertThat(Set.copyOf(recorded)).as("seed %d", Seeds.seed()).hasSizeGreaterThan(2);
    assertThat(simulated(kind)).as("seed %d", Seeds.seed()).isEqualTo(recorded);
  }

  /**
   * The daemon archives what was not used for two periods, gives popular files more replicas, and
   * puts one of them on SSD: the files are as in the simulation after each plan.
   */
  @ParameterizedTest
  @EnumSource(
      value = PredictorKind.class,
      names = {"RECURRENCE", "APTSTORE", "LFU"})
  void theSimulatorDecidesAsTheDaemon(PredictorKind kind) throws IOException {
    draw();
    Map<String, State> states = new TreeMap<>();
    for (int file = 0; file < FILES; file++) {
      states.put(path(file), State.NEW);
    }
    List<Map<String, Map<DeviceType, Integer>>> recorded = new ArrayList<>();
    for (int period = 1; period <= PERIODS; period++) {
      for (PlanAction action : real(period, daemon(kind), states)) {
        states.put(action.path(), new State(action.toPolicy(), action.toReplicas()));
      }
      Map<String, Map<DeviceType, Integer>> now = new TreeMap<>();
      states.forEach((path, state) -> now.put(path, state.devices()));
      recorded.add(now);
    }
    assertThat(recorded.toString()).contains("ARCHIVE=2", "SSD=1", "DISK=5");
    Planning.Serve planning =
        new Planning.Serve(
            DISK,
            Optional.of(new Planning.Archive(tier(DeviceType.ARCHIVE), 2 * PERIOD)),
            Optional.of(budget),
            Optional.of(new Planning.Ssd(SSD, budget)),
            REPLICATION);
    assertThat(simulated(kind, planning)).as("seed %d", Seeds.seed()).isEqualTo(recorded);
  }

  /** What a file is in HDFS. */
  private record State(StoragePolicy policy, int replicas) {
    static final State NEW = new State(StoragePolicy.HOT, 3);

    /** HDFS's number of the policy; that of a new file is the default. */
    int number() {
      return switch (policy) {
        case COLD -> 2;
        case ONE_SSD -> 10;
        default -> 0;
      };
    }

    Map<DeviceType, Integer> devices() {
      return switch (policy) {
        case COLD -> Map.of(DeviceType.ARCHIVE, replicas);
        case ONE_SSD -> Map.of(DeviceType.SSD, 1, DeviceType.DISK, replicas - 1);
        default -> Map.of(DeviceType.DISK, replicas);
      };
    }
  }

  private PlanSettings daemon(PredictorKind kind) {
    return settings(
        kind,
        Optional.of(budget),
        Optional.of(budget),
        Optional.of(Duration.ofSeconds(2 * PERIOD)));
  }

  private static PlanSettings settings(
      PredictorKind kind, Optional<Long> ssd, Optional<Long> extra, Optional<Duration> archive) {
    return new PlanSettings(
        kind,
        Duration.ofSeconds(PERIOD),
        Duration.ofSeconds(1),
        ssd,
        extra,
        archive,
        REPLICATION,
        new PlanSettings.Speeds(SSD, DISK, tier(DeviceType.ARCHIVE)),
        1e8,
        List.of());
  }

  private List<PlanAction> real(PredictorKind kind, int periods, Set<String> onSsd)
      throws IOException {
    Map<String, State> states = new TreeMap<>();
    for (int file = 0; file < FILES; file++) {
      boolean there = onSsd.contains(path(file));
      states.put(path(file), there ? new State(StoragePolicy.ONE_SSD, 3) : State.NEW);
    }
    Optional<Long> ssd = Optional.of(budget);
    return real(periods, settings(kind, ssd, Optional.empty(), Optional.empty()), states);
  }

  private List<PlanAction> real(int periods, PlanSettings settings, Map<String, State> states)
      throws IOException {
    StringBuilder image =
        new StringBuilder(
            "Path\tReplication\tModificationTime\tAccessTime\tPreferredBlockSize\tBlocksCount"
                + "\tFileSize\tNSQUOTA\tDSQUOTA\tPermission\tUserName\tGroupName"
                + "\tStoragePolicyId\n");
    for (int file = 0; file < FILES; file++) {
      long blocks = (bytes[file] + BLOCK - 1) / BLOCK;
      image
          .append(path(file))
          .append("\t" + states.get(path(file)).replicas())
          .append("\t2026-03-01 00:00\t1970-01-01 00:00\t")
          .append(BLOCK + "\t" + blocks + "\t" + bytes[file])
          .append("\t0\t0\t-rw-r--r--\tu\tg\t")
          .append(states.get(path(file)).number())
          .append('\n');
    }
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < opens.size(); i++) {
      if (opens.get(i).seconds() < periods * PERIOD) {
        log.append(TIME.format(START.plusSeconds((long) opens.get(i).seconds())))
            .append(" INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)\tip=/10.0.0.1")
            .append("\tcmd=open\tsrc=" + opens.get(i).path())
            .append("\tdst=null\tperm=null\tproto=rpc\tcallerContext=mr_job_1_" + i + "\n");
      }
    }
    Path imageFile = Files.write(directory.resolve("image"), image.toString().getBytes(UTF_8));
    Path logFile = Files.write(directory.resolve("log"), log.toString().getBytes(UTF_8));
    try (AuditLogs audit = new AuditLogs(List.of(logFile), ZoneOffset.UTC)) {
      Namespace namespace = Namespace.read(imageFile, ZoneOffset.UTC);
      return Planner.plan(namespace, audit, settings, Decisions.Reserved.NONE, events -> {})
          .actions();
    }
  }

  /** What is on SSD shortly before each of the next plans, when all has been copied. */
  private List<Set<String>> simulated(PredictorKind kind) {
    List<Set<String>> onSsd = new ArrayList<>();
    for (Map<String, Map<DeviceType, Integer>> decided :
        simulated(kind, new Planning.Region(DISK, SSD, budget, Bonus.DEFAULT))) {
      Set<String> paths = new TreeSet<>(decided.keySet());
      paths.removeIf(path -> !decided.get(path).containsKey(DeviceType.SSD));
      onSsd.add(paths);
    }
    return onSsd;
  }

  /** Where the replicas of each file are then. */
  private List<Map<String, Map<DeviceType, Integer>>> simulated(
      PredictorKind kind, Planning planning) {
    Simulation simulation = new Simulation();
    NodeSpec node =
        new NodeSpec(
            "n",
            1,
            1e9,
            1e10,
            List.of(device(DeviceType.SSD), device(DeviceType.DISK), device(DeviceType.ARCHIVE)),
            Slots.NONE,
            Power.NONE);
    Cluster cluster = new Cluster(ClusterSpec.ofEqual(node, 12), simulation.flows());
    FileSystem files =
        new FileSystem(
            cluster,
            new StockPlacement(new SplittableRandom(1)),
            new StockSelection(new SplittableRandom(2)));
    for (int file = 0; file < FILES; file++) {
      files.create(new FileSpec(path(file), bytes[file], BLOCK, 3));
    }
    ManagerRules rules =
        new ManagerRules(
            planning, new Foresight.Learned(kind), PERIOD, 2, 60, PredictionErrors.NONE);
    StorageManager manager =
        new StorageManager(
            simulation,
            cluster,
            files,
            rules,
            opens,
            new SplittableRandom(3),
            () -> {},
            own -> true);
    List<Map<String, Map<DeviceType, Integer>>> decided = new ArrayList<>();
    for (int period = 1; period <= PERIODS; period++) {
      simulation.runUntil((period + 1) * PERIOD * 1_000_000_000L - 1);
      Map<String, Map<DeviceType, Integer>> now = new TreeMap<>();
      for (SimulatedFile file : files.files()) {
        Map<DeviceType, Integer> devices = new EnumMap<>(DeviceType.class);
        for (int device : file.replicas(0)) {
          devices.merge(cluster.device(device).type(), 1, Integer::sum);
        }
        now.put(file.path(), devices);
      }
      decided.add(now);
    }
    manager.stop();
    return decided;
  }

  private static DeviceSpec device(DeviceType type) {
    return new DeviceSpec(type, 1e9, 1e9, 0, 1L << 40, DeviceUse.HDFS, Power.NONE);
  }
}
