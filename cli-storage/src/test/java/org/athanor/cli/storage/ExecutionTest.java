// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.cli.ExitCode;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What a command says that ends in the middle: on an HDFS whose mover fails or is interrupted. */
class ExecutionTest {
  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(2, 1 << 30, 1, Duration.ZERO);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final FakeHdfs hdfs = new FakeHdfs();

  /** Three replicas on disks, of files with a block; the mover works so often, and then ends. */
  private static final class FakeHdfs implements HdfsTree {
    final Map<String, String> policies = new TreeMap<>();
    final Map<String, List<DeviceType>> devices = new TreeMap<>();
    int movesLeft;
    Exception end = new InterruptedException("ended");

    void add(String path) {
      policies.put(path, "HOT");
      devices.put(path, Collections.nCopies(3, DeviceType.DISK));
    }

    @Override
    public void forEach(String path, Visitor visitor) throws IOException {
      for (String name : policies.keySet()) {
        visitor.file(name, state(name).orElseThrow(), "HOT");
      }
    }

    @Override
    public boolean hasInode(long id) {
      return false;
    }

    @Override
    public Snapshots snapshots() {
      return (path, file) -> false;
    }

    @Override
    public Optional<FileState> state(String path) {
      List<List<DeviceType>> blocks = List.of(devices.get(path));
      return Optional.of(
          new FileState(path.hashCode(), 9, 1, 1, false, false, policies.get(path), 3, blocks));
    }

    @Override
    public void setPolicy(String path, StoragePolicy policy) {
      policies.put(path, policy.name());
    }

    @Override
    public void setReplicas(String path, int replicas) {
      throw new IllegalStateException("no replicas are asked for");
    }

    @Override
    public Map<String, TierUse> tiers() {
      return Map.of("SSD", new TierUse("SSD", 9, 9, 0, 1 << 30, 0, 1 << 30));
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
    public void move(Collection<String> paths) throws IOException, InterruptedException {
      if (movesLeft-- > 0) {
        for (String path : paths) {
          devices.put(path, List.of(DeviceType.SSD, DeviceType.DISK, DeviceType.DISK));
        }
      } else if (end instanceof InterruptedException interrupted) {
        throw interrupted;
      } else if (end instanceof IOException failed) {
        throw failed;
      }
    }
  }

