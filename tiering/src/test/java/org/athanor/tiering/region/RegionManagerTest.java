// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.tier.DeviceType;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.ModelHdfs;
import org.athanor.tiering.region.Answer.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A region of 100 bytes, of which 10 are in reserve. */
class RegionManagerTest {
  private static final Map<String, Double> ALL =
      Map.of("config-1", 100.0, "config-2", 50.0, "config-3", 70.0, "config-4", 80.0);

  private RegionHarness region;

  @BeforeEach
  void start() throws IOException {
    region = new RegionHarness(Seeds.of("region"), 100, 10);
    region.add("/a", 40, "HOT");
    region.add("/b", 50, "HOT");
    region.add("/popular", 30, "ONE_SSD");
  }

  private Answer answer(String id) {
    return region.box.answers.get(id);
  }

  @Test
  void copiesInputAndHoldsRoomUntilTheJobEnds() throws Exception {
    region.box.post("j1", region.request(ALL, 30, "/a", "/popular"));
    region.step(1);
    assertThat(answer("j1"))
        .isEqualTo(
            new Answer(
                State.GRANTED,
                StorageConfiguration.CONFIG_2,
                "50.0 s is the fastest that can be granted",
                1,
                40,
                30,
                List.of()));
    assertThat(region.isOnSsd("/a")).isTrue();
    RegionSnapshot now = region.manager.snapshot();
    assertThat(now.counterBytes()).isEqualTo(70);
    assertThat(now.jobs())
        .containsExactly(
            new RegionSnapshot.Job("sort", "sort of alice", "alice", "config-2", 30, 40));
    assertThat(now.files()).containsExactly(new RegionSnapshot.File("/a", 40, "used"));
    assertThat(region.manager.isUsed(region.hdfs.files.get("/popular").id)).isTrue();
    assertThat(region.manager.owns(region.hdfs.files.get("/popular").id)).isFalse();

    region.box.end("j1");
    region.step(1);
    assertThat(region.manager.snapshot().counterBytes()).isZero();
    assertThat(region.manager.snapshot().idleBytes()).isEqualTo(40);
    assertThat(region.box.files).isEmpty();
    assertThat(region.isOnSsd("/a")).isTrue();
  }

  @Test
  void idleInputMakesRoomForTheNextJob() throws Exception {
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    region.box.end("j1");
    region.box.post("j2", region.request(ALL, 30, "/b"));
    region.step(1);
    assertThat(answer("j2").configuration()).isEqualTo(StorageConfiguration.CONFIG_2);
    assertThat(region.isOnSsd("/b")).isTrue();
    assertThat(region.touchesSsd("/a")).isFalse();
    assertThat(region.manager.snapshot().totals().evictedFiles()).isEqualTo(1);
  }

  @Test
  void whatAJobUsesStays() throws Exception {
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    region.box.post("j2", region.request(ALL, 40, "/b"));
    region.step(1, "j1");
    assertThat(answer("j2").configuration()).isEqualTo(StorageConfiguration.CONFIG_4);
    assertThat(answer("j2").notes())
        .containsExactly(
            "config-2 takes 50.0 s, but the temporary region has no room for it",
            "config-3 takes 70.0 s, but the temporary region has no room for it");
    assertThat(region.isOnSsd("/a")).isTrue();
    assertThat(region.manager.snapshot().counterBytes()).isEqualTo(90);
  }

  /** The lease is 30 s; what passes between two looks counts as 10 s at most. */
  @Test
  void aJobThatDoesNotRenewHasEnded() throws Exception {
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.box.post("j2", region.request(Map.of("config-1", 1.0), 0, "/b"));
    region.step(1);
    for (int second = 0; second < 60; second += 5) {
      region.step(5, "j1");
    }
    assertThat(region.box.asks("j1")).isTrue();
    assertThat(region.box.asks("j2")).isFalse();
    region.step(3600);
    region.step(5);
    assertThat(region.box.asks("j1")).as("the daemon was away").isTrue();
    for (int second = 0; second < 25; second += 5) {
      region.step(5);
    }
    assertThat(region.box.asks("j1")).isFalse();
    assertThat(region.manager.snapshot().counterBytes()).isZero();
    assertThat(region.manager.snapshot().totals().lost()).isEqualTo(2);
    assertThat(region.notices)
        .contains("a job of alice has not renewed its request for 30 s: what it held is free");
  }

