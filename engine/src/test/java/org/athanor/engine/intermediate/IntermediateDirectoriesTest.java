// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.athanor.engine.config.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntermediateDirectoriesTest {
  private static final Path DISK = Path.of("/disk1/local/app/x");
  private static final Path SSD = Path.of("/ssd1/local/app/x");
  private static final Path OTHER_SSD = Path.of("/ssd2/local/app/x");
  private static final List<Path> ALL = List.of(DISK, SSD, OTHER_SSD);

  private final Configuration conf = new Configuration(false);
  private final IntermediateDirectories directories = new IntermediateDirectories();

  private List<Path> choose(String tier, String ssds) {
    conf.set("athanor.intermediate.tier", tier);
    conf.set("athanor.intermediate.ssd.directories", ssds);
    return directories.choose(conf, ALL);
  }

  @Test
  void byDefaultAllAreUsed() {
    assertThat(directories.choose(conf, ALL)).isEqualTo(ALL);
  }

  @Test
  void theTierDecides() {
    assertThat(choose("ssd", "/ssd1, /ssd2")).containsExactly(SSD, OTHER_SSD);
    assertThat(choose("disk", "/ssd1, /ssd2")).containsExactly(DISK);
    assertThat(choose("SSD", "/ssd2/local")).containsExactly(OTHER_SSD);
    assertThat(choose("any", "/ssd2")).isEqualTo(ALL);
  }

  @Test
  void aPrefixOfANameIsNoDirectory() {
    assertThat(choose("disk", "/ssd")).isEqualTo(ALL);
  }

  @Test
  void aNodeWithoutSuchADeviceUsesAll() {
    assertThat(choose("ssd", "/nvme")).isEqualTo(ALL);
    assertThat(choose("disk", "/")).isEqualTo(ALL);
  }

  @Test
  void withoutNamesTheKernelDecidesAndWhatItDoesNotKnowIsNoSsd(@TempDir Path sys)
      throws IOException {
    long device = (long) Files.getAttribute(sys, "unix:dev");
    assumeTrue(device >>> 20 == 0, "the test makes short numbers of devices only");
    Path block = sys.resolve("dev/block/" + (device >>> 8) + ":" + (device & 0xff));
    Files.writeString(Files.createDirectories(block.resolve("queue")).resolve("rotational"), "0\n");
    IntermediateDirectories asked = new IntermediateDirectories(new BlockDevices(sys));
    conf.set("athanor.intermediate.tier", "ssd");
    assertThat(asked.choose(conf, List.of(DISK, sys))).containsExactly(sys);
    conf.set("athanor.intermediate.tier", "disk");
    assertThat(asked.choose(conf, List.of(DISK, sys))).containsExactly(DISK);
  }

  @Test
  void anUnknownTierIsRefused() {
    assertThatThrownBy(() -> choose("nvme", ""))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("athanor.intermediate.tier=nvme")
        .hasMessageContaining("must be any, ssd or disk");
  }

  @Test
  void aTaskOfHadoopSeesOnlyTheChosenDirectories(@TempDir Path root) throws Exception {
    Path disk = Files.createDirectories(root.resolve("disk"));
    Path ssd = Files.createDirectories(root.resolve("ssd"));
    JobConf task = new JobConf(false);
    Path file = Files.writeString(root.resolve("file"), "x");
    String all = disk.toUri() + "," + ssd + "," + file.resolve("below");
    task.set(MRConfig.LOCAL_DIR, all);
    task.set("athanor.intermediate.tier", "ssd");
    task.set("athanor.intermediate.ssd.directories", ssd.toString());
    LocalDirectories.narrow(task);
    assertThat(task.get(MRConfig.LOCAL_DIR)).isEqualTo(ssd.toString());
    task.set(MRConfig.LOCAL_DIR, all);
    task.set("athanor.intermediate.tier", "any");
    LocalDirectories.narrow(task);
    assertThat(task.get(MRConfig.LOCAL_DIR)).isEqualTo(disk + "," + ssd);
  }
}
