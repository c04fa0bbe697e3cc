// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.cli.storage.gain.ModelCluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.TierUse;
import org.junit.jupiter.api.Test;

/** The job reads 100 MB, of which 40 have copies on SSDs, and writes twice as much in between. */
class AdviceTest {
  private static final long MB = 1_000_000;

  private final SampleRuns sample = new SampleRuns();
  private final ApplicationRuns runs =
      ApplicationRuns.of(
              List.of(
                  sample.sort("config-1", 100 * MB, 100),
                  sample.sort("config-2", 100 * MB, 70),
                  sample.sort("config-3", 100 * MB, 85),
                  sample.sort("config-4", 100 * MB, 80)))
          .orElseThrow();

  private static FileState file(long id, long megabytes, boolean open, DeviceType... devices) {
    return new FileState(
        id, megabytes * MB, 1, 1, open, false, "HOT", 2, List.of(List.of(devices)));
  }

  private static JobInput input(boolean open) {
    JobInput input = new JobInput();
    input.add("/a", "/a/1", file(1, 40, false, DeviceType.DISK, DeviceType.SSD));
    input.add("/a", "/a/2", file(2, 10, false, DeviceType.DISK, DeviceType.DISK));
    input.add("/b", "/b", file(3, 50, open, DeviceType.DISK, DeviceType.DISK));
    input.add("/a/2", "/a/2", file(2, 10, false, DeviceType.DISK, DeviceType.DISK));
    return input;
  }

  private Advice advise(long megabytes, boolean open) {
    return Advice.of("sort", runs, input(open), megabytes * MB, 0.03);
  }

  @Test
  void saysWhatToDoForTheFastestConfiguration() {
    assertThat(AdviceText.of(advise(260, false)))
        .isEqualTo(
            """
            sort: input 100 MB, expected intermediate data 200 MB, room on SSDs 260 MB

            configuration  input  intermediate     time  runs
            config-1       disk   disk          100.0 s     1
            config-2       SSD    SSD            70.0 s     1
            config-3       SSD    disk           85.0 s     1
            config-4       disk   SSD            80.0 s     1
            (medians with 100 MB of input)

            choice   config-2: 70.0 s is the fastest that can be granted
            before   athanor storage move /a ssd
            before   athanor storage move /b ssd
            run      athanor run -D athanor.intermediate.tier=ssd JAR ...
            note     it was measured with all replicas and the output on SSDs; athanor storage move puts \
            one replica there, and room is counted for that one. Readers must prefer it: \
            dfs.namenode.read.considerStorageType=true for the NameNode
            note     intermediate data go to local directories of the nodes on SSDs, of whose room nothing \
            is known here
            """);
  }

  @Test
  void saysWhatLinksMeanOrWhyThatIsNotKnown() {
    Map<String, TierUse> uses = new TreeMap<>();
    assertThat(AdviseCommand.withLinks(advise(10, false), Optional.empty(), 1.25e9).notes())
        .containsExactly(
            "whether replicas should be near or on fast devices cannot be said: HDFS shows its"
                + " volumes to its superuser only; describe the cluster by --cluster");
    assertThat(AdviseCommand.withLinks(advise(10, false), Optional.of(uses), 1.25e9).notes())
        .containsExactly(
            "whether replicas should be near or on fast devices cannot be said: no DataNode has a"
                + " volume of type SSD, DISK or ARCHIVE");
    ModelCluster empty =
        new ModelCluster(
            ClusterSpec.ofEqual(
                new NodeSpec("n", 1, 1e9, 1e9, List.of(), Slots.NONE, Power.NONE), 3),
            "empty");
    assertThat(AdviseCommand.withLinks(advise(10, false), empty).notes())
        .containsExactly(
            "whether replicas should be near or on fast devices cannot be said: no node of the"
                + " cluster stores blocks");
    uses.put("DISK", new TierUse("DISK", 4, 8, 0, 1L << 40, 0, 1L << 40));
    Advice advice = AdviseCommand.withLinks(advise(10, false), Optional.of(uses), 1.25e9);
    assertThat(AdviceText.of(advice))
        .contains("placed and read by  ")
        .contains("\nlinks    10 Gbit/s a node, 4 nodes at one switch")
        .contains("\nreplicas network: by ")
        .containsPattern("; policies that know devices are better below [0-9.]+ Mbit/s a node\n$");
    assertThat(AdviceText.json(advice))
        .contains("\"links\": {", "\"recommended\": \"network\"", "\"boundBy\": \"")
        .contains("\"linkBytesPerSecond\": 1.25E9", "\"changesBelowBytesPerSecond\": ")
        .doesNotContain("changesFromBytesPerSecond");
  }

