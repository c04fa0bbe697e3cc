// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("short")
class SizingTest {

  @ParameterizedTest
  @CsvSource({"1,4", "2,6", "4,16", "8,16", "16,64", "40,192", "128,512"})
  void runsAsManyTasksAsThereAreCoresBesideAMaster(int cores, long gigabytes) {
    Sizing sizing = Sizing.of(cores, gigabytes << 30);
    int beside = (sizing.workerMb() - sizing.masterMb()) / sizing.taskMb();
    int alone = sizing.workerMb() / sizing.taskMb();
    assertThat(beside).isEqualTo(cores);
    assertThat(alone).isEqualTo(cores);
  }

  @Test
  void runsFewerTasksRatherThanTinyOnes() {
    assertThat(Sizing.of(8, 2L << 30)).isEqualTo(new Sizing(2048, 512, 512, 256));
  }
}
