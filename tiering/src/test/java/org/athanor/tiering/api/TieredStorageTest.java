// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.storage.tier.DeviceType;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.ModelHdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.StoragePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TieredStorageTest {
  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(10, 1 << 30, 5, Duration.ofMinutes(5));

  private final ModelHdfs hdfs = new ModelHdfs(Seeds.of("model"));
  private final List<String> ended = new ArrayList<>();
  private final TieredStorage files = on(hdfs, false);

  private TieredStorage on(ModelHdfs model, boolean isDryRun) {
    return on(model, LIMITS, isDryRun);
  }

  private TieredStorage on(ModelHdfs model, PlanExecution.Limits limits, boolean isDryRun) {
    return new TieredStorage(
        model,
        limits,
        isDryRun,
        pause -> {},
        new PlanExecution.Listener() {
          @Override
          public void ended(Outcome outcome) {
            ended.add(outcome.action().path());
          }

          @Override
          public void moving(int moving, long bytes) {}
        });
  }

  /** One of the operations, with what it is called with. */
  private interface Operation {
    List<Outcome> run(TieredStorage files) throws IOException, InterruptedException;
  }

  private static final List<String> F = List.of("/f");

  private static final List<Operation> OPERATIONS =
      List.of(
          files -> files.createFileTier(F, FileTier.SSD),
          files -> files.deleteFileTier(F, FileTier.DISK),
          files -> files.moveTier(F, FileTier.SSD, FileTier.ARCHIVE, 2),
          files -> files.setRepPolicy(F, StoragePolicy.COLD, Optional.of(4)),
          files -> files.setReplicas(F, 5, true),
          files -> files.setReplicas(F, 2, true));

  private void assertPlaced(String path, String policy, int replicas) {
    ModelHdfs.File file = hdfs.files.get(path);
    assertThat(file.policy).isEqualTo(policy);
    assertThat(file.replicas).isEqualTo(replicas);
    assertThat(file.blocks)
        .allSatisfy(
            block ->
                assertThat(block)
                    .containsExactlyInAnyOrderElementsOf(ModelHdfs.wanted(policy, replicas)));
  }

  private static String text(List<Outcome> outcomes) {
    assertThat(outcomes).hasSize(1);
    Outcome outcome = outcomes.get(0);
    return outcome.status() + (outcome.detail().isEmpty() ? "" : ": " + outcome.detail());
  }

  @ParameterizedTest
  @CsvSource({
    "HOT, SSD, ONE_SSD",
    "HOT, ARCHIVE, WARM",
    "COLD, DISK, WARM",
    "ALL_SSD, DISK, ONE_SSD",
  })
  void aFileGetsOnOneMoreTier(String from, FileTier tier, String to) throws Exception {
    hdfs.add("/f", from, 3, 2);
    assertThat(text(files.createFileTier(F, tier))).isEqualTo("DONE");
    assertPlaced("/f", to, 3);
    assertThat(text(files.createFileTier(F, tier))).isEqualTo("WAS_DONE");
    assertThat(hdfs.fewestEver).isGreaterThanOrEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "ONE_SSD, SSD, HOT",
    "ALL_SSD, SSD, HOT",
    "WARM, ARCHIVE, HOT",
    "COLD, ARCHIVE, HOT",
    "ONE_SSD, DISK, ALL_SSD",
    "WARM, DISK, COLD",
  })
  void aFileLeavesATier(String from, FileTier tier, String to) throws Exception {
    hdfs.add("/f", from, 3, 2);
    assertThat(text(files.deleteFileTier(F, tier))).isEqualTo("DONE");
    assertPlaced("/f", to, 3);
    assertThat(hdfs.files.get("/f").blocks)
        .allSatisfy(block -> assertThat(block).doesNotContain(tier.device()));
    assertThat(hdfs.fewestEver).isGreaterThanOrEqualTo(3);
    if (tier != FileTier.DISK) {
      assertThat(text(files.deleteFileTier(F, tier))).isEqualTo("WAS_DONE");
    }
  }

  @Test
  void aFileMovesFromTierToTierAndIsOnNoOther() throws Exception {
    hdfs.add("/f", "ONE_SSD", 3, 2);
    assertThat(text(files.moveTier(F, FileTier.SSD, FileTier.ARCHIVE, 4))).isEqualTo("DONE");
    assertPlaced("/f", "WARM", 4);
    assertThat(text(files.moveTier(F, FileTier.SSD, FileTier.DISK, 4))).isEqualTo("WAS_DONE");
    assertThat(text(files.moveTier(F, FileTier.DISK, FileTier.ARCHIVE, 2))).isEqualTo("DONE");
    files.setReplicas(F, 2, true); // waits until HDFS has deleted the others
    assertPlaced("/f", "COLD", 2);
    assertThat(text(files.moveTier(F, FileTier.DISK, FileTier.SSD, 2)))
        .isEqualTo("LEFT_ALONE: is not on disk");
    assertThat(hdfs.fewestEver).isGreaterThanOrEqualTo(2);
  }

  @Test
  void whatStockPoliciesCannotSayIsRefused() throws Exception {
    hdfs.add("/f", "COLD", 3, 1);
    assertThat(text(files.createFileTier(F, FileTier.SSD)))
        .isEqualTo("LEFT_ALONE: HDFS has no storage policy for ssd and archive");
    hdfs.files.get("/f").policy = "HOT";
    assertThat(text(files.deleteFileTier(F, FileTier.DISK)))
        .isEqualTo("LEFT_ALONE: is on disks only: move it to another tier instead");
    assertThatThrownBy(() -> files.setRepPolicy(F, StoragePolicy.LAZY_PERSIST, Optional.empty()))
        .hasMessage("policy=LAZY_PERSIST: must be HOT, WARM, COLD, ONE_SSD or ALL_SSD");
    for (int replicas : new int[] {-1, 0, 1, 513}) {
      assertThatThrownBy(() -> files.setReplicas(F, replicas, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("replicas=" + replicas + ": must be from 2 to 512");
    }
  }

  @Test
  void numbersOfReplicasAreSetAndAwaited() throws Exception {
    hdfs.add("/f", "ONE_SSD", 3, 3);
    assertThat(text(files.setReplicas(F, 5, true))).isEqualTo("DONE");
    assertThat(hdfs.files.get("/f").blocks).allSatisfy(block -> assertThat(block).hasSize(5));
    assertThat(text(files.setReplicas(F, 5, true))).isEqualTo("WAS_DONE");
    assertThat(text(files.setReplicas(F, 2, true))).isEqualTo("DONE");
    assertThat(hdfs.files.get("/f").blocks).allSatisfy(block -> assertThat(block).hasSize(2));
    assertThat(hdfs.fewestEver).isEqualTo(2);
  }

  /** Of operations that would give fewer; what is raised, or keeps its number, may stay below. */
  @Test
  void numbersBelowThoseOfTheRulesAreRefused() throws Exception {
    LeastReplicas least = new LeastReplicas(3, "replication.minimum=3 of the rules /r");
    TieredStorage ruled = on(hdfs, LIMITS.with(least), false);
    hdfs.add("/f", "HOT", 4, 2);
    String refusal =
        "LEFT_ALONE: would have 2 replicas instead of 4, but replication.minimum=3 of the rules /r"
            + " is the least; ask for 3 or more, or change the rule";
    assertThat(text(ruled.setReplicas(F, 2, true))).isEqualTo(refusal);
    assertThat(text(ruled.setReplicas(F, 2, false))).isEqualTo(refusal);
    assertThat(text(ruled.setRepPolicy(F, StoragePolicy.COLD, Optional.of(2)))).isEqualTo(refusal);
    assertThat(text(ruled.moveTier(F, FileTier.DISK, FileTier.SSD, 2))).isEqualTo(refusal);
    assertPlaced("/f", "HOT", 4);
    assertThat(text(ruled.setReplicas(F, 3, true))).isEqualTo("DONE");
    assertThat(hdfs.fewestEver).isEqualTo(3);
    hdfs.add("/f", "HOT", 1, 1);
    assertThat(text(ruled.setReplicas(F, 2, true))).isEqualTo("DONE");
    assertThat(text(ruled.createFileTier(F, FileTier.SSD))).isEqualTo("DONE");
    assertPlaced("/f", "ONE_SSD", 2);
  }

  @Test
  void whoDoesNotWaitIsToldSo() throws Exception {
    hdfs.add("/f", "HOT", 3, 1);
    hdfs.isStill = true;
    assertThat(text(files.setReplicas(F, 4, false)))
        .isEqualTo("ASKED: HDFS makes or deletes replicas by itself");
    assertThat(hdfs.files.get("/f").replicas).isEqualTo(4);
    // What is set already is waited for, and not taken for a file that lacks replicas.
    assertThat(text(files.setReplicas(F, 4, true)))
        .isEqualTo("INCOMPLETE: 1 of 1 blocks have not yet 4 replicas");
    assertThat(text(files.setReplicas(F, 5, true)))
        .isEqualTo("LEFT_ALONE: has blocks with too few replicas");
    hdfs.isStill = false;
    assertThat(text(files.setReplicas(F, 4, true))).isIn("DONE", "WAS_DONE");
    assertThat(hdfs.files.get("/f").blocks).allSatisfy(block -> assertThat(block).hasSize(4));
  }

  @Test
  void replicasTooManyAreNotDone() throws Exception {
    hdfs.add("/f", "HOT", 3, 1);
    hdfs.isStill = true;
    assertThat(text(files.setReplicas(F, 2, true)))
        .isEqualTo("INCOMPLETE: 1 of 1 blocks still have more than 2 replicas");
  }

  @Test
  void aReplicaThatStaysOnTheTierIsNotDone() throws Exception {
    hdfs.add("/f", "HOT", 3, 2).blocks.get(1).add(DeviceType.SSD);
    hdfs.isStill = true;
    assertThat(text(files.deleteFileTier(F, FileTier.SSD)))
        .isEqualTo("INCOMPLETE: 1 of 2 blocks still have a replica on ssd");
    hdfs.isStill = false;
    assertThat(text(files.deleteFileTier(F, FileTier.SSD))).isEqualTo("WAS_DONE");
  }

  @Test
  void filesOfOthersAreLeftAlone() throws Exception {
    hdfs.isStill = true;
    hdfs.add("/d/coded", "ONE_SSD", 3, 1).erasureCoded = true;
    hdfs.add("/d/held", "ONE_SSD", 3, 1);
    hdfs.changedSinceSnapshot.add("/d/held");
    hdfs.add("/d/lacks", "ONE_SSD", 3, 2).blocks.get(0).remove(0);
    hdfs.add("/d/mine", "MINE", 3, 1);
    hdfs.add("/d/one", "ONE_SSD", 1, 1);
    hdfs.add("/d/open", "ONE_SSD", 3, 1).open = true;
    hdfs.add("/ssd/file", "ALL_SSD", 3, 1);
    hdfs.directories.put("/ssd", "ALL_SSD");
    List<Outcome> outcomes = files.deleteFileTier(List.of("/ssd", "/d", "/d/one"), FileTier.SSD);
    assertThat(outcomes).extracting(Outcome::status).containsOnly(Status.LEFT_ALONE);
    assertThat(outcomes)
        .extracting(outcome -> outcome.action().path() + " " + outcome.detail())
        .containsExactly(
            "/d/coded is erasure coded",
            "/d/held has changed since a snapshot",
            "/d/lacks has blocks with too few replicas",
            "/d/mine has storage policy MINE",
            "/d/one has one replica; give it 2 first",
            "/d/open is being written",
            "/ssd/file has storage policy ALL_SSD from its directory");
    assertThat(ended).hasSize(7);
    assertThat(text(files.setRepPolicy(List.of("/ssd"), StoragePolicy.HOT, Optional.empty())))
        .isEqualTo("LEFT_ALONE: has storage policy ALL_SSD");
    // A number of replicas changes no device, and one replica may become more.
    hdfs.isStill = false;
    assertThat(text(files.setReplicas(List.of("/ssd"), 4, true))).isEqualTo("DONE");
    assertThat(text(files.setReplicas(List.of("/d/one"), 3, true))).isEqualTo("DONE");
    assertThat(text(files.setReplicas(List.of("/d/mine"), 4, true)))
        .isEqualTo("LEFT_ALONE: has storage policy MINE");
  }

  @Test
  void aTierThatDoesNotExistIsSaid() throws Exception {
    hdfs.add("/f", "HOT", 3, 1);
    hdfs.absent.add("SSD");
    assertThat(text(files.createFileTier(F, FileTier.SSD)))
        .isEqualTo("NO_ROOM: 0 nodes have devices of type SSD: 1 replicas need as many");
    hdfs.absent.add("ARCHIVE");
    assertThat(text(files.createFileTier(F, FileTier.ARCHIVE)))
        .isEqualTo("NO_ROOM: 0 nodes have devices of type ARCHIVE: 2 replicas need as many");
    assertThat(text(files.setReplicas(F, 10, true)))
        .isEqualTo("NO_ROOM: 9 nodes have devices of type DISK: 10 replicas need as many");
    assertPlaced("/f", "HOT", 3);
  }

  @Test
  void aFullTierIsSaid() throws Exception {
    hdfs.add("/f", "ONE_SSD", 3, 1);
    hdfs.full.addAll(List.of("DISK", "SSD"));
    assertThat(text(files.deleteFileTier(F, FileTier.SSD)))
        .isEqualTo("NO_ROOM: devices of type DISK are full, but for a tenth");
    assertThat(text(files.deleteFileTier(F, FileTier.DISK)))
        .isEqualTo("NO_ROOM: devices of type SSD are full, but for a tenth");
    assertThat(text(files.setReplicas(F, 4, true)))
        .isEqualTo("NO_ROOM: devices of type DISK are full, but for a tenth");
    assertPlaced("/f", "ONE_SSD", 3);
    assertThat(text(files.setReplicas(F, 2, true))).isEqualTo("DONE");
  }

  @Test
  void nothingIsBegunIfAPathIsMissing() {
    hdfs.add("/f", "HOT", 3, 1);
    assertThatThrownBy(() -> files.setReplicas(List.of("/f", "/none"), 5, true))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("/none: does not exist in HDFS");
    assertThat(hdfs.files.get("/f").replicas).isEqualTo(3);
  }

  @Test
  void nothingIsBegunWhileTheClusterIsNotWell() throws Exception {
    hdfs.add("/f", "HOT", 3, 1);
    hdfs.wait = Optional.of("3 blocks are missing");
    hdfs.files.get("/f").policy = "ONE_SSD";
    hdfs.isStill = true;
    for (Operation operation : OPERATIONS) {
      assertThat(text(operation.run(files))).isEqualTo("NOT_TRIED: 3 blocks are missing");
    }
    assertThat(hdfs.files.get("/f").policy).isEqualTo("ONE_SSD");
    assertThat(hdfs.files.get("/f").replicas).isEqualTo(3);
  }

  /** The cluster is not well any more when the second batch begins. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void numbersOfReplicasAreSetNoFurtherWhileTheClusterIsNotWell(boolean waits) throws Exception {
    List<String> paths = new ArrayList<>();
    for (int file = 0; file < LIMITS.batchFiles() + 2; file++) {
      String path = String.format(Locale.ROOT, "/d/%02d", file);
      hdfs.add(path, "HOT", 3, 1);
      paths.add(path);
    }
    hdfs.onCall =
        call -> {
          if (hdfs.files.get("/d/05").replicas == 4) {
            hdfs.wait = Optional.of("3 blocks are missing");
          }
        };
    List<Outcome> outcomes = files.setReplicas(List.of("/d"), 4, waits);
    assertThat(outcomes).extracting(outcome -> outcome.action().path()).isEqualTo(paths);
    assertThat(outcomes.subList(0, 10))
        .extracting(Outcome::status)
        .containsOnly(waits ? Status.DONE : Status.ASKED);
    assertThat(outcomes.subList(10, 12))
        .allSatisfy(
            outcome ->
                assertThat(text(List.of(outcome))).isEqualTo("NOT_TRIED: 3 blocks are missing"));
    assertThat(hdfs.files.get("/d/10").replicas).isEqualTo(3);
  }

  @Test
  void aDryRunTouchesNothing() throws Exception {
    hdfs.add("/f", "ONE_SSD", 3, 1);
    for (Operation operation : OPERATIONS) {
      operation
          .run(on(hdfs, true))
          .forEach(outcome -> assertThat(outcome.status()).isIn(Status.NOT_TRIED, Status.WAS_DONE));
    }
    assertPlaced("/f", "ONE_SSD", 3);
  }

  /**
   * Each call to HDFS fails once, for each operation. Nothing is lost, what was said to be done is,
   * and who asks again gets it.
   */
  @Test
  void anyCallMayFail() throws Exception {
    for (Operation operation : OPERATIONS) {
      for (int failing = 1; ; failing++) {
        int number = failing;
        int[] last = {0};
        ModelHdfs model = new ModelHdfs(Seeds.of("failing " + failing));
        model.add("/f", "ONE_SSD", 3, 2);
        model.onCall =
            call -> {
              last[0] = call;
              if (call == number) {
                throw new IOException("the NameNode has failed");
              }
            };
        String as = "operation " + OPERATIONS.indexOf(operation) + ", call " + failing;
        try {
          assertThat(operation.run(on(model, false)))
              .as(as)
              .allSatisfy(outcome -> assertThat(outcome.detail()).doesNotContain("\n"));
        } catch (IOException e) {
          assertThat(e).as(as).hasMessage("the NameNode has failed");
        }
        if (last[0] < failing) {
          break; // it needed fewer calls
        }
        model.onCall = call -> {};
        String again = "";
        for (int run = 0; run < 50 && !again.matches("DONE|WAS_DONE"); run++) {
          again = text(operation.run(on(model, false)));
        }
        assertThat(again).as(as).isIn("DONE", "WAS_DONE");
        assertThat(model.fewestEver).as(as).isGreaterThanOrEqualTo(2);
      }
    }
  }

  /** At each call, somebody else writes, deletes or replaces the file: it is left as it is then. */
  @Test
  void aFileMayChangeAtAnyCall() throws Exception {
    for (Operation operation : OPERATIONS) {
      for (int kind = 0; kind < 4; kind++) {
        for (int changing = 1; changing < 40; changing++) {
          ModelHdfs model = new ModelHdfs(Seeds.of("changing " + changing));
          model.add("/f", "ONE_SSD", 3, 2);
          int at = changing;
          int how = kind;
          model.onCall =
              call -> {
                ModelHdfs.File file = model.files.get("/f");
                if (call == at && file != null) {
                  switch (how) {
                    case 0 -> model.files.remove("/f");
                    case 1 -> file.open = true;
                    case 2 -> file.modified++;
                    default -> file.id += 1000;
                  }
                }
              };
          String as = "operation " + OPERATIONS.indexOf(operation) + " " + kind + " " + changing;
          try {
            for (Outcome outcome : operation.run(on(model, false))) {
              assertThat(outcome.status())
                  .as(as + ": " + outcome.detail())
                  .isIn(
                      Status.DONE,
                      Status.WAS_DONE,
                      Status.CHANGED,
                      Status.LEFT_ALONE,
                      Status.FAILED);
            }
          } catch (FileNotFoundException e) {
            assertThat(e).as(as).hasMessage("/f: does not exist in HDFS");
          }
          assertThat(model.fewestEver).as(as).isGreaterThanOrEqualTo(2);
        }
      }
    }
  }
}
