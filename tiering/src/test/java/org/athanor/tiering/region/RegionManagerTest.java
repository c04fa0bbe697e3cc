// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.region.Answer.State;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
    assertThat(region.box.has("j1")).isTrue();
    assertThat(region.box.has("j2")).isFalse();
    region.step(3600);
    region.step(5);
    assertThat(region.box.has("j1")).as("the daemon was away").isTrue();
    for (int second = 0; second < 25; second += 5) {
      region.step(5);
    }
    assertThat(region.box.has("j1")).isFalse();
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
    region.box.files.remove("j1.answer");
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
        .isEqualTo("the temporary region has no room for it: 90 bytes are not in use");
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
    assertThat(answer("j1")).isNull();
    region.planned.clear();
    region.step(1, "j1");
    assertThat(answer("j1").state()).isEqualTo(State.GRANTED);
  }

  @Test
  void waitsWhileTheClusterIsNotWell() throws Exception {
    region.hdfs.wait = Optional.of("safe mode");
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    assertThat(answer("j1")).isNull();
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
    assertThat(answer("j1").state()).isEqualTo(State.REFUSED);
    assertThat(answer("j1").reason())
        .isEqualTo(
            "the daemon only decides (serve --dry-run): it would grant config-2: 50.0 s is the"
                + " fastest that can be granted");
    assertThat(region.touchesSsd("/a")).isFalse();
  }

  @Test
  void takesBackWhatDidNotGetThere() throws Exception {
    region.hdfs.moverFails = true;
    region.box.post("j1", region.request(ALL, 10, "/a"));
    region.step(1);
    assertThat(answer("j1").notes())
        .containsExactly("1 of 1 files could not be copied to SSDs: the mover has failed");
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

  @Test
  void removesWhatNobodyClaims() throws Exception {
    region.box.files.put("x.part", new ModelBox.Content());
    region.box.files.put("y.answer", new ModelBox.Content());
    region.box.isComplete = false;
    region.step(1);
    assertThat(region.box.files.keySet()).containsExactly("x.part", "y.answer");
    region.box.isComplete = true;
    region.step(1);
    assertThat(region.box.files.keySet()).containsExactly("x.part");
    for (int second = 0; second < 40; second += 5) {
      region.step(5);
    }
    assertThat(region.box.files).isEmpty();
  }

  @Test
  void oneUserCannotTakeAllRequests() throws Exception {
    for (int i = 100; i < 201; i++) {
      region.box.post("j" + i, region.request(Map.of("config-1", 1.0), 0, "/a"));
    }
    region.step(1);
    assertThat(answer("j199").state()).isEqualTo(State.GRANTED);
    assertThat(answer("j200").reason()).isEqualTo("alice has more than 100 requests");
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
      Files.write(path, i % 4 == 0 ? java.util.Arrays.copyOf(good, i % good.length) : bad);
      assertThatThrownBy(file::load)
          .as("seed %d, damage %d", Seeds.seed(), i)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("delete it to begin with an empty region");
    }
  }
}