  @Test
  void saysWhatWasRefused() {
    assertThat(AdviceText.of(advise(200, false)))
        .endsWith(
            """

            choice   config-4: 80.0 s is the fastest that can be granted
            refused  config-2 takes 70.0 s, but the temporary region has no room for it
            run      athanor run -D athanor.intermediate.tier=ssd JAR ...
            note     intermediate data go to local directories of the nodes on SSDs, of whose room nothing \
            is known here
            """);
    Advice small = advise(10, false);
    assertThat(small.choice().configuration()).isEqualTo(StorageConfiguration.CONFIG_1);
    assertThat(small.moves()).isEmpty();
    assertThat(small.tier()).isEqualTo("disk");
  }

  @Test
  void saysWhatMakesItLessCertain() {
    ApplicationRuns some =
        ApplicationRuns.of(
                List.of(
                    sample.sort("config-3", 10 * MB, 5),
                    sample.sort("config-1", 10 * MB, 50),
                    sample.sort(
                        Map.of("storage", "config-1", "a", "b"), 10 * MB, 50, Optional.empty())))
            .orElseThrow();
    Advice advice = Advice.of("sort", some, input(true), 500 * MB, 0.03);
    assertThat(advice.choice().configuration()).isEqualTo(StorageConfiguration.CONFIG_1);
    assertThat(advice.notes())
        .containsExactly(
            "the input cannot be on SSDs: /b is being written; athanor storage move leaves such files"
                + " alone",
            "no run says how long it takes in config-2, config-4",
            "left out: 1 more under other conditions (parameters, version, settings, cores, memory,"
                + " machines)");
  }

  @Test
  void withoutARunOnDisksThereIsNothingToCompareWith() {
    ApplicationRuns some =
        ApplicationRuns.of(List.of(sample.sort("config-2", 10 * MB, 5))).orElseThrow();
    Advice advice = Advice.of("sort", some, input(false), 500 * MB, 0.03);
    assertThat(advice.choice().configuration()).isEqualTo(StorageConfiguration.CONFIG_1);
    assertThat(advice.notes().get(0)).startsWith("no run says how long it takes on disks");
  }

  @Test
  void filesThatCannotBeMovedKeepTheInputOnDisks() {
    JobInput input = new JobInput();
    List<List<DeviceType>> one = List.of(List.of(DeviceType.DISK));
    input.add("/a", "/a/1", new FileState(1, MB, 1, 1, false, false, "HOT", 1, one));
    input.add("/a", "/a/2", new FileState(2, MB, 1, 1, false, false, "HOT", 2, one));
    input.add("/a", "/a/3", new FileState(3, MB, 1, 1, false, true, "HOT", 2, one));
    List<List<DeviceType>> two = List.of(List.of(DeviceType.DISK, DeviceType.DISK));
    input.add("/a", "/a/4", new FileState(4, MB, 1, 1, false, false, "COLD", 2, two));
    assertThat(input.immovable())
        .containsExactly(
            "/a/1 has one replica",
            "/a/2 has blocks with too few replicas",
            "/a/3 is erasure coded",
            "/a/4 has the storage policy COLD");
    assertThat(Advice.of("sort", runs, input, 500 * MB, 0.03).choice().configuration())
        .isEqualTo(StorageConfiguration.CONFIG_4);
  }

  @Test
  void writesJson() {
    assertThat(AdviceText.json(advise(200, false)))
        .startsWith(
            """
            {
              "application": "sort",
              "inputBytes": 100000000,
              "intermediateBytes": 200000000,
              "roomBytes": 200000000,
              "measuredInputBytes": 100000000,
              "measured": [
                {
                  "configuration": "config-1",
                  "medianSeconds": 100.0,
                  "runs": 1
                },
            """)
        .endsWith(
            """
              "configuration": "config-4",
              "reason": "80.0 s is the fastest that can be granted",
              "refused": [
                "config-2 takes 70.0 s, but the temporary region has no room for it"
              ],
              "reservedBytes": 200000000,
              "moveToSsd": [],
              "options": {
                "athanor.intermediate.tier": "ssd"
              },
              "notes": [
                "intermediate data go to local directories of the nodes on SSDs, of whose room nothing \
            is known here"
              ]
            }
            """);
  }
}
