// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.storage.namenode.RulesFile;
import org.athanor.storage.namenode.TieredPlacementPolicy;
import org.athanor.storage.rules.RulesText;
import org.athanor.tiering.apply.FiveNodes;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;
import org.athanor.tiering.apply.PlanExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Puts files in regions, on an HDFS whose NameNode has the plug-in, and rules for a directory. */
@Timeout(300)
class RegionCreationTest {
  private static final String RULES =
      """
      format=1
      version=1
      tiers=disk
      tier.disk.devices=DISK
      tier.disk.read=1
      tier.disk.write=1
      tier.disk.iops=1
      regions=east, west, north
      region.east.locations=/east
      region.west.locations=/west
      region.north.locations=/north
      placements=spread
      placement.spread.path=/spread
      placement.spread.policy=region
      retrieval=random
      replication.minimum=2
      """;

  @TempDir Path directory;

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(name);
  }

  @Test
  void aFileComesToEachRegion() throws Exception {
    Path rules = Files.writeString(directory.resolve("rules"), RULES);
    Map<String, String> settings =
        Map.of(
            "dfs.block.replicator.classname",
            TieredPlacementPolicy.class.getName(),
            RulesFile.KEY,
            rules.toString(),
            "dfs.namenode.redundancy.considerLoad",
            "false");
    String[] racks = {"/east/r1", "/east/r2", "/west/r3", "/west/r4", "/north/r5"};
    try (FiveNodes nodes = new FiveNodes(directory, settings, racks)) {
      DistributedFileSystem files = nodes.files();
      TieredStorage storage =
          new TieredStorage(
              nodes.hdfs(),
              new PlanExecution.Limits(100, 1 << 30, 3, Duration.ofSeconds(30)),
              false,
              pause -> TimeUnit.MILLISECONDS.sleep(pause.toMillis() / 4),
              new PlanExecution.Listener() {
                @Override
                public void ended(Outcome outcome) {}

                @Override
                public void moving(int moving, long bytes) {}
              });
      FileRegions regions = new FileRegions(files, RulesText.parse(RULES).regions());
      DFSTestUtil.createFile(files, path("/spread/f"), 3 * FiveNodes.BLOCK, (short) 2, 7);
      DFSTestUtil.waitReplication(files, path("/spread/f"), (short) 2);
      for (String region : List.of("east", "west", "north")) {
        Outcome outcome = regions.createFileRegion(storage, "/spread/f", region);
        assertThat(outcome.status())
            .as(region + ": " + outcome.detail())
            .isIn(Status.DONE, Status.WAS_DONE);
        assertThat(regions.findRegion("/spread/f")).containsEntry(region, 3);
      }
      // Three regions take three replicas, and no more.
      assertThat(regions.findRegion("/spread/f"))
          .isEqualTo(Map.of("east", 3, "west", 3, "north", 3));
      assertThat(files.getFileStatus(path("/spread/f")).getReplication()).isEqualTo((short) 3);
      assertThatThrownBy(() -> regions.createFileRegion(storage, "/spread/f", "south"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("region=south: must be one of east, west, north");
      assertThatThrownBy(() -> regions.createFileRegion(storage, "/none", "east"))
          .isInstanceOf(FileNotFoundException.class);
    }
  }
}