  @Test
  void aRestartGoesOn() throws Exception {
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    region.restart();
    region.step(1);
    assertThat(region.manager.snapshot().counterBytes()).isEqualTo(50);
    region.box.end("j1");
    region.restart();
    region.step(1);
    assertThat(region.manager.snapshot().idleBytes()).isEqualTo(40);
    region.settings = RegionSettings.OFF;
    region.restart();
    region.step(1);
    assertThat(region.touchesSsd("/a")).isFalse();
    assertThat(region.isOnSsd("/popular")).isTrue();
    assertThat(region.manager.snapshot().isThere()).isFalse();
  }

  @Test
  void theAnswerIsWrittenAgainAfterACrash() throws Exception {
    region.box.post("j1", region.request(Map.of("config-4", 1.0), 10, "/a"));
    region.step(1);
    region.box.files.remove(ModelBox.uuid("j1") + ".answer");
    region.box.answers.clear();
    region.restart();
    region.step(1);
    assertThat(answer("j1").state()).isEqualTo(State.GRANTED);
    assertThat(answer("j1").reservedBytes()).isEqualTo(10);
    assertThat(region.manager.snapshot().counterBytes()).isEqualTo(10);
  }

  @Test
  void refusesWithAReason() throws Exception {
    region.box.post("bad", "bob", "{\"format\":1}".getBytes(UTF_8));
    region.box.post("large", "bob", new byte[JobRequest.MOST_BYTES + 1]);
    region.box.post("none", region.request(Map.of("config-2", 1.0), 80, "/a"));
    JobRequest lie = region.request(ALL, 0, "/a");
    region.hdfs.files.get("/a").bytes = 41;
    region.box.post("lie", lie);
    region.step(1);
    assertThat(answer("bad").reason())
        .isEqualTo("seconds: must name at least one of config-1 to config-4");
    assertThat(answer("large").reason())
        .isEqualTo("the request has 4000001 bytes: must be at most 4000000");
    assertThat(answer("lie").reason()).isEqualTo("/a: is not, or no more, as the request says");
    assertThat(answer("none").reason()).isEqualTo("/a: is not, or no more, as the request says");
    assertThat(region.manager.snapshot().totals().refused()).isEqualTo(4);
    assertThat(region.touchesSsd("/a")).isFalse();
  }

  @Test
  void refusesAConfigurationForWhichThereIsNoRoom() throws Exception {
    region.box.post("j", region.request(Map.of("config-2", 1.0), 80, "/a"));
    region.step(1);
    assertThat(answer("j").state()).isEqualTo(State.REFUSED);
    assertThat(answer("j").reason())
        .isEqualTo(
            "the temporary region has no room for 40 bytes of input and 80 of intermediate data");
    JobRequest unknown =
        new JobRequest(
            "sort",
            "sort",
            Map.of(StorageConfiguration.CONFIG_4, 1.0),
            OptionalLong.empty(),
            region.request(ALL, 0, "/a").files());
    region.box.post("k", unknown);
    region.step(1);
    assertThat(answer("k").reason())
        .isEqualTo("the request does not say how much intermediate data there will be");
    region.box.post("l", region.request(Map.of("config-3", 1.0), 80, "/a"));
    region.step(1);
    assertThat(answer("l").reason()).isEqualTo("as asked");
  }

  @Test
  void inputThatCannotBeCopiedStaysOnDisks() throws Exception {
    region.add("/unmanaged", 5, "HOT");
    region.hdfs.files.get("/a").open = true;
    region.hdfs.changedSinceSnapshot.add("/b");
    for (String path : List.of("/a", "/b", "/unmanaged")) {
      region.box.post("of" + path.substring(1), region.request(ALL, 10, path));
    }
    region.step(1);
    assertThat(answer("ofa").notes())
        .containsExactly("the input cannot be on SSDs: /a is being written");
    assertThat(answer("ofb").notes())
        .containsExactly("the input cannot be on SSDs: /b has changed since a snapshot");
    assertThat(answer("ofunmanaged").notes().get(0)).contains("(serve --root)");
    assertThat(region.box.answers.values())
        .allMatch(answer -> answer.configuration() == StorageConfiguration.CONFIG_4);
    assertThat(region.touchesSsd("/a") || region.touchesSsd("/b")).isFalse();
  }

