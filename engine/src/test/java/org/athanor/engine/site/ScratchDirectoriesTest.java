// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchDirectoriesTest {
  @TempDir Path root;
  private final JobConf conf = new JobConf();

  @Test
  void intermediateDataGoesToTheTierOfTheJob() throws IOException {
    conf.set("mapreduce.cluster.local.dir", root.resolve("disk") + "," + root.resolve("ssd"));
    conf.set("athanor.intermediate.ssd.directories", root.resolve("ssd").toString());
    try (ScratchDirectories scratch = ScratchDirectories.create(conf)) {
      assertThat(scratch.paths()).hasSize(2);
      conf.set("athanor.intermediate.tier", "ssd");
      assertThat(scratch.forIntermediateData(conf)).startsWith(root.resolve("ssd"));
      conf.set("athanor.intermediate.tier", "disk");
      assertThat(scratch.forIntermediateData(conf)).startsWith(root.resolve("disk"));
    }
    assertThat(root.resolve("ssd")).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatCannotBeUsedIsLeftOut() throws IOException {
    Path file = Files.writeString(root.resolve("file"), "x");
    conf.set("mapreduce.cluster.local.dir", file.resolve("below") + "," + root.resolve("disk"));
    try (ScratchDirectories scratch = ScratchDirectories.create(conf)) {
      assertThat(scratch.paths()).hasSize(1);
      assertThat(scratch.first()).startsWith(root.resolve("disk"));
    }
  }
}
