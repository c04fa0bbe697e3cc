// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.athanor.storage.tier.DeviceType;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import org.junit.jupiter.api.Test;

class PlanExecutionTest {
  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(3, 1000, 3, Duration.ofMinutes(1));

  private final ModelHdfs hdfs = new ModelHdfs(Seeds.of("model"));
  private final List<String> told = new ArrayList<>();

  private PlanExecution execution(Hdfs of) {
    return new PlanExecution(of, LIMITS, pause -> told.add("pause"), listener());
  }

  private PlanExecution.Listener listener() {
    return new PlanExecution.Listener() {
      @Override
      public void ended(Outcome outcome) {
        told.add("ended " + outcome.action().path());
      }

      @Override
      public void moving(int files, long bytes) {
        told.add("moving " + files + " files, " + bytes + " bytes");
      }
    };
  }

  private static PlanAction action(
      String path,
      ModelHdfs.File file,
      StoragePolicy from,
      StoragePolicy to,
      int fromReplicas,
      int toReplicas) {
    return new PlanAction(
        path,
        file.id,
        file.bytes,
        Instant.ofEpochMilli(file.modified),
        from,
        to,
        fromReplicas,
        toReplicas,
        file.bytes,
        "why");
  }

  private PlanAction toSsd(String path) {
    ModelHdfs.File file = hdfs.add(path, "HOT", 3, 2);
    return action(path, file, StoragePolicy.HOT, StoragePolicy.ONE_SSD, 3, 3);
  }

  private static List<Status> statuses(List<Outcome> outcomes) {
    return outcomes.stream().map(Outcome::status).toList();
  }

  @Test
  void doesWhatThePlanSaysOnce() throws Exception {
    PlanAction ssd = toSsd("/ssd");
    PlanAction cold =
        action(
            "/cold", hdfs.add("/cold", "HOT", 3, 2), StoragePolicy.HOT, StoragePolicy.COLD, 3, 2);
    PlanAction more =
        action("/more", hdfs.add("/more", "HOT", 3, 2), StoragePolicy.HOT, StoragePolicy.HOT, 3, 5);
    List<PlanAction> plan = List.of(ssd, cold, more);
    assertThat(execution(hdfs).look(plan))
        .extracting(Outcome::status)
        .containsOnly(Status.NOT_TRIED);
    assertThat(statuses(execution(hdfs).run(plan))).containsOnly(Status.DONE);
    assertThat(hdfs.files.get("/ssd").blocks)
        .allSatisfy(b -> assertThat(b).containsAll(ModelHdfs.wanted("ONE_SSD", 3)).hasSize(3));
    assertThat(hdfs.files.get("/cold").blocks)
        .allSatisfy(b -> assertThat(b).containsOnly(DeviceType.ARCHIVE));
    assertThat(hdfs.files.get("/more").blocks).allSatisfy(b -> assertThat(b).hasSize(5));
    assertThat(told).filteredOn(text -> text.startsWith("ended")).contains("ended /cold");
    told.clear();
    assertThat(statuses(execution(hdfs).run(plan))).containsOnly(Status.WAS_DONE);
    assertThat(told).noneMatch(text -> text.startsWith("moving"));
    assertThat(statuses(execution(hdfs).look(plan))).containsOnly(Status.WAS_DONE);
  }

  /** The rules of the NameNode's plug-ins may want more than the two that are usual. */
  @Test
  void noFileIsLeftFewerReplicasThanTheRulesAllow() throws Exception {
    PlanAction cold =
        action(
            "/cold", hdfs.add("/cold", "HOT", 4, 2), StoragePolicy.HOT, StoragePolicy.COLD, 4, 2);
    PlanAction fewer =
        action(
            "/fewer", hdfs.add("/fewer", "HOT", 5, 1), StoragePolicy.HOT, StoragePolicy.HOT, 5, 3);
    PlanAction enough =
        action(
            "/enough",
            hdfs.add("/enough", "HOT", 5, 1),
            StoragePolicy.HOT,
            StoragePolicy.HOT,
            5,
            4);
    PlanAction more =
        action("/more", hdfs.add("/more", "HOT", 2, 1), StoragePolicy.HOT, StoragePolicy.HOT, 2, 3);
    PlanAction moved =
        action(
            "/moved", hdfs.add("/moved", "HOT", 2, 1), StoragePolicy.HOT, StoragePolicy.COLD, 2, 2);
    LeastReplicas four = new LeastReplicas(4, "replication.minimum=4 of the rules /r");
    PlanExecution execution = new PlanExecution(hdfs, LIMITS.with(four), pause -> {}, listener());
    List<PlanAction> plan = List.of(cold, fewer, enough, more, moved);
    assertThat(statuses(execution.look(plan)))
        .containsExactly(
            Status.LEFT_ALONE,
            Status.LEFT_ALONE,
            Status.NOT_TRIED,
            Status.NOT_TRIED,
            Status.NOT_TRIED);
    List<Outcome> outcomes = execution.run(plan);
    assertThat(statuses(outcomes))
        .containsExactly(
            Status.LEFT_ALONE, Status.LEFT_ALONE, Status.DONE, Status.DONE, Status.DONE);
    assertThat(outcomes.get(1).detail())
        .isEqualTo(
            "would have 3 replicas instead of 5, but replication.minimum=4 of the rules /r is the"
                + " least; ask for 4 or more, or change the rule");
    assertThat(hdfs.files.get("/cold").policy).isEqualTo("HOT");
    assertThat(hdfs.files.get("/cold").replicas).isEqualTo(4);
    assertThat(hdfs.files.get("/fewer").replicas).isEqualTo(5);
  }