  /** HDFS, or a mover, would soon delete the copy, because the policy does not want it. */
  @Test
  void aCopyThatIsOnlyLeftBehindDoesNotCount() throws Exception {
    region.hdfs.files.get("/popular").policy = "HOT";
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/popular"));
    region.step(1);
    assertThat(answer("j1").prefetchedFiles()).isEqualTo(1);
    assertThat(region.isOnSsd("/popular")).isTrue();
    assertThat(region.manager.snapshot().counterBytes()).isEqualTo(30);
  }

  @Test
  void aRequestForAFileOfThePlanWaits() throws Exception {
    region.planned.add("/a");
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    assertThat(answer("j1")).isEqualTo(Answer.waiting("a plan is moving files of the input"));
    region.planned.clear();
    region.step(1, "j1");
    assertThat(answer("j1").state()).isEqualTo(State.GRANTED);
  }

  @Test
  void waitsWhileTheClusterIsNotWell() throws Exception {
    region.hdfs.wait = Optional.of("safe mode");
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    assertThat(answer("j1")).isEqualTo(Answer.waiting("safe mode"));
    region.box.onCall = (name, argument) -> assertThat(name).as("once").isNotEqualTo("answer");
    region.step(1, "j1");
    region.box.onCall = (name, argument) -> {};
    region.hdfs.wait = Optional.empty();
    region.step(1, "j1");
    assertThat(region.isOnSsd("/a")).isTrue();
  }

  @Test
  void aDryRunTouchesNothing() throws Exception {
    region.isDryRun = true;
    region.restart();
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    assertThat(answer("j1")).isNull();
    assertThat(region.notices)
        .containsExactly(
            "refused a request of alice: the daemon only decides (serve --dry-run): it would grant"
                + " config-2: 50.0 s is the fastest that can be granted");
    assertThat(region.touchesSsd("/a")).isFalse();
  }

  /** What is granted is what there is. */
  @Test
  void takesBackWhatDidNotGetThere() throws Exception {
    region.hdfs.moverFails = true;
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    assertThat(answer("j1").notes())
        .contains(
            "the input cannot be on SSDs: /a could not be copied: the mover has failed; its storage"
                + " policy is ONE_SSD");
    assertThat(answer("j1").configuration()).isEqualTo(StorageConfiguration.CONFIG_4);
    assertThat(region.manager.snapshot().leavingBytes()).isEqualTo(40);
    region.hdfs.moverFails = false;
    region.step(61, "j1");
    assertThat(region.touchesSsd("/a")).isFalse();
    assertThat(region.manager.snapshot().leavingBytes()).isZero();
  }

  @Test
  void findsFilesThatWereRenamed() throws Exception {
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    region.box.end("j1");
    region.hdfs.files.put("/d/e", region.hdfs.files.remove("/a"));
    region.step(61);
    assertThat(region.manager.snapshot().idleBytes()).isEqualTo(40);
    region.manager.renamed("/", "/x");
    region.manager.renamed("/a", "/c/e");
    region.manager.renamed("/c", "/d");
    region.settings = RegionSettings.OFF;
    region.step(61);
    region.restart();
    region.step(1);
    assertThat(region.touchesSsd("/d/e")).isFalse();
  }

  @Test
  void forgetsFilesThatWereDeletedAndTakesBackThoseThatChanged() throws Exception {
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.box.post("j2", region.request(ALL, 0, "/popular"));
    region.step(1);
    region.box.end("j1");
    region.hdfs.files.get("/a").bytes = 400;
    region.step(61, "j2");
    assertThat(region.touchesSsd("/a")).isFalse();
    region.box.post("j3", region.request(Map.of("config-3", 1.0), 10, "/b"));
    region.step(1, "j2");
    region.hdfs.files.remove("/b");
    region.step(61, "j2", "j3");
    assertThat(region.manager.snapshot().fileCount()).isZero();
    assertThat(region.manager.snapshot().counterBytes()).isZero();
  }