  private static final String RULES =
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
      placements=fast
      placement.fast.path=/fast
      placement.fast.policy=tier
      retrieval=random
      replication.minimum=2
      """;

  private static PlanAction action(String path, StoragePolicy from, StoragePolicy to) {
    Instant modified = Instant.ofEpochMilli(1);
    return new PlanAction(path, path.hashCode(), 9, modified, from, to, 3, 3, 9, "read twice");
  }

  /** HDFS places a file that has another policy already. */
  @Test
  void rulesHoldFilesOfTheirDirectoriesWithTheUsualPolicy() throws Exception {
    StorageRules rules = RulesText.parse(RULES);
    hdfs.add("/fast/a");
    hdfs.add("/b");
    PlanAction toSsd = action("/fast/a", StoragePolicy.HOT, StoragePolicy.ONE_SSD);
    PlanAction off = action("/fast/a", StoragePolicy.ONE_SSD, StoragePolicy.HOT);
    assertThat(ApplyCommand.isHeld(rules, hdfs, toSsd)).isTrue();
    assertThat(ApplyCommand.isHeld(rules, hdfs, off)).as("it is off already").isTrue();
    assertThat(
            ApplyCommand.isHeld(rules, hdfs, action("/b", StoragePolicy.HOT, StoragePolicy.COLD)))
        .isFalse();
    hdfs.setPolicy("/fast/a", StoragePolicy.ONE_SSD);
    assertThat(ApplyCommand.isHeld(rules, hdfs, toSsd)).as("it was begun before").isFalse();
    assertThat(ApplyCommand.isHeld(rules, hdfs, off)).isFalse();
  }

  /** The first run sets the policy, and is interrupted; the next one goes on. */
  @Test
  void goesOnWithAFileOfTheRulesThatHasThePolicyOfThePlan() throws Exception {
    StorageRules rules = RulesText.parse(RULES);
    hdfs.add("/fast/a");
    hdfs.setPolicy("/fast/a", StoragePolicy.ONE_SSD);
    hdfs.movesLeft = 1;
    List<PlanAction> actions = List.of(action("/fast/a", StoragePolicy.HOT, StoragePolicy.ONE_SSD));
    Execution.Held held = action -> ApplyCommand.isHeld(rules, hdfs, action);
    int exit = execution().run(hdfs, actions, held, Execution.Work.NONE, 1);
    assertThat(exit).isEqualTo(ExitCode.SUCCESS);
    assertThat(hdfs.devices.get("/fast/a")).contains(DeviceType.SSD);
    assertThat(out.toString(UTF_8)).contains("done").doesNotContain("placed by the rules");
  }

  private Execution execution() {
    out.reset();
    StorageCommand storage = new StorageCommand();
    PrintStream print = new PrintStream(out, true, UTF_8);
    new CommandLine(new AthanorStorage(print, new PrintStream(new ByteArrayOutputStream())))
        .addSubcommand(storage)
        .parseArgs("storage");
    return new Execution(storage, LIMITS, false, false);
  }

  private int move() throws Exception {
    return execution()
        .run(
            hdfs,
            files -> files.setRepPolicy(List.of("/"), StoragePolicy.ONE_SSD, Optional.empty()));
  }

  @Test
  void leavesAloneWhatRulesHold() throws Exception {
    List<PlanAction> actions = new ArrayList<>();
    for (String path : List.of("/fast/a", "/b")) {
      hdfs.add(path);
      actions.add(action(path, StoragePolicy.HOT, StoragePolicy.ONE_SSD));
    }
    hdfs.movesLeft = 1;
    PlanAction other = action("/other", StoragePolicy.HOT, StoragePolicy.HOT);
    Execution.Work then =
        listener -> List.of(new Outcome(other, Outcome.Status.INCOMPLETE, "lacks tier nvme"));
    Execution.Held held = action -> action.path().startsWith("/fast/");
    int exit = execution().run(hdfs, actions, held, then, 3);
    assertThat(exit).as("not all is done").isEqualTo(ExitCode.FAILED);
    assertThat(out.toString(UTF_8)).contains("/other: lacks tier nvme");
    assertThat(hdfs.policies).isEqualTo(Map.of("/fast/a", "HOT", "/b", "ONE_SSD"));
    assertThat(out.toString(UTF_8)).contains("/fast/a: placed by the rules");
  }

  @Test
  void saysWhatIsChangedIfItIsInterrupted() throws Exception {
    for (String path : List.of("/a", "/b", "/c", "/d", "/e")) {
      hdfs.add(path);
    }
    hdfs.movesLeft = 1;
    assertThatThrownBy(this::move).isInstanceOf(InterruptedException.class);
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            is                                  files  their length
            done                                    2          18 B
            incomplete: HDFS has not moved all      2          18 B
            not tried                               1           9 B
            /c: was begun: storage policy ONE_SSD may be set, its replicas are not verified
            /d: was begun: storage policy ONE_SSD may be set, its replicas are not verified
            What was not tried is as it was. \
            To go on, give the same command again: it sees what is done, and does the rest.
            """);
    assertThat(hdfs.policies.get("/e")).isEqualTo("HOT");
    hdfs.movesLeft = 9;
    assertThat(move()).isEqualTo(ExitCode.SUCCESS);
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            is            files  their length
            done              3          27 B
            done already      2          18 B
            """);
  }

  @Test
  void saysWhatIsSetIfTheMoverFails() throws Exception {
    for (String path : List.of("/a", "/b", "/c", "/d", "/e\n")) {
      hdfs.add(path);
    }
    hdfs.movesLeft = 1;
    hdfs.end = new IOException("another mover is running in this cluster");
    assertThat(move()).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            """
            is                                  files  their length
            done                                    2          18 B
            incomplete: HDFS has not moved all      2          18 B
            not tried                               1           9 B
            /c: another mover is running in this cluster; its storage policy is ONE_SSD
            /d: another mover is running in this cluster; its storage policy is ONE_SSD
            /e?: another mover is running in this cluster
            What was not tried is as it was. \
            To go on, give the same command again: it sees what is done, and does the rest.
            """);
  }

  @Test
  void saysWhatIsSetIfReplicasDoNotMove() throws Exception {
    hdfs.add("/a");
    hdfs.end = new RuntimeException("does nothing");
    assertThat(move()).isEqualTo(ExitCode.FAILED);
    assertThat(out.toString(UTF_8))
        .endsWith(
            """
            /a: 1 of 1 blocks are not yet where they should be; its storage policy is ONE_SSD
            To go on, give the same command again: it sees what is done, and does the rest.
            """);
  }
}