  /** Also a plan that somebody has changed by hand. */
  @Test
  void oneReplicaIsTooFewWithoutRules() throws Exception {
    PlanAction one =
        action("/one", hdfs.add("/one", "HOT", 3, 1), StoragePolicy.HOT, StoragePolicy.HOT, 3, 1);
    assertThat(execution(hdfs).run(List.of(one)).get(0).detail())
        .isEqualTo("would have 1 replicas instead of 3, but 2 is the least; ask for 2 or more");
    assertThat(hdfs.files.get("/one").replicas).isEqualTo(3);
  }

  @Test
  void whatFreesSpaceGoesFirst() throws Exception {
    PlanAction load = toSsd("/a");
    PlanAction evict =
        action(
            "/z", hdfs.add("/z", "ONE_SSD", 3, 1), StoragePolicy.ONE_SSD, StoragePolicy.HOT, 3, 3);
    PlanExecution one =
        new PlanExecution(
            hdfs,
            new PlanExecution.Limits(1, 1000, 3, Duration.ofMinutes(1)),
            pause -> {},
            listener());
    List<Outcome> outcomes = one.run(List.of(load, evict));
    assertThat(outcomes).extracting(o -> o.action().path()).containsExactly("/a", "/z");
    assertThat(told.stream().filter(text -> text.startsWith("ended")).findFirst())
        .isEqualTo(Optional.of("ended /z"));
  }

  @Test
  void filesThatHaveChangedAreLeftAlone() throws Exception {
    PlanAction gone = toSsd("/gone");
    hdfs.files.remove("/gone");
    PlanAction written = toSsd("/written");
    hdfs.files.get("/written").modified++;
    PlanAction longer = toSsd("/longer");
    hdfs.files.get("/longer").bytes++;
    PlanAction other = toSsd("/other");
    hdfs.files.get("/other").id = 77;
    PlanAction open = toSsd("/open");
    hdfs.files.get("/open").open = true;
    PlanAction policy = toSsd("/policy");
    hdfs.files.get("/policy").policy = "WARM";
    PlanAction replicas = toSsd("/replicas");
    hdfs.files.get("/replicas").replicas = 7;
    PlanAction lost = toSsd("/under-replicated");
    ModelHdfs.File file = hdfs.files.get("/under-replicated");
    file.blocks.get(0).remove(0);
    List<PlanAction> plan = List.of(gone, written, longer, other, open, policy, replicas);
    List<Outcome> outcomes = execution(hdfs).run(plan);
    assertThat(statuses(outcomes)).containsOnly(Status.CHANGED);
    assertThat(outcomes)
        .extracting(Outcome::detail)
        .containsExactly(
            "does not exist",
            "was written since",
            "has 101 bytes, had 100",
            "is another file of this name",
            "is being written",
            "has storage policy WARM",
            "has 7 replicas");
    assertThat(hdfs.files.get("/policy").policy).isEqualTo("WARM");
    // A replica is missing at this moment; the model makes it again soon.
    assertThat(new PlanExecution(frozen(), LIMITS, p -> {}, quiet()).look(List.of(lost)))
        .extracting(Outcome::detail)
        .containsExactly("has blocks with too few replicas");
  }