  private void put(String name) {
    region.box.files.put(name, new ModelBox.Content());
  }

  private void await(int seconds, String... renewing) throws Exception {
    for (int second = 0; second < seconds; second += 5) {
      region.step(5, renewing);
    }
  }

  /** However many files there are: a listing has one at most here. */
  @Test
  void removesWhatNobodyClaims() throws Exception {
    region.box.most = 1;
    put("x.part");
    put(ModelBox.uuid("y") + ".answer");
    put("z.request"); // has no UUID
    region.box.post("j1", region.request(Map.of("config-1", 1.0), 0, "/a"));
    region.step(1);
    assertThat(region.box.files.keySet())
        .containsExactlyInAnyOrder(
            "x.part", "z.request", ModelBox.file("j1"), ModelBox.uuid("j1") + ".answer");
    await(40, "j1");
    assertThat(region.box.files.keySet())
        .containsExactlyInAnyOrder(ModelBox.file("j1"), ModelBox.uuid("j1") + ".answer");
  }

  @Test
  void touchesNothingThatIsNotOurs() throws Exception {
    put("customers");
    put("part-00000.parquet");
    put(ModelBox.uuid("y"));
    await(100);
    assertThat(region.box.files).hasSize(3);
    assertThat(region.manager.snapshot().foreignEntries()).isEqualTo(3);
  }

  @Test
  void removesAndAnswersNothingWithoutARegion() throws Exception {
    put("x.part");
    region.box.post("j1", region.request(ALL, 0, "/a"));
    for (boolean dry : new boolean[] {false, true}) {
      region.isDryRun = dry;
      region.settings = dry ? region.settings : RegionSettings.OFF;
      region.restart();
      region.box.onCall =
          (name, argument) -> assertThat(name).isNotEqualTo("remove").isNotEqualTo("answer");
      await(100);
      assertThat(region.box.files).hasSize(2);
      region.settings = new RegionSettings(100, 10, RegionHarness.LEASE);
    }
  }

  @Test
  void oneEntryThatCannotBeRemovedStopsNothing() throws Exception {
    put("x.part");
    region.box.onCall =
        (name, argument) -> {
          if (name.equals("remove") && argument.equals("x.part")) {
            throw new IOException("has snapshots");
          }
        };
    await(60);
    region.box.post("j1", region.request(ALL, 10, "/a"));
    await(10, "j1");
    assertThat(answer("j1").state()).isEqualTo(State.GRANTED);
    assertThat(region.notices).containsOnlyOnce("x.part cannot be removed: has snapshots");
  }

  @Test
  void oneAnswerThatCannotBeWrittenStopsNothing() throws Exception {
    region.box.post("a", region.request(Map.of("config-3", 1.0), 0, "/a"));
    region.box.post("b", region.request(Map.of("config-3", 1.0), 0, "/b"));
    boolean[] fails = {true};
    int[] tries = new int[1];
    region.box.onCall =
        (name, argument) -> {
          if (name.equals("answer") && argument.equals("a") && fails[0]) {
            tries[0]++;
            throw new IOException("is a directory");
          }
        };
    for (int second = 0; second < 100; second++) {
      region.step(1, "a", "b");
    }
    assertThat(answer("b").state()).isEqualTo(State.GRANTED);
    assertThat(tries[0]).as("less and less often").isBetween(3, 12);
    fails[0] = false;
    await(60, "a", "b");
    assertThat(answer("a").state()).isEqualTo(State.GRANTED);
  }

