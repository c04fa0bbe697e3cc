// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.tier.DeviceType.DISK;
import static org.athanor.storage.tier.DeviceType.SSD;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.view.Node;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.PlanAction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeeperTest {
  /** Two tiers and two regions, and no placement. */
  static final String TIERS_AND_REGIONS =
      """
      format=1
      version=1
      tiers=ssd, disk
      tier.ssd.devices=SSD
      tier.ssd.read=2
      tier.ssd.write=2
      tier.ssd.iops=2
      tier.disk.devices=DISK
      tier.disk.read=1
      tier.disk.write=1
      tier.disk.iops=1
      regions=east, west
      region.east.locations=/east
      region.west.locations=/west
      """;

  private static final String RULES =
      TIERS_AND_REGIONS
          + """
      placements=fast, spread, plain
      placement.fast.path=/fast
      placement.fast.policy=tier
      placement.spread.path=/spread
      placement.spread.policy=region
      placement.plain.path=/fast/plain
      placement.plain.policy=network
      retrieval=random
      replication.minimum=2
      """;

  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir Path directory;
  private ModelRuledHdfs hdfs;
  private final List<String> told = new ArrayList<>();
  private RaisedFiles raised = new ModelRaisedFiles();
  private KeptFacts facts;

  private static StorageRules rules() {
    try {
      return RulesText.parse(RULES);
    } catch (RulesException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void start() {
    hdfs = cluster(Seeds.of("cluster"));
  }

  /** Three nodes with SSD and disk, four with disks; two racks in each region. */
  private static ModelRuledHdfs cluster(Random random) {
    ModelRuledHdfs hdfs = new ModelRuledHdfs(rules(), random);
    hdfs.node("/east/r1", SSD, DISK);
    hdfs.node("/east/r1", DISK);
    hdfs.node("/east/r2", SSD, DISK);
    hdfs.node("/east/r2", DISK);
    hdfs.node("/west/r3", SSD, DISK);
    hdfs.node("/west/r3", DISK);
    hdfs.node("/west/r4", DISK);
    return hdfs;
  }

  private final Keeper.Listener listener =
      new Keeper.Listener() {
        @Override
        public void notice(String text) {
          told.add("notice " + text);
        }

        @Override
        public void kept(KeptFacts now) {
          facts = now;
        }

        @Override
        public void begun(List<PlanAction> actions) {
          actions.forEach(action -> told.add("begun " + action.path()));
        }

        @Override
        public void ended(Outcome outcome) {
          told.add(outcome.status() + " " + outcome.action().path() + ": " + outcome.detail());
        }

        @Override
        public void moving(int files, long bytes) {}
      };

  private Keeper keeper(int entries, int files, boolean isDryRun) throws IOException {
    return keeper(settings(entries, files, isDryRun), Optional.of(KeeperTest::rules), length -> {});
  }

  private static Keeper.Settings settings(int entries, int files, boolean isDryRun) {
    return new Keeper.Settings(
        Duration.ofHours(1),
        List.of("/"),
        entries,
        files,
        1 << 30,
        Duration.ofMinutes(2),
        isDryRun);
  }

  private Keeper keeper(
      Keeper.Settings settings, Optional<Keeper.RulesSource> source, PlanExecution.Pause pause)
      throws IOException {
    return new Keeper(settings, source, hdfs, progressIn(directory), pause, listener);
  }

  private ProgressFile progressIn(Path host) {
    return new ProgressFile(host, raised);
  }

  /** The list of an HDFS in memory. */
  static final class ModelRaisedFiles implements RaisedFiles {
    private Optional<List<Progress.Raised>> stored = Optional.empty();

    @Override
    public Optional<List<Progress.Raised>> load() {
      return stored;
    }

    @Override
    public void store(List<Progress.Raised> files) {
      stored = Optional.of(List.copyOf(files));
    }
  }

  private Keeper keeper() throws IOException {
    return keeper(1000, 100, false);
  }

  /** A file all of whose blocks are on disks of the east. */
  private ModelRuledHdfs.File broken(String path) {
    ModelRuledHdfs.File file = hdfs.add(path, 3, 0);
    file.blocks.add(hdfs.block("n1 SSD", "n2 DISK", "n4 DISK"));
    file.blocks.add(hdfs.block("n1 DISK", "n2 DISK", "n4 DISK"));
    return file;
  }

  private boolean isWhole(String path) {
    ModelRuledHdfs.File file = hdfs.files.get(path);
    try {
      RuledFile now = hdfs.file(path).orElseThrow();
      return Wanted.of(rules(), path, now, file.wanted).orElseThrow().lacking().isEmpty()
          && now.otherThan(file.wanted) == 0;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFileComesToItsTierAndRegionAgain() throws Exception {
    broken("/fast/a");
    hdfs.add("/fast/b", 3, 2);
    broken("/spread/c");
    broken("/other/d");
    broken("/fast/plain/e");
    Keeper keeper = keeper();
    assertThat(keeper.step(5 * HOUR)).isFalse();
    assertThat(told)
        .containsExactly(
            "begun /fast/a",
            "begun /spread/c",
            "DONE /fast/a: is whole again",
            "DONE /spread/c: is whole again");
    assertThat(isWhole("/fast/a")).isTrue();
    assertThat(isWhole("/spread/c")).isTrue();
    assertThat(hdfs.files.values()).allSatisfy(file -> assertThat(file.replicas).isEqualTo(3));
    assertThat(facts.files()).isEqualTo(3);
    assertThat(facts.repaired()).isEqualTo(2);
    assertThat(facts.isComplete()).isTrue();
    assertThat(facts.spots().toString())
        .isEqualTo(
            "{tier disk=Count[whole=2, notWhole=0], tier ssd=Count[whole=2, notWhole=0], region"
                + " east=Count[whole=1, notWhole=0], region west=Count[whole=1, notWhole=0]}");
    told.clear();
    assertThat(keeper.step(5 * HOUR + 1)).isFalse();
    assertThat(keeper.step(6 * HOUR)).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void aFileIsTriedOnceInAPeriod() throws Exception {
    broken("/fast/a");
    hdfs.isStill = true;
    Keeper keeper = keeper();
    keeper.step(5 * HOUR);
    assertThat(told)
        .containsExactly(
            "begun /fast/a",
            "INCOMPLETE /fast/a: 1 of 2 blocks lack tier ssd; the plug-in found no place there, or"
                + " did not keep it");
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
    keeper.step(5 * HOUR + HOUR / 2);
    keeper().step(5 * HOUR + HOUR / 2);
    assertThat(told).as("also after a restart").hasSize(2);
    hdfs.isStill = false;
    keeper.step(6 * HOUR);
    assertThat(told).last().isEqualTo("DONE /fast/a: is whole again");
  }

  @Test
  void whatMustNotBeTouchedIsLeftAlone() throws Exception {
    hdfs.isStill = true;
    broken("/fast/held");
    hdfs.changedSinceSnapshot.add("/fast/held");
    broken("/fast/lacks").blocks.get(0).remove(0);
    broken("/fast/mine").policy = "ONE_SSD";
    broken("/fast/open").open = true;
    ModelRuledHdfs.File one = hdfs.add("/fast/one", 1, 0);
    one.blocks.add(hdfs.block("n2 DISK"));
    ModelRuledHdfs.File all = hdfs.add("/fast/everywhere", 7, 0);
    all.blocks.add(
        hdfs.block("n1 DISK", "n2 DISK", "n3 DISK", "n4 DISK", "n5 DISK", "n6 DISK", "n7 DISK"));
    keeper().step(0);
    assertThat(told).isEmpty();
    assertThat(facts.leftAlone())
        .isEqualTo(
            Map.of(
                "has as many replicas as there are nodes", 1L,
                "has blocks with too few replicas, which HDFS makes first", 1L,
                "has changed since a snapshot", 1L,
                "has one replica", 1L));
    assertThat(facts.spots().get(Spot.tier("ssd"))).isEqualTo(new KeptFacts.Count(0, 4));
  }

  @Test
  void aFullOrMissingTierIsSaid() throws Exception {
    broken("/fast/a");
    hdfs.full.add("SSD");
    keeper().step(0);
    assertThat(facts.leftAlone()).isEqualTo(Map.of("tier ssd is full, but for a tenth", 1L));
    hdfs.full.clear();
    for (int node : new int[] {0, 2, 4}) {
      hdfs.lost.add(hdfs.nodes.get(node));
    }
    keeper().step(HOUR);
    assertThat(facts.leftAlone()).isEqualTo(Map.of("no node that lives is in tier ssd", 1L));
    assertThat(told).isEmpty();
  }

  /** One replica in two regions: the plug-in may delete the one that the keeper has asked for. */
  @Test
  void moreRegionsThanReplicasAreLeftToThePlugIn() throws Exception {
    ModelRuledHdfs.File file = hdfs.add("/spread/a", 1, 0);
    file.wanted = 1;
    file.blocks.add(hdfs.block("n1 DISK"));
    file.blocks.add(hdfs.block("n5 DISK"));
    file.blocks.add(hdfs.block("n1 DISK"));
    RuledFile now = hdfs.file("/spread/a").orElseThrow();
    Wanted wanted = Wanted.of(rules(), "/spread/a", now, 1).orElseThrow();
    assertThat(wanted.spots()).containsExactly(Spot.region("east"));
    assertThat(wanted.lacking()).isEqualTo(Map.of(Spot.region("east"), 1));
    assertThat(wanted.obstacle()).isPresent();
  }

  @Test
  void aDryRunOnlyLooks() throws Exception {
    broken("/fast/a");
    Keeper keeper = keeper(1000, 100, true);
    assertThat(keeper.step(0)).isFalse();
    assertThat(told).containsExactly("NOT_TRIED /fast/a: would be made whole");
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
    assertThat(facts.spots().get(Spot.tier("ssd"))).isEqualTo(new KeptFacts.Count(0, 1));
    assertThat(directory.toFile().list()).isEmpty();
  }

  @Test
  void nothingIsDoneWhileTheClusterIsNotWell() throws Exception {
    broken("/fast/a");
    hdfs.wait = Optional.of("the NameNode is in safe mode");
    Keeper keeper = keeper();
    assertThat(keeper.step(0)).isFalse();
    hdfs.wait = Optional.empty();
    assertThat(keeper.step(1)).as("five minutes later").isFalse();
    assertThat(told)
        .containsExactly("notice files are not made whole: waiting: the NameNode is in safe mode");
    keeper.step(Duration.ofMinutes(5).toMillis());
    assertThat(told).last().isEqualTo("DONE /fast/a: is whole again");
  }

  /** Begins while the cluster is well; then it is not, and the number stays raised for a while. */
  @Test
  void aNumberIsSetBackWhenTheClusterIsWellAgain() throws Exception {
    broken("/fast/a");
    hdfs.onCall =
        call -> {
          if (hdfs.files.get("/fast/a").replicas == 4) {
            hdfs.wait = Optional.of("3 blocks are missing");
          }
        };
    Keeper keeper = keeper();
    keeper.step(0);
    assertThat(told)
        .last()
        .isEqualTo(
            "INCOMPLETE /fast/a: shall have 4 replicas until that is set back: 3 blocks are"
                + " missing");
    hdfs.onCall = call -> {};
    hdfs.wait = Optional.empty();
    keeper().step(1);
    assertThat(told).last().isEqualTo("notice /fast/a: has 3 replicas again");
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
  }

  @Test
  void looksAtAPartAtATimeAndGoesOnAfterARestart() throws Exception {
    for (int file = 0; file < 25; file++) {
      broken(String.format(Locale.ROOT, "/fast/%02d", file));
      hdfs.add(String.format(Locale.ROOT, "/spread/%02d", file), 2, 1);
    }
    int steps = 0;
    boolean more = true;
    while (more) {
      int before = hdfs.entriesSeen;
      more = keeper(10, 4, false).step(7);
      assertThat(hdfs.entriesSeen - before).isLessThanOrEqualTo(10);
      steps++;
    }
    assertThat(steps).isBetween(7, 14);
    assertThat(hdfs.entriesSeen).isEqualTo(50);
    assertThat(told).filteredOn(text -> text.startsWith("DONE")).hasSize(25);
    assertThat(keeper(10, 4, false).step(8)).isFalse();
    assertThat(hdfs.entriesSeen).isEqualTo(50);
  }

  /** Without the plug-in, to try the others would only copy them. */
  @Test
  void afterManyFilesInVainFewOfTheOthersAreTried() throws Exception {
    for (int file = 0; file < 60; file++) {
      broken(name(file));
    }
    hdfs.hasPlugIn = false;
    Keeper keeper = keeper(1000, 10, false);
    while (keeper.step(7)) {
      // The next part.
    }
    // Twenty, and then after none, one, two, four, eight and sixteen others.
    assertThat(begun())
        .hasSize(26)
        .endsWith(name(19), name(20), name(22), name(25), name(30), name(39), name(56));
    assertThat(told).filteredOn(text -> text.startsWith("notice")).hasSize(1);
    assertThat(facts.leftAlone())
        .isEqualTo(
            Map.of("was not tried, because others did not come where the rules want them", 34L));
    hdfs.hasPlugIn = true;
    while (keeper.step(HOUR)) {
      // The next part.
    }
    assertThat(facts.repaired()).isEqualTo(60);
  }

  /** The first forty come nowhere; they must not use up what may be tried in vain. */
  @Test
  void filesThatCanNeverBeWholeDoNotKeepOthersFromBeingRepaired() throws Exception {
    for (int file = 0; file < 100; file++) {
      broken(name(file));
      if (file < 40) {
        hdfs.hopeless.add(name(file));
      }
    }
    Keeper keeper = keeper(1000, 10, false);
    while (keeper.step(7)) {
      // The next part.
    }
    assertThat(facts.repaired()).as("in the first period").isGreaterThan(40);
    long tries = begun().size();
    for (int period = 1; period <= 8; period++) {
      while (keeper.step(period * HOUR)) {
        // The next part.
      }
    }
    assertThat(facts.repaired()).isEqualTo(60);
    for (int file = 40; file < 100; file++) {
      assertThat(isWhole(name(file))).as(name(file)).isTrue();
    }
    // Each of the forty after 1, 2 and 4 periods, not in each of the eight.
    assertThat(begun().size() - tries).isLessThan(20 + 40 * 4);
  }

  private static String name(int file) {
    return String.format(Locale.ROOT, "/fast/%03d", file);
  }

  private List<String> begun() {
    return told.stream()
        .filter(text -> text.startsWith("begun "))
        .map(text -> text.substring("begun ".length()))
        .toList();
  }

  /** A thousand blocks of lost nodes come first, and take longer than the patience. */
  @Test
  void waitsAsLongAsTheQueueOfHdfsBecomesShorter() throws Exception {
    broken("/fast/a");
    hdfs.queue = 1000;
    hdfs.queueSpeed = 10; // each look is a few calls
    keeper().step(0);
    assertThat(told).last().isEqualTo("DONE /fast/a: is whole again");
    broken("/fast/b");
    hdfs.queue = 1000; // for ever: there are not enough nodes
    hdfs.queueSpeed = 0;
    keeper().step(HOUR);
    assertThat(told).last().asString().startsWith("INCOMPLETE /fast/b: ");
  }

  /** A block takes longer than the patience: neither given up nor counted as tried in vain. */
  @Test
  void waitsWhileHdfsCopies() throws Exception {
    broken("/fast/a");
    hdfs.copyCalls = 60;
    keeper().step(0);
    assertThat(told).last().isEqualTo("DONE /fast/a: is whole again");
  }

  /** Its blocks wait for a place, and are in the queue still; those of the other one are copied. */
  @Test
  void aFileThatIsRenamedSaysNothingAboutOthersOfItsBatch() throws Exception {
    broken("/fast/a");
    broken("/fast/b");
    hdfs.copyCalls = 100;
    hdfs.onCall =
        call -> {
          ModelRuledHdfs.File moved = hdfs.files.get("/fast/a");
          if (moved != null && moved.replicas > moved.wanted) {
            hdfs.files.remove("/fast/a");
            hdfs.files.put("/z", moved);
            hdfs.placeless.addAll(moved.blocks);
          }
        };
    keeper().step(0);
    assertThat(told).contains("CHANGED /fast/a: was renamed meanwhile");
    assertThat(told).contains("DONE /fast/b: is whole again");
    assertThat(hdfs.files.get("/z").replicas).isEqualTo(hdfs.files.get("/z").wanted);
  }

  @Test
  void filesThatAreCopiedForeverAreNotTriedInVain() throws Exception {
    for (int file = 0; file < 30; file++) {
      broken(name(file));
    }
    hdfs.copyCalls = Integer.MAX_VALUE;
    Keeper keeper = keeper(1000, 10, false);
    while (keeper.step(7)) {
      // The next part.
    }
    assertThat(begun()).hasSize(30);
    assertThat(told)
        .contains("INCOMPLETE /fast/029: 1 of 2 blocks lack tier ssd; HDFS was still copying")
        .noneMatch(text -> text.startsWith("notice"));
    hdfs.copyCalls = 0;
    while (keeper.step(HOUR)) {
      // The next part.
    }
    assertThat(facts.repaired()).as("in the next period").isEqualTo(30);
  }

  /** Such as a snapshottable directory that is deleted while it is looked at. */
  @Test
  void whatVanishesWhileAFileIsLookedAtEndsNoRoot() throws Exception {
    broken("/fast/a");
    hdfs.snapshotFailure = Optional.of(new FileNotFoundException("/gone/.snapshot"));
    Keeper keeper = keeper();
    assertThatThrownBy(() -> keeper.step(0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/gone/.snapshot");
    hdfs.snapshotFailure = Optional.empty();
    keeper.step(5 * MINUTE);
    assertThat(told).last().isEqualTo("DONE /fast/a: is whole again");
  }

  @Test
  void beginsNothingWhileALongQueueBecomesShorter() throws Exception {
    broken("/fast/a");
    hdfs.queue = 6000;
    Keeper keeper = keeper();
    keeper.step(0);
    hdfs.queue = 5000;
    keeper.step(5 * MINUTE);
    assertThat(told)
        .containsExactly(
            "notice files are not made whole: waiting: HDFS makes replicas of 6000 blocks first",
            "notice files are not made whole: waiting: HDFS makes replicas of 5000 blocks first");
    hdfs.queue = 4990; // most of them cannot be made
    keeper.step(10 * MINUTE);
    assertThat(told).contains("begun /fast/a");
  }

  @Test
  void aFileThatIsRenamedMeanwhileGetsItsNumberBack() throws Exception {
    broken("/fast/a");
    hdfs.onCall =
        call -> {
          ModelRuledHdfs.File file = hdfs.files.get("/fast/a");
          if (file != null && file.replicas == 4) {
            hdfs.files.put("/other/b", hdfs.files.remove("/fast/a"));
            broken("/fast/a").id = 77; // its name is used again
          }
        };
    Keeper keeper = keeper();
    keeper.step(0);
    assertThat(told).containsExactly("begun /fast/a", "CHANGED /fast/a: was renamed meanwhile");
    assertThat(hdfs.files.get("/other/b").replicas).isEqualTo(3);
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
  }

  /** A crash while a number is raised; then the file is renamed. */
  @Test
  void aNumberIsSetBackAfterACrashAlsoIfTheFileWasRenamed() throws Exception {
    crashWhileRaised("/fast/a");
    hdfs.files.put("/other/b", hdfs.files.remove("/fast/a"));
    keeper().step(1);
    assertThat(hdfs.files.get("/other/b").replicas).isEqualTo(3);
    assertThat(told).last().isEqualTo("notice /fast/a, renamed since: has 3 replicas again");
  }

  /** HDFS keeps three replicas then, so that three asked for would make none. */
  @Test
  void aFileWithMoreReplicasInASnapshotComesToItsTier() throws Exception {
    ModelRuledHdfs.File file = broken("/fast/a");
    file.inSnapshot = 3;
    hdfs.setByOwner(file, 2);
    keeper().step(0);
    assertThat(told).last().asString().startsWith("DONE /fast/a: is whole again");
    assertThat(file.replicas).isEqualTo(2);
    assertThat(file.blocks).allSatisfy(block -> assertThat(block).hasSize(3));
    assertThat(raised.load().orElseThrow()).isEmpty();
  }

  /**
   * The daemon is killed at each of its calls, and the owner of the file sets any number then: it
   * stays, also if it is one that a repair asks for. Without an owner, the file gets its number
   * back. One case is left: a number that the repair was about to ask for when it was killed.
   */
  @Test
  void aNumberThatItsOwnerSetsAfterACrashStays() throws Exception {
    boolean ends = false;
    int raisedAtCrash = 0;
    for (int kill = 1; !ends; kill++) {
      for (int owner : new int[] {0, 2, 3, 4, 5, 6, 7}) {
        String as = "killed at call " + kill + ", owner sets " + owner;
        hdfs = cluster(Seeds.of(as));
        raised = new ModelRaisedFiles();
        Path state = Files.createDirectory(directory.resolve(as));
        ModelRuledHdfs.File file = broken("/fast/a");
        // A block without the SSD, and without disks: it lacks two tiers at most.
        file.blocks.set(0, hdfs.block("n1 SSD", "n3 SSD", "n5 SSD"));
        int last = kill;
        hdfs.onCall =
            call -> {
              if (call == last) {
                throw new IllegalStateException("the power fails");
              }
            };
        ends = !isKilled(state);
        hdfs.onCall = call -> {};
        int asked = file.replicas;
        raisedAtCrash = Math.max(raisedAtCrash, asked);
        if (owner > 0) {
          hdfs.setByOwner(file, owner);
        }
        file.wanted = Math.min(file.wanted, 3); // lower than that is a fault in any case
        keeperIn(state, Optional.empty()).step(10);
        boolean isUndecided = owner == asked + 1 && owner == 4;
        if (owner > 0 && !isUndecided) {
          assertThat(file.replicas).as(as).isEqualTo(owner);
        } else if (!isUndecided) {
          assertThat(file.replicas).as(as).isEqualTo(3);
        }
        assertThat(raised.load().orElse(List.of())).as(as).isEmpty();
      }
    }
    assertThat(raisedAtCrash).isEqualTo(4);
  }

  /**
   * The owner sets a number after the file was looked at, and before the repair begins; then the
   * daemon is killed at each of its calls.
   */
  @Test
  void aNumberThatItsOwnerSetsBetweenLookAndRepairStays() throws Exception {
    boolean ends = false;
    int killed = 0;
    for (int kill = 1; !ends; kill++) {
      for (int owner : new int[] {2, 3, 4, 5}) {
        String as = "killed at call " + kill + ", owner has set " + owner;
        hdfs = cluster(Seeds.of(as));
        raised = new ModelRaisedFiles();
        Path state = Files.createDirectory(directory.resolve(as));
        ModelRuledHdfs.File file = broken("/fast/a");
        int last = kill;
        boolean[] hasSet = new boolean[1];
        hdfs.onCall =
            call -> {
              if (hdfs.entriesSeen == 1 && !hasSet[0]) {
                hasSet[0] = true;
                hdfs.setByOwner(file, owner);
              }
              if (call == last) {
                throw new IllegalStateException("the power fails");
              }
            };
        ends = !isKilled(state);
        hdfs.onCall = call -> {};
        killed += raised.load().orElse(List.of()).isEmpty() ? 0 : 1;
        keeperIn(state, Optional.empty()).step(10);
        assertThat(file.replicas).as(as).isEqualTo(hasSet[0] ? owner : 3);
        assertThat(raised.load().orElse(List.of())).as(as).isEmpty();
      }
    }
    assertThat(killed).as("with the file noted").isPositive();
  }

  /**
   * Each call fails, and the owner sets a number then that a repair leaves out, because a snapshot
   * has as many replicas already.
   */
  @Test
  void aNumberThatItsOwnerSetsWhileACallFailsStays() throws Exception {
    boolean[] hasSet = {true};
    int failures = 0;
    for (int fail = 1; hasSet[0]; fail++) {
      String as = "call " + fail + " fails";
      hdfs = cluster(Seeds.of(as));
      raised = new ModelRaisedFiles();
      Path state = Files.createDirectory(directory.resolve(as));
      ModelRuledHdfs.File file = broken("/fast/a");
      file.inSnapshot = 3;
      hdfs.setByOwner(file, 2);
      int failing = fail;
      hasSet[0] = false;
      hdfs.onCall =
          call -> {
            if (call == failing) {
              hasSet[0] = true;
              hdfs.setByOwner(file, 3);
              throw new IOException("the NameNode has failed");
            }
          };
      try {
        keeperIn(state, Optional.of(KeeperTest::rules)).step(0);
      } catch (IOException e) {
        assertThat(e).hasMessage("the NameNode has failed");
      }
      hdfs.onCall = call -> {};
      keeperIn(state, Optional.empty()).step(10);
      assertThat(file.replicas).as(as).isEqualTo(hasSet[0] ? 3 : 2);
      failures += told.stream().anyMatch(text -> text.startsWith("FAILED")) ? 1 : 0;
    }
    assertThat(failures).as("of the repair").isPositive();
  }

  private boolean isKilled(Path state) throws Exception {
    try {
      keeperIn(state, Optional.of(KeeperTest::rules)).step(0);
      return false;
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("the power fails");
      return true;
    }
  }

  private Keeper keeperIn(Path state, Optional<Keeper.RulesSource> source) throws IOException {
    return new Keeper(
        settings(1000, 100, false), source, hdfs, progressIn(state), length -> {}, listener);
  }

  /** HDFS keeps its edits for some time only. */
  @Test
  void aNumberIsSetBackIfHdfsHasForgottenWhoSetIt() throws Exception {
    crashWhileRaised("/fast/a");
    hdfs.keepsChanges = false;
    keeper(settings(1000, 100, false), Optional.empty(), length -> {}).step(1);
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
  }

  @Test
  void aNumberIsSetBackByADaemonOnAnotherHost(@TempDir Path otherHost) throws Exception {
    crashWhileRaised("/fast/a");
    Keeper other =
        new Keeper(
            settings(1000, 100, false),
            Optional.empty(),
            hdfs,
            progressIn(otherHost),
            length -> {},
            listener);
    other.step(1);
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
    hdfs.files.get("/fast/a").replicas = 4; // by its owner
    told.clear();
    keeper(settings(1000, 100, false), Optional.empty(), length -> {}).step(2);
    assertThat(hdfs.files.get("/fast/a").replicas).as("on the first host again").isEqualTo(4);
    assertThat(told).isEmpty();
  }

  @Test
  void aNumberIsSetBackAfterACrashWithoutRules() throws Exception {
    crashWhileRaised("/fast/a");
    Keeper keeper = keeper(settings(1000, 100, false), Optional.empty(), length -> {});
    assertThat(keeper.step(1)).isFalse();
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
    told.clear();
    assertThat(keeper.step(9 * HOUR)).isFalse();
    assertThat(told).isEmpty();
  }

  /** One that cannot be set back keeps neither others from it, nor others from being repaired. */
  @Test
  void aNumberThatCannotBeSetBackHoldsNothingElseUp() throws Exception {
    hdfs.hopeless.add("/fast/a");
    crashWhileRaised("/fast/a", "/fast/b");
    broken("/fast/c");
    hdfs.refused.add("/fast/a");
    Keeper keeper = keeper();
    keeper.step(HOUR);
    assertThat(hdfs.files.get("/fast/b").replicas).isEqualTo(3);
    assertThat(told).contains("DONE /fast/c: is whole again");
    assertThat(facts.leftAlone())
        .isEqualTo(Map.of("its number of replicas is to be set back first", 1L));
    told.clear();
    keeper.step(HOUR + 1);
    assertThat(told).as("not each ten seconds").isEmpty();
    hdfs.refused.clear();
    keeper.step(HOUR + 5 * MINUTE);
    assertThat(hdfs.files.get("/fast/a").replicas).isEqualTo(3);
  }

  private void crashWhileRaised(String... paths) throws Exception {
    for (String path : paths) {
      broken(path);
    }
    hdfs.onCall =
        call -> {
          if (hdfs.files.get(paths[paths.length - 1]).replicas == 4) {
            throw new IllegalStateException("the power fails");
          }
        };
    assertThatThrownBy(() -> keeper().step(0)).hasMessage("the power fails");
    hdfs.onCall = call -> {};
    assertThat(hdfs.files.get(paths[0]).replicas).isEqualTo(4);
  }

  @Test
  void othersAreServedWhileALargeFileIsCopied() throws Exception {
    broken("/fast/a");
    hdfs.queue = 900;
    hdfs.queueSpeed = 20;
    int[] served = new int[1];
    List<Duration> pauses = new ArrayList<>();
    Keeper keeper = keeper(settings(1000, 100, false), Optional.of(KeeperTest::rules), pauses::add);
    keeper.step(0, () -> served[0]++);
    assertThat(told).last().isEqualTo("DONE /fast/a: is whole again");
    assertThat(pauses)
        .allSatisfy(pause -> assertThat(pause).isBetween(SECOND, SECOND.multipliedBy(2)));
    assertThat(served[0]).isEqualTo(pauses.size()).isGreaterThan(5);
  }

  @Test
  void aDamagedProgressIsRefused() throws Exception {
    broken("/fast/a");
    keeper().step(0);
    Path file = directory.resolve("whole.json");
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    Files.writeString(file, Files.readString(file).substring(9));
    assertThatThrownBy(this::keeper)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": is damaged; ");
  }

  /**
   * Nodes are lost and come back, tiers are full, files change, calls fail, the keeper crashes. No
   * file ever shall have fewer replicas than its owner wants, each is tried at most once in a
   * period, and when all is quiet, numbers are as owners want them and files are whole.
   */
  @Test
  void filesAreWholeAfterAnyHistory() throws Exception {
    for (int round = 0; round < 60; round++) {
      String seed = "history " + round;
      Random random = Seeds.of(seed);
      Path state = Files.createDirectory(directory.resolve("h" + round));
      hdfs = cluster(random);
      raised = new ModelRaisedFiles();
      for (int file = 0; file < 12; file++) {
        String path = (random.nextBoolean() ? "/fast/" : "/spread/") + file;
        hdfs.add(path, 2 + random.nextInt(3), 1 + random.nextInt(3));
      }
      told.clear();
      long now = random.nextInt(1000) * HOUR;
      for (int event = 0; event < 12; event++) {
        disturb(random);
        hdfs.onCall = trouble(random);
        Map<String, Integer> tries = new HashMap<>();
        told.clear();
        now += HOUR;
        for (int step = 0; step < 6; step++) {
          run(state, random, now + step * Duration.ofMinutes(6).toMillis());
        }
        told.stream()
            .filter(text -> text.startsWith("begun"))
            .forEach(text -> tries.merge(text, 1, Integer::sum));
        assertThat(tries.values()).as("%s: %s", seed, tries).allMatch(count -> count == 1);
      }
      hdfs.onCall = call -> {};
      hdfs.full.clear();
      hdfs.lost.clear();
      hdfs.files.values().forEach(file -> file.open = false);
      hdfs.files.values().removeIf(file -> file.blocks.stream().anyMatch(List::isEmpty));
      for (int period = 0; period < 4; period++) {
        now += HOUR;
        for (int step = 0; step < 12; step++) {
          run(state, random, now + step * Duration.ofMinutes(4).toMillis());
        }
        for (int quiet = 0; quiet < 20; quiet++) {
          hdfs.background();
        }
      }
      for (Map.Entry<String, ModelRuledHdfs.File> file : hdfs.files.entrySet()) {
        String as = seed + ": " + file.getKey() + ": " + told;
        assertThat(file.getValue().replicas).as(as).isEqualTo(file.getValue().wanted);
        assertThat(isWhole(file.getKey())).as(as).isTrue();
      }
    }
  }

  private void run(Path state, Random random, long now) throws Exception {
    Keeper keeper =
        new Keeper(
            new Keeper.Settings(
                Duration.ofHours(1),
                List.of("/"),
                1 + random.nextInt(12),
                1 + random.nextInt(5),
                1 << 30,
                Duration.ofMinutes(2),
                false),
            Optional.of(KeeperTest::rules),
            hdfs,
            new ProgressFile(state, raised),
            pause -> {},
            listener);
    try {
      keeper.step(now);
      keeper.step(now + 1);
    } catch (IOException e) {
      assertThat(e).hasMessage("the NameNode has failed");
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("the power fails");
    }
  }

  private void disturb(Random random) {
    Node node = hdfs.nodes.get(random.nextInt(hdfs.nodes.size()));
    switch (random.nextInt(5)) {
      case 0 -> {
        if (hdfs.lost.isEmpty()) {
          hdfs.lose(node);
        }
      }
      case 1 -> hdfs.lost.clear();
      case 2 -> hdfs.full.add("SSD");
      case 3 -> hdfs.full.clear();
      default -> {
        // Of one file, a block is all on disks: as after a node was lost while SSDs were full.
        List<ModelRuledHdfs.File> all = List.copyOf(hdfs.files.values());
        ModelRuledHdfs.File file = all.get(random.nextInt(all.size()));
        if (file.replicas == 3 && file.wanted == 3 && hdfs.lost.isEmpty()) {
          file.blocks.set(0, hdfs.block("n1 DISK", "n2 DISK", "n4 DISK"));
        }
      }
    }
  }

  private ModelRuledHdfs.OnCall trouble(Random random) {
    int crash = hdfs.calls + random.nextInt(300);
    return call -> {
      if (random.nextInt(50) == 0) {
        throw new IOException("the NameNode has failed");
      }
      if (call == crash) {
        throw new IllegalStateException("the power fails");
      }
      if (random.nextInt(60) == 0) {
        List<String> paths = List.copyOf(hdfs.files.keySet());
        String path = paths.get(random.nextInt(paths.size()));
        ModelRuledHdfs.File file = hdfs.files.get(path);
        switch (random.nextInt(4)) {
          case 0 -> file.open = !file.open;
          case 1 -> file.modified++;
          case 2 -> hdfs.files.put(path + "x", hdfs.files.remove(path));
          default -> {
            file.id += 1000; // another file, as its owner writes it
            file.replicas = file.wanted;
          }
        }
      }
    };
  }
}