  /** The model without what HDFS does by itself: one block of one file lacks a replica. */
  private Hdfs frozen() throws IOException {
    ModelHdfs.File file = hdfs.files.get("/under-replicated");
    List<List<DeviceType>> blocks = List.of(ModelHdfs.wanted("HOT", 2), ModelHdfs.wanted("HOT", 3));
    ModelHdfs fixed = new ModelHdfs(Seeds.of("frozen"));
    return new Hdfs() {
      @Override
      public Optional<FileState> state(String path) {
        return Optional.of(
            new FileState(file.id, file.bytes, file.modified, 0, false, false, "HOT", 3, blocks));
      }

      @Override
      public void setPolicy(String path, StoragePolicy policy) throws IOException {
        fixed.setPolicy(path, policy);
      }

      @Override
      public void setReplicas(String path, int replicas) throws IOException {
        fixed.setReplicas(path, replicas);
      }

      @Override
      public Map<String, TierUse> tiers() throws IOException {
        return fixed.tiers();
      }

      @Override
      public boolean hasDeadNodes() {
        return false;
      }

      @Override
      public Optional<String> reasonToWait() {
        return Optional.empty();
      }

      @Override
      public void move(Collection<String> paths) throws IOException {
        fixed.move(paths);
      }
    };
  }

  private static PlanExecution.Listener quiet() {
    return new PlanExecution.Listener() {
      @Override
      public void ended(Outcome outcome) {}

      @Override
      public void moving(int files, long bytes) {}
    };
  }

  @Test
  void withoutRoomNothingIsTouched() throws Exception {
    PlanAction one = toSsd("/one");
    hdfs.full.add("SSD");
    PlanAction cold =
        action(
            "/cold", hdfs.add("/cold", "HOT", 3, 1), StoragePolicy.HOT, StoragePolicy.COLD, 3, 2);
    hdfs.full.add("ARCHIVE");
    List<Outcome> outcomes = execution(hdfs).run(List.of(one, cold));
    assertThat(statuses(outcomes)).containsOnly(Status.NO_ROOM);
    assertThat(outcomes.get(0).detail()).isEqualTo("devices of type SSD are full, but for a tenth");
    assertThat(hdfs.files.get("/cold").policy).isEqualTo("HOT");
    assertThat(hdfs.files.get("/cold").replicas).isEqualTo(3);
  }

  @Test
  void fewerReplicasNeedNoRoom() throws Exception {
    ModelHdfs.File file = hdfs.add("/many", "HOT", 12, 1);
    PlanAction fewer =
        new PlanAction(
            "/many",
            file.id,
            file.bytes,
            Instant.ofEpochMilli(file.modified),
            StoragePolicy.HOT,
            StoragePolicy.HOT,
            12,
            3,
            0,
            "why");
    hdfs.full.add("DISK");
    assertThat(execution(hdfs).run(List.of(fewer)).get(0).status()).isEqualTo(Status.DONE);
    assertThat(hdfs.files.get("/many").replicas).isEqualTo(3);
  }

  /** HDFS could not make a lost replica of it again. */
  @Test
  void whatDoesNotGetToArchiveGetsItsPolicyBack() throws Exception {
    PlanAction cold =
        action(
            "/cold", hdfs.add("/cold", "HOT", 3, 1), StoragePolicy.HOT, StoragePolicy.COLD, 3, 2);
    hdfs.moverFails = true;
    Outcome outcome = execution(hdfs).run(List.of(cold)).get(0);
    assertThat(outcome.status()).isEqualTo(Status.INCOMPLETE);
    assertThat(outcome.detail()).isEqualTo("the mover has failed; its storage policy is HOT again");
    assertThat(hdfs.files.get("/cold").policy).isEqualTo("HOT");
    assertThat(hdfs.files.get("/cold").replicas).isEqualTo(3);
    hdfs.moverFails = false;
    assertThat(execution(hdfs).run(List.of(cold)).get(0).status()).isEqualTo(Status.DONE);
  }

  /** Snapshots keep replicas that nobody asks for any more. */
  @Test
  void moreReplicasThanWantedDoNotMatter() throws Exception {
    PlanAction ssd = toSsd("/ssd");
    hdfs.files.get("/ssd").policy = "ONE_SSD";
    List<DeviceType> block =
        List.of(DeviceType.SSD, DeviceType.DISK, DeviceType.DISK, DeviceType.DISK);
    FileState state =
        new FileState(1, 100, 0, 0, false, false, "ONE_SSD", 3, List.of(block, block));
    assertThat(Placement.missing(ssd, state)).isEmpty();
  }

  @Test
  void nothingIsTouchedWhileTheClusterIsNotWell() throws Exception {
    PlanAction one = toSsd("/one");
    hdfs.wait = Optional.of("3 blocks are missing");
    List<Outcome> outcomes = execution(hdfs).run(List.of(one));
    assertThat(statuses(outcomes)).containsExactly(Status.NOT_TRIED);
    assertThat(outcomes.get(0).detail()).isEqualTo("3 blocks are missing");
    assertThat(hdfs.files.get("/one").policy).isEqualTo("HOT");
  }