  /** A path that HDFS's client cannot take, and one that HDFS takes with a failure. */
  @Test
  void oneRequestThatFailsStopsNothing() throws Exception {
    region.box.post("a", region.request(ALL, 0, "/a"));
    region.box.post("b", region.request(ALL, 0, "/popular"));
    region.box.post("c", region.request(ALL, 0, "/b"));
    region.hdfs.onState =
        path -> {
          if (path.equals("/a")) {
            throw new IllegalArgumentException("x:y");
          }
          if (path.equals("/popular")) {
            throw new IOException("/x (is not a directory)");
          }
        };
    await(30, "a", "b", "c");
    assertThat(answer("a").reason())
        .isEqualTo("the daemon cannot serve it: java.lang.IllegalArgumentException: x:y");
    assertThat(answer("b")).isNull();
    assertThat(answer("c").state()).isEqualTo(State.GRANTED);
    assertThat(region.notices)
        .containsOnlyOnce("a request of alice cannot be read: /x (is not a directory)");
    region.hdfs.onState = path -> {};
    await(60, "a", "b", "c");
    assertThat(answer("b").state()).isEqualTo(State.GRANTED);
  }

  private void post(String id, String owner, String path) {
    JobRequest request = region.request(Map.of("config-3", 1.0), 0, path);
    region.box.post(id, owner, RequestJson.of(request));
  }

  @Test
  void oneUserCannotTakeAllRequests() throws Exception {
    byte[] request = RequestJson.of(region.request(Map.of("config-1", 1.0), 0, "/a"));
    for (int i = 1000; i < 2101; i++) {
      region.box.post("j" + i, "mallory", request);
      put(ModelBox.uuid("k" + i) + ".answer");
    }
    region.box.post("z", "bob", request);
    region.box.most = 70;
    region.step(1);
    assertThat(answer("z").state()).isEqualTo(State.GRANTED);
    assertThat(answer("j1099").state()).isEqualTo(State.GRANTED);
    assertThat(region.box.asks("j1099")).isTrue();
    assertThat(region.box.asks("j1100")).isFalse();
    assertThat(answer("j1100")).isNull();
    assertThat(region.box.files).hasSize(202);
    assertThat(region.notices)
        .containsOnlyOnce(
            "mallory has more than 100 requests, or 300 other files there: the rest is removed;"
                + " directories that are not empty are put aside");
  }

  /** Who has waited longest is next, whatever the names of the requests are. */
  @Test
  void oneUserCannotAlwaysBeFirst() throws Exception {
    region.settings = new RegionSettings(1000, 0, RegionHarness.LEASE);
    region.restart();
    post("a0", "mallory", "/a");
    post("z", "bob", "/b");
    region.step(1, "z");
    for (int i = 1; i < 5; i++) {
      post("a" + i, "mallory", "/a");
    }
    post("z2", "bob", "/b");
    List<String> granted = new ArrayList<>();
    region.box.onCall =
        (name, argument) -> {
          if (name.equals("answer") && !granted.contains(argument)) {
            granted.add(argument);
          }
        };
    region.step(1, "z");
    assertThat(granted).containsExactly("a1", "z2", "a2", "a3", "a4");
  }

