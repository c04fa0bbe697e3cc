// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.history.AuditLogs;
import org.athanor.tiering.plan.PlanAction.Change;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final Instant OLD = Instant.parse("2025-01-01T00:00:00Z");
  private static final long MB = 1_000_000;
  private static final int HOT = 0;

  @TempDir Path directory;
  private final Logs logs = new Logs();

  private static Instant hour(double hours) {
    return START.plusSeconds(Math.round(hours * 3600));
  }

  private StoragePlan plan(Settings settings) throws IOException {
    return plan(logs, settings);
  }

  private static Map<String, String> changes(StoragePlan plan) {
    Map<String, String> changes = new TreeMap<>();
    for (PlanAction action : plan.actions()) {
      changes.put(
          action.path(),
          action.fromPolicy()
              + " "
              + action.fromReplicas()
              + " -> "
              + action.toPolicy()
              + " "
              + action.toReplicas());
    }
    return changes;
  }

  /** Three files of 100 MB: one read in each hour, one in the first two, one once. */
  private void threeFiles() {
    for (String path : List.of("/daily", "/twice", "/once")) {
      logs.file(path, 3, OLD, 100 * MB, HOT);
    }
    for (int hour = 0; hour < 6; hour++) {
      logs.open(hour(hour + 0.1), "/daily", 10 * hour);
      if (hour < 2) {
        logs.open(hour(hour + 0.2), "/twice", 10 * hour + 1);
      }
      if (hour == 0) {
        logs.open(hour(hour + 0.3), "/once", 10 * hour + 2);
      }
    }
  }

  @Test
  void putsTheFilesThatComeAgainOnSsd() throws IOException {
    threeFiles();
    StoragePlan plan = plan(new Settings().ssd(200 * MB));
    assertThat(changes(plan))
        .isEqualTo(Map.of("/daily", "HOT 3 -> ONE_SSD 3", "/twice", "HOT 3 -> ONE_SSD 3"));
    assertThat(plan.movedBytes()).isEqualTo(200 * MB);
    assertThat(plan.moveSeconds()).isEqualTo(2.0);
    assertThat(plan.actions().get(0).ssdGrowth()).isEqualTo(100 * MB);
    assertThat(plan.actions().get(0).diskGrowth()).isEqualTo(-100 * MB);
    assertThat(plan.hottest().get(0).path()).isEqualTo("/daily");
    assertThat(plan.hottest().get(0).timesRead()).isEqualTo(6);
    assertThat(plan.files()).isEqualTo(new StoragePlan.FileTotals(3, 3, 300 * MB, 900 * MB));
    assertThat(plan.log().accesses()).isEqualTo(9);
  }

  /**
   * The first hour has three accesses, which nobody could foresee. The second has two, of which the
   * cache has both; each later one has one. So in five periods the cache of 200 MB serves all, and
   * that of 100 MB what is read each hour.
   */
  @Test
  void saysWhatThePlanWouldHaveBrought() throws IOException {
    threeFiles();
    logs.open(hour(6.0), "/elsewhere", 99);
    StoragePlan plan = plan(new Settings().ssd(100 * MB));
    CurvePoint point = plan.cache().orElseThrow();
    assertThat(point.accesses().periods()).isEqualTo(5);
    // In the second hour both files had one access, and the last used goes first: /once.
    assertThat(point.perfect().all()).isCloseTo(5.0 / 6, within(1e-9));
    assertThat(point.accesses().lowest()).isBetween(0.0, 0.5);
    assertThat(point.accesses().highest()).isEqualTo(1);
    assertThat(point.accesses().level()).isCloseTo(4.0 / 6, within(1e-9));
    assertThat(plan.savedReadTime().orElseThrow().all())
        .isCloseTo(point.read().all() * 0.75, within(1e-9));
    assertThat(plan.log().accessesToOtherFiles()).isEqualTo(1);
    CurvePoint all = plan.curve().get(plan.curve().size() - 1);
    assertThat(all.bytes()).isEqualTo(300 * MB);
    assertThat(all.accesses().all()).isEqualTo(1);
    assertThat(all.perfect().all()).isEqualTo(1);
  }

  @Test
  void withoutBudgetsNothingChangesAndTheCurveIsThere() throws IOException {
    threeFiles();
    StoragePlan plan = plan(new Settings());
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.cache()).isEmpty();
    assertThat(plan.savedReadTime()).isEmpty();
    assertThat(plan.curve()).hasSize(11);
  }

  @Test
  void takesFilesOffSsdThatOthersAreMorePopularThan() throws IOException {
    threeFiles();
    logs.file("/cached", 3, OLD, 100 * MB, StoragePolicy.ONE_SSD.id());
    assertThat(changes(plan(new Settings().ssd(100 * MB))))
        .isEqualTo(Map.of("/cached", "ONE_SSD 3 -> HOT 3", "/daily", "HOT 3 -> ONE_SSD 3"));
    assertThat(changes(plan(new Settings().ssd(0))))
        .isEqualTo(Map.of("/cached", "ONE_SSD 3 -> HOT 3"));
    assertThat(changes(plan(new Settings()))).isEmpty();
  }

  @Test
  void pinnedFilesGoFirst() throws IOException {
    threeFiles();
    logs.file("/sla/never-read", 3, OLD, 100 * MB, HOT);
    assertThat(changes(plan(new Settings().ssd(100 * MB).pins("/sla"))))
        .isEqualTo(Map.of("/sla/never-read", "HOT 3 -> ONE_SSD 3"));
    StoragePlan full = plan(new Settings().ssd(10 * MB).pins("/sla"));
    assertThat(full.actions()).isEmpty();
    assertThat(full.refused()).isEqualTo(1);
  }

  @Test
  void archivesWhatNobodyUsesAndRestoresWhatSomebodyDoes() throws IOException {
    threeFiles();
    logs.file("/idle", 3, OLD, 50 * MB, HOT);
    logs.file("/idle-two", 2, OLD, 50 * MB, HOT);
    logs.file("/new", 3, hour(1), 50 * MB, HOT);
    logs.file("/read-before-the-log", 3, OLD, hour(-24), 50 * MB, HOT);
    logs.file("/back", 2, OLD, 50 * MB, StoragePolicy.COLD.id());
    logs.file("/asleep", 2, OLD, 50 * MB, StoragePolicy.COLD.id());
    logs.open(hour(5.5), "/back", 77);
    StoragePlan plan = plan(new Settings().archiveAfter(Duration.ofDays(30)));
    assertThat(changes(plan))
        .isEqualTo(
            Map.of(
                "/idle", "HOT 3 -> COLD 2",
                "/idle-two", "HOT 2 -> COLD 2",
                "/back", "COLD 2 -> HOT 3"));
    assertThat(plan.actions().stream().filter(a -> a.is(Change.TO_ARCHIVE)).count()).isEqualTo(2);
    // All three replicas of /idle go there before one is given up.
    assertThat(plan.movedBytes()).isEqualTo((3 + 2 + 3) * 50 * MB);
  }

  @Test
  void withoutAccessTimesAShortLogArchivesNothing() throws IOException {
    threeFiles();
    logs.file("/idle", 3, OLD, 50 * MB, HOT);
    StoragePlan plan = plan(new Settings().archiveAfter(Duration.ofDays(30)));
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.notices()).anySatisfy(text -> assertThat(text).startsWith("nothing goes to"));
    assertThat(changes(plan(new Settings().archiveAfter(Duration.ofHours(4)))))
        .containsEntry("/idle", "HOT 3 -> COLD 2")
        .doesNotContainKey("/daily");
  }

  /** Ten minutes say less of what comes than the whole days before them. */
  @Test
  void aPeriodThatHasOnlyBegunDoesNotRankFiles() throws IOException {
    logs.file("/days", 3, OLD, MB, HOT);
    logs.file("/now", 3, OLD, MB, HOT);
    for (int hour = 0; hour < 5; hour++) {
      logs.open(hour(hour), "/days", hour);
      logs.open(hour(hour + 0.5), "/days", 100 + hour);
    }
    logs.open(hour(5.1), "/now", 999);
    StoragePlan plan = plan(new Settings().predictor(PredictorKind.LAST_VALUE).ssd(MB));
    assertThat(changes(plan)).isEqualTo(Map.of("/days", "HOT 3 -> ONE_SSD 3"));
  }

  /** Files that no plan puts on SSD do not count as served by it, but as accessed. */
  @Test
  void theCurvePromisesOnlyWhatAPlanCanDo() throws IOException {
    logs.file("/usual", 3, OLD, MB, HOT);
    logs.file("/single", 1, OLD, MB, HOT);
    for (int hour = 0; hour < 6; hour++) {
      logs.open(hour(hour + 0.1), "/usual", 10 * hour);
      logs.open(hour(hour + 0.2), "/usual", 10 * hour + 1);
      logs.open(hour(hour + 0.5), "/single", 10 * hour + 2);
    }
    StoragePlan plan = plan(new Settings().ssd(1000 * MB));
    CurvePoint all = plan.curve().get(plan.curve().size() - 1);
    assertThat(all.accesses().highest()).isEqualTo(2.0 / 3);
    assertThat(all.perfect().highest()).isEqualTo(2.0 / 3);
  }

  @Test
  void whatIsOnSsdByOtherPoliciesCountsForTheBudget() throws IOException {
    threeFiles();
    logs.file("/theirs", 3, OLD, 30 * MB, StoragePolicy.ALL_SSD.id());
    assertThat(plan(new Settings().ssd(180 * MB)).actions()).isEmpty();
    assertThat(changes(plan(new Settings().ssd(190 * MB)))).containsOnlyKeys("/daily");
  }

  @Test
  void popularityFollowsADirectoryToItsNewName() throws IOException {
    logs.file("/t/old/x", 3, OLD, MB, HOT);
    logs.open(hour(0.1), "/t/current/x", 1);
    logs.event(hour(1.2), "rename", "/t/current", "/t/old", "");
    logs.event(hour(2.5), "open", "/else", "null", "");
    StoragePlan plan = plan(new Settings().ssd(10 * MB));
    assertThat(changes(plan)).isEqualTo(Map.of("/t/old/x", "HOT 3 -> ONE_SSD 3"));
  }

  @Test
  void popularFilesGetMoreReplicasAsLongAsThereIsBudget() throws IOException {
    for (int file = 0; file < 20; file++) {
      logs.file("/f" + file, 3, OLD, 10 * MB, HOT);
    }
    for (int hour = 0; hour < 4; hour++) {
      for (int job = 0; job < 40; job++) {
        logs.open(hour(hour + 0.01 + job * 0.02), "/f0", 1000 * hour + job);
      }
    }
    StoragePlan plan = plan(new Settings().extraReplicas(20 * MB));
    assertThat(changes(plan)).isEqualTo(Map.of("/f0", "HOT 3 -> HOT 5"));
    assertThat(plan.actions().get(0).movedBytes()).isEqualTo(20 * MB);
    List<ReplicaPoint> curve = plan.replicaCurve();
    assertThat(curve.get(0).accessesPerReplica()).isCloseTo(40 / 3.0, within(1e-9));
    assertThat(curve.get(curve.size() - 1).accessesPerReplica()).isLessThan(10);
  }

  @Test
  void somebodysNumbersOfReplicasStay() throws IOException {
    for (int file = 0; file < 20; file++) {
      logs.file("/two" + file, 2, OLD, MB, HOT);
      logs.file("/many" + file, 50, OLD, MB, HOT);
      logs.open(hour(file * 0.1), "/two0", file);
      logs.open(hour(file * 0.1), "/many0", file);
    }
    assertThat(plan(new Settings().extraReplicas(1000 * MB)).actions()).isEmpty();
  }

  @Test
  void leavesAloneWhatSomebodyHasDecided() throws IOException {
    logs.directory("/cold", StoragePolicy.COLD.id());
    logs.directory("/cold/but-hot", StoragePolicy.HOT.id());
    logs.file("/cold/a", 3, OLD, MB, HOT);
    logs.file("/cold/but-hot/a", 3, OLD, MB, HOT);
    logs.file("/all-ssd", 3, OLD, MB, StoragePolicy.ALL_SSD.id());
    logs.file("/ours", 3, OLD, MB, 99);
    logs.file("/single", 1, OLD, MB, HOT);
    logs.file("/user/u/.Trash/Current/a", 3, OLD, MB, HOT);
    logs.file("/empty", 3, OLD, 0, HOT);
    for (String path : List.of("/cold/a", "/cold/but-hot/a", "/all-ssd", "/ours", "/single")) {
      logs.open(hour(0), path, 1);
      logs.open(hour(1.5), path, 2);
    }
    StoragePlan plan = plan(new Settings().ssd(1000 * MB).archiveAfter(Duration.ofDays(1)));
    assertThat(changes(plan)).isEqualTo(Map.of("/cold/but-hot/a", "HOT 3 -> ONE_SSD 3"));
    assertThat(plan.leftAlone())
        .isEqualTo(
            Map.of(
                "storage policy COLD of a directory", 1,
                "storage policy ALL_SSD", 1,
                "storage policy number 99", 1,
                "only one replica", 1,
                "temporary, or in the trash", 1));
  }

  @Test
  void popularityFollowsAFileToItsNewName() throws IOException {
    logs.file("/new-name", 3, OLD, MB, HOT);
    logs.event(hour(0), "create", "/old-name", "null", "");
    logs.open(hour(0.1), "/old-name", 1);
    logs.open(hour(1.1), "/old-name", 2);
    logs.event(hour(1.2), "rename", "/old-name", "/new-name", "");
    logs.event(hour(2), "open", "/else", "null", "");
    StoragePlan plan = plan(new Settings().ssd(10 * MB));
    assertThat(changes(plan)).isEqualTo(Map.of("/new-name", "HOT 3 -> ONE_SSD 3"));
    assertThat(plan.hottest().get(0).timesRead()).isEqualTo(2);
  }

  @Test
  void whatWasDeletedAndWrittenAgainIsANewFile() throws IOException {
    logs.file("/a", 3, OLD, MB, HOT);
    logs.open(hour(0.1), "/a", 1);
    logs.event(hour(0.2), "delete", "/a", "null", "");
    logs.event(hour(0.3), "create", "/a", "null", "");
    logs.event(hour(1.5), "open", "/else", "null", "");
    assertThat(plan(new Settings().ssd(10 * MB)).actions()).isEmpty();
  }

  @Test
  void saysWhatMakesItUncertain() throws IOException {
    logs.file("/a", 3, OLD, MB, HOT);
    logs.open(hour(0), "/gone", 1);
    logs.open(hour(0.1), "/gone-too", 1);
    StoragePlan plan = plan(new Settings().ssd(10 * MB));
    assertThat(plan.notices())
        .anySatisfy(notice -> assertThat(notice).contains("fewer than two periods"))
        .anySatisfy(notice -> assertThat(notice).contains("2 of 2 accesses were to files"));
    assertThat(plan.cache().orElseThrow().accesses().periods()).isZero();
  }

  @Test
  void anEmptyLogGivesNoPrediction() throws IOException {
    logs.file("/a", 3, OLD, MB, HOT);
    StoragePlan plan = plan(new Settings().ssd(10 * MB).extraReplicas(10 * MB));
    assertThat(plan.actions()).isEmpty();
    assertThat(plan.notices()).anySatisfy(text -> assertThat(text).contains("no access to a file"));
    assertThat(plan.log().first()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void aClockThatJumpsDoesNotHoldItUp() throws IOException {
    threeFiles();
    logs.open(Instant.parse("2999-01-01T00:00:00Z"), "/daily", 1);
    logs.open(hour(7), "/daily", 2);
    assertThat(plan(new Settings().ssd(100 * MB)).actions()).isNotEmpty();
  }

  /** Who has done what a plan says, and asks again, is told to do nothing. */
  @Test
  void aPlanThatWasCarriedOutIsFollowedByAnEmptyOne() throws IOException {
    for (int round = 0; round < 20; round++) {
      Random random = Seeds.of("carried out " + round);
      Logs before = new Logs();
      Logs after = new Logs();
      int files = 5 + random.nextInt(60);
      for (int event = 0; event < 400; event++) {
        int file = (int) (files * Math.pow(random.nextDouble(), 3));
        before.open(hour(event * 0.05), "/f" + file, event);
        after.open(hour(event * 0.05), "/f" + file, event);
      }
      Settings settings =
          new Settings()
              .ssd(random.nextInt(200) * MB)
              .extraReplicas(random.nextInt(200) * MB)
              .archiveAfter(Duration.ofDays(7));
      Map<String, PlanAction> actions = new TreeMap<>();
      long[] lengths = new long[files];
      for (int file = 0; file < files; file++) {
        lengths[file] = random.nextInt(50) * MB;
        before.file("/f" + file, 3, OLD, lengths[file], HOT);
      }
      for (PlanAction action : plan(before, settings).actions()) {
        actions.put(action.path(), action);
      }
      for (int file = 0; file < files; file++) {
        PlanAction action = actions.get("/f" + file);
        after.file(
            "/f" + file,
            action == null ? 3 : action.toReplicas(),
            OLD,
            lengths[file],
            action == null ? HOT : action.toPolicy().id());
      }
      assertThat(plan(after, settings).actions())
          .as("seed %d, round %d", Seeds.seed(), round)
          .isEmpty();
    }
  }

  private StoragePlan plan(Logs written, Settings settings) throws IOException {
    Namespace namespace = Namespace.read(written.image(directory.resolve("image")), ZoneOffset.UTC);
    try (AuditLogs audit =
        new AuditLogs(List.of(written.log(directory.resolve("audit.log"))), ZoneOffset.UTC)) {
      return Planner.plan(namespace, audit, settings.make(), Decisions.Reserved.NONE, events -> {});
    }
  }
}