  /**
   * Plans are carried out while calls fail and others change files, again and again. No block ever
   * has fewer than two replicas; in the end, without failures, each file is as the plan wants it,
   * or was changed by others.
   */
  @Test
  void comesToTheEndThroughThousandsOfHistories() throws Exception {
    for (int history = 0; history < 2000; history++) {
      Random random = Seeds.of("history " + history);
      ModelHdfs model = new ModelHdfs(random);
      List<PlanAction> plan = new ArrayList<>();
      for (int file = 0; file < 1 + random.nextInt(8); file++) {
        String path = "/f" + file;
        StoragePolicy from = policy(random);
        StoragePolicy to = policy(random);
        int fromReplicas = 2 + random.nextInt(3);
        int toReplicas = 2 + random.nextInt(4);
        ModelHdfs.File made = model.add(path, from.name(), fromReplicas, random.nextInt(3));
        plan.add(action(path, made, from, to, fromReplicas, toReplicas));
      }
      String seed = "seed " + Seeds.seed() + ", history " + history;
      model.failures = 0.05;
      model.idleness = 0.25;
      model.changes = random.nextInt(2) * 0.02;
      for (int run = 0; run < 4; run++) {
        execution(model).run(plan);
      }
      model.failures = 0;
      model.changes = 0;
      List<Outcome> last = List.of();
      for (int run = 0; run < 10; run++) {
        last = execution(model).run(plan);
      }
      assertThat(model.fewestEver).as(seed).isGreaterThanOrEqualTo(2);
      Set<Status> allowed = EnumSet.of(Status.WAS_DONE, Status.CHANGED);
      for (Outcome outcome : last) {
        assertThat(allowed).as(seed + ": " + outcome).contains(outcome.status());
        if (outcome.status() == Status.WAS_DONE) {
          ModelHdfs.File file = model.files.get(outcome.action().path());
          assertThat(file.policy).as(seed).isEqualTo(outcome.action().toPolicy().name());
          for (List<DeviceType> block : file.blocks) {
            assertThat(block)
                .as(seed)
                .containsExactlyInAnyOrderElementsOf(
                    ModelHdfs.wanted(file.policy, outcome.action().toReplicas()));
          }
        }
      }
    }
  }

  private static StoragePolicy policy(Random random) {
    return List.of(StoragePolicy.HOT, StoragePolicy.ONE_SSD, StoragePolicy.COLD)
        .get(random.nextInt(3));
  }

  /** The others of a file with a copy on SSD must be on disks, of which nine nodes have one. */
  @Test
  void asksForNoMoreReplicasThanThereAreNodes() throws Exception {
    PlanAction fits =
        action(
            "/fits",
            hdfs.add("/fits", "HOT", 3, 1),
            StoragePolicy.HOT,
            StoragePolicy.ONE_SSD,
            3,
            10);
    PlanAction more =
        action(
            "/more",
            hdfs.add("/more", "HOT", 3, 1),
            StoragePolicy.HOT,
            StoragePolicy.ONE_SSD,
            3,
            11);
    List<Outcome> outcomes = execution(hdfs).run(List.of(fits, more));
    assertThat(statuses(outcomes)).containsExactly(Status.DONE, Status.NO_ROOM);
    assertThat(outcomes.get(1).detail())
        .isEqualTo("9 nodes have devices of type DISK: 10 replicas need as many");
    assertThat(hdfs.files.get("/more").replicas).isEqualTo(3);
  }

  @Test
  void aNumberOfReplicasThatWasNeverReachedIsTakenBack() throws Exception {
    hdfs.isStill = true;
    ModelHdfs.File file = hdfs.add("/f", "ONE_SSD", 5, 2);
    file.replicas = 9;
    PlanAction lower = action("/f", file, StoragePolicy.ONE_SSD, StoragePolicy.ONE_SSD, 9, 5);
    PlanAction tooLow = action("/f", file, StoragePolicy.ONE_SSD, StoragePolicy.ONE_SSD, 9, 6);
    assertThat(execution(hdfs).run(List.of(tooLow)))
        .extracting(Outcome::detail)
        .containsExactly("has blocks with too few replicas");
    assertThat(file.replicas).isEqualTo(9);
    assertThat(statuses(execution(hdfs).run(List.of(lower)))).containsExactly(Status.DONE);
    assertThat(file.replicas).isEqualTo(5);
  }
}