  @Test
  void stopsCopyingWhenTheRequestHasEnded() throws Exception {
    region.settings = new RegionSettings(1000, 0, RegionHarness.LEASE);
    region.restart();
    String[] paths = new String[25];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = "/many" + i;
      region.add(paths[i], 2, "HOT");
    }
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, paths));
    region.hdfs.onMove = () -> region.box.end("j1");
    region.step(1);
    assertThat(region.manager.snapshot().totals().prefetchedFiles()).isBetween(1L, 24L);
    assertThat(region.manager.snapshot().totals().granted()).isZero();
    assertThat(region.manager.snapshot().jobs()).isEmpty();
  }

  /** Ten files at a time; each part takes minutes, of which 10 s count for the lease of 30 s. */
  @Test
  void stopsCopyingWhenTheRequestIsNotRenewed() throws Exception {
    for (boolean renews : new boolean[] {false, true}) {
      start();
      region.settings = new RegionSettings(1000, 0, RegionHarness.LEASE);
      region.restart();
      String[] paths = new String[60];
      for (int i = 0; i < paths.length; i++) {
        paths[i] = "/many" + i;
        region.add(paths[i], 2, "HOT");
      }
      region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, paths));
      region.hdfs.onMove =
          () -> {
            region.nowSeconds += 60;
            if (renews) {
              region.box.renew("j1");
            }
          };
      region.step(1);
      assertThat(answer("j1").state()).isEqualTo(renews ? State.GRANTED : State.REFUSED);
      if (!renews) {
        assertThat(answer("j1").reason())
            .isEqualTo("it was not renewed while its input was copied");
        assertThat(region.manager.snapshot().totals().prefetchedFiles()).isEqualTo(30);
        assertThat(region.manager.snapshot().jobs()).isEmpty();
      }
    }
  }

  /** A user has more of them than anybody can need there. */
  @Test
  void foreignNamesDoNotFillTheDirectory() throws Exception {
    for (int i = 1000; i < 2000; i++) {
      put("data" + i);
      put("directory" + i + "/"); // is not empty
    }
    put("zoe");
    region.box.files.get("zoe").owner = "zoe";
    region.step(1);
    await(20);
    assertThat(region.box.files.keySet()).filteredOn(name -> name.startsWith("data")).hasSize(300);
    assertThat(region.box.files.keySet())
        .filteredOn(name -> name.startsWith("directory"))
        .isEmpty();
    assertThat(region.box.aside).as("nothing is lost").hasSize(1000);
    assertThat(region.box.files).containsKey("zoe");
    assertThat(region.manager.snapshot().foreignEntries()).isEqualTo(301);
    assertThat(region.notices)
        .containsExactly(
            "alice has more than 100 requests, or 300 other files there: the rest is removed;"
                + " directories that are not empty are put aside");
  }

  /** To try each of them in each look would load the NameNode. */
  @Test
  void aForeignDirectoryThatCannotBeMovedIsTriedAgainMinutesLater() throws Exception {
    for (int i = 1000; i < 1800; i++) {
      put("stuck" + i + "/");
    }
    int[] tries = new int[1];
    region.box.onCall = (name, argument) -> tries[0] += name.equals("remove") ? 1 : 0;
    region.step(1);
    assertThat(tries[0]).isEqualTo(50);
    for (int look = 0; look < 200; look++) {
      region.step(2);
    }
    assertThat(tries[0]).isEqualTo(500);
    for (int look = 0; look < 150; look++) {
      region.step(2);
    }
    assertThat(tries[0]).as("ten minutes later").isEqualTo(1000);
  }

  /** Each try starts a mover. */
  @Test
  void aFileThatCannotLeaveIsMovedEverMoreSeldom() throws Exception {
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a"));
    region.step(1);
    region.box.end("j1");
    region.step(1);
    int[] moves = new int[1];
    region.hdfs.onMove = () -> moves[0]++;
    region.hdfs.idleness = 1;
    region.settings = RegionSettings.OFF;
    region.restart();
    for (int minute = 0; minute < 180; minute++) {
      region.step(61);
    }
    // Two attempts after 0, 1, 3, 7, 15, 31, 63 and 123 minutes.
    assertThat(moves[0]).isEqualTo(16);
    region.hdfs.idleness = 0;
    for (int minute = 0; minute < 61; minute++) {
      region.step(61);
    }
    assertThat(region.touchesSsd("/a")).isFalse();
  }

  /** More replicas than there are nodes: HDFS never makes all of them. */
  @Test
  void takesBackAFileThatShallHaveMoreReplicasThanThereAreNodes() throws Exception {
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a"));
    region.step(1);
    region.box.end("j1");
    ModelHdfs.File file = region.hdfs.files.get("/a");
    file.replicas = 500;
    region.settings = RegionSettings.OFF;
    region.restart();
    region.hdfs.hasDeadNodes = true;
    for (int minute = 0; minute < 20; minute++) {
      region.step(61);
    }
    // A node that is away may have its copy on SSD.
    assertThat(region.manager.snapshot().fileCount()).isEqualTo(1);
    region.hdfs.hasDeadNodes = false;
    for (int minute = 0; minute < 20; minute++) {
      region.step(61);
    }
    assertThat(region.touchesSsd("/a")).isFalse();
    assertThat(file.replicas).isEqualTo(500);
    assertThat(region.manager.snapshot().fileCount()).isZero();
  }

  /** It is granted, and stored, but the daemon dies before it says so. */
  @Test
  void aGrantIsSaidAfterACrash() throws Exception {
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a"));
    int[] answers = new int[1];
    region.box.onCall =
        (name, argument) -> {
          if (name.equals("answer") && ++answers[0] == 2) {
            throw new StackOverflowError("the daemon is killed");
          }
        };
    assertThatThrownBy(() -> region.step(1)).isInstanceOf(StackOverflowError.class);
    assertThat(answer("j1").state()).isEqualTo(State.PREFETCHING);
    region.restart();
    region.step(1);
    assertThat(answer("j1").state()).isEqualTo(State.GRANTED);
  }

  /** Its node comes back, and the copy with it. */
  @Test
  void remembersACopyOnANodeThatIsAway() throws Exception {
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a"));
    region.step(1);
    region.box.end("j1");
    region.step(1);
    for (boolean leaving : new boolean[] {false, true}) {
      ModelHdfs.File file = region.hdfs.files.get("/a");
      region.hdfs.isStill = true;
      List<List<DeviceType>> all = List.copyOf(file.blocks);
      if (leaving) {
        file.modified++;
        region.hdfs.moverFails = true;
        region.step(61);
        region.hdfs.moverFails = false;
        assertThat(file.policy).isEqualTo("HOT");
      }
      file.blocks.replaceAll(
          block -> block.stream().filter(device -> device != DeviceType.SSD).toList());
      for (int minute = 0; minute < 3; minute++) {
        region.step(61);
      }
      assertThat(region.manager.snapshot().fileCount()).isEqualTo(1);
      file.blocks.clear();
      all.forEach(block -> file.blocks.add(new ArrayList<>(block)));
    }
    region.hdfs.isStill = false;
    for (int minute = 0; minute < 3; minute++) {
      region.step(61);
    }
    assertThat(region.touchesSsd("/a")).isFalse();
    assertThat(region.manager.snapshot().fileCount()).isZero();
  }

  @Test
  void forgetsNothingWhileTheClusterIsNotWell() throws Exception {
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a"));
    region.step(1);
    region.box.end("j1");
    ModelHdfs.File file = region.hdfs.files.get("/a");
    file.policy = "HOT";
    file.blocks.replaceAll(block -> List.of(DeviceType.DISK, DeviceType.DISK, DeviceType.DISK));
    region.hdfs.wait = Optional.of("safe mode");
    region.step(61);
    assertThat(region.manager.snapshot().fileCount()).isEqualTo(1);
    region.hdfs.wait = Optional.empty();
    region.step(61);
    assertThat(region.manager.snapshot().fileCount()).isZero();
  }

  @Test
  void takesBackWhateverTheOwnerDoes() throws Exception {
    region.add("/c", 10, "HOT");
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a", "/b"));
    region.step(1);
    region.box.end("j1");
    region.step(1);
    region.hdfs.isStill = true;
    ModelHdfs.File one = region.hdfs.files.get("/a");
    one.replicas = 1;
    one.blocks.replaceAll(block -> new ArrayList<>(List.of(DeviceType.SSD)));
    ModelHdfs.File renamed = region.hdfs.files.remove("/b");
    region.hdfs.files.put("/unmanaged/x\ny", renamed);
    region.manager.renamed("/b", "/unmanaged/x\ny");
    region.settings = RegionSettings.OFF;
    region.restart();
    region.step(61);
    region.step(61);
    assertThat(region.touchesSsd("/a")).isFalse();
    assertThat(region.touchesSsd("/unmanaged/x\ny")).isFalse();
    assertThat(region.manager.snapshot().isThere()).isFalse();
  }

  @Test
  void saysWhyAFileCannotLeave() throws Exception {
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a"));
    region.step(1);
    region.box.end("j1");
    region.step(1);
    region.hdfs.files.get("/a").open = true;
    region.settings = RegionSettings.OFF;
    region.restart();
    region.step(61);
    assertThat(region.manager.snapshot().files())
        .containsExactly(new RegionSnapshot.File("/a", 40, "leaving: is being written"));
    assertThat(region.hdfs.files.get("/a").policy).isEqualTo("HOT");
    region.hdfs.files.get("/a").open = false;
    region.step(61);
    assertThat(region.touchesSsd("/a")).isFalse();
  }

  /** A directory on its way has become a file: HDFS fails then. */
  @Test
  void findsAFileWhosePathHdfsDoesNotTake() throws Exception {
    region.box.post("j1", region.request(Map.of("config-3", 1.0), 0, "/a"));
    region.step(1);
    region.box.end("j1");
    region.hdfs.files.put("/elsewhere", region.hdfs.files.remove("/a"));
    region.hdfs.onState =
        path -> {
          if (path.equals("/a")) {
            throw new IOException("/a (is not a directory)");
          }
        };
    region.settings = RegionSettings.OFF;
    region.restart();
    region.step(61);
    assertThat(region.touchesSsd("/elsewhere")).isFalse();
  }

  /** Whoever asks for a hidden file learns nothing from whether a plan is about it. */
  @Test
  void aPlanRevealsNoFiles() throws Exception {
    region.planned.add("/a");
    JobRequest guess = region.request(ALL, 10, "/a");
    region.hdfs.files.get("/a").modified++;
    region.box.post("j1", guess);
    region.step(1);
    assertThat(answer("j1").reason()).isEqualTo("/a: is not, or no more, as the request says");
  }

  @Test
  void longTextsAreCutShort() throws Exception {
    region.add("/" + "x".repeat(7000), 5, "HOT");
    JobRequest lie = region.request(ALL, 10, "/" + "x".repeat(7000));
    region.hdfs.files.clear();
    region.box.post("j1", lie);
    region.step(1);
    assertThat(answer("j1").reason()).hasSizeLessThan(200);
    assertThat(region.notices).allMatch(notice -> notice.length() < 400);
  }

  /** 100 jobs read 10,000 files each; with 100,000 files in the region, one is renamed. */
  @Test
  @Timeout(60)
  void lookingForAFileTakesNoTimeOfAllFiles() throws Exception {
    List<HeldFile> files = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      files.add(new HeldFile("/table/part=" + i + "/file", i, 1, 7, false));
    }
    List<RunningJob> jobs = new ArrayList<>();
    for (int job = 0; job < 100; job++) {
      Set<Long> inputs = new HashSet<>();
      for (long i = 0; i < 10_000; i++) {
        inputs.add(job * 500L + i);
      }
      jobs.add(
          new RunningJob("j" + job, "a", "a", "alice", StorageConfiguration.CONFIG_3, 0, inputs));
    }
    region.store.store(files, jobs);
    region.settings = new RegionSettings(1L << 40, 0, RegionHarness.LEASE);
    region.restart();
    for (int i = 0; i < 1_000_000; i++) {
      assertThat(region.manager.isUsed(i) || i >= 59_500).isTrue();
    }
    for (int i = 0; i < 100_000; i++) {
      region.manager.renamed("/tmp/" + i, "/x/" + i);
    }
    region.manager.renamed("/table", "/old");
    assertThat(region.manager.snapshot().fileCount()).isEqualTo(100_000);
  }

  @Test
  void theStateOnDiskIsPrivateAndChecked(@TempDir Path directory) throws Exception {
    RegionFile file = new RegionFile(directory);
    assertThat(file.load().files()).isEmpty();
    RunningJob job =
        new RunningJob(
            "id", "sort", "sort of alice", "alice", StorageConfiguration.CONFIG_3, 5, Set.of(1L));
    HeldFile held = new HeldFile("/ä", 1, 2, 3, true);
    file.store(List.of(held), List.of(job));
    assertThat(file.load()).isEqualTo(new RegionStore.Stored(List.of(held), List.of(job)));
    Path path = directory.resolve("region");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    byte[] good = Files.readAllBytes(path);
    Random random = Seeds.of("region damage");
    for (int i = 0; i < 200; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(path, i % 4 == 0 ? Arrays.copyOf(good, i % good.length) : bad);
      assertThatThrownBy(file::load)
          .as("seed %d, damage %d", Seeds.seed(), i)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("delete it to begin with an empty region");
    }
  }
}
