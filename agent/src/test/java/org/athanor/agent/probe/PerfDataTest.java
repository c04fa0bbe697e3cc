// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerfDataTest {

  private static final long SEED = Seeds.seed();

  /**
   * The expected values are what {@code jstat -gc} printed: S0U + S1U + EU + OU, in KiB, and GCT.
   */
  @ParameterizedTest
  @CsvSource({
    "G1-17, 11085.2, 0.026",
    "G1-25, 11197.8, 0.021",
    "Parallel-17, 11397.9, 0.028",
    "Serial-17, 11504.4, 0.021",
    "Z-17, 108544.0, 0.000",
    "Z-25, 16384.0, 0.000"
  })
  void agreesWithJstat(String jvm, double usedKilobytes, double seconds) throws Exception {
    ByteBuffer file = ByteBuffer.wrap(Fixtures.bytes("hsperfdata/" + jvm));
    PerfData data = PerfData.parse(file).orElseThrow();
    assertThat(data.heapUsed(file) / 1024.0).isCloseTo(usedKilobytes, Offset.offset(0.15));
    assertThat(data.collectionSeconds(file)).isCloseTo(seconds, Offset.offset(0.0006));
    assertThat(data.stale(file)).isFalse();
  }

  @Test
  void anUnfinishedFileHasNoCountersYet() throws Exception {
    byte[] file = Fixtures.bytes("hsperfdata/G1-17");
    file[7] = 0;
    assertThat(PerfData.parse(ByteBuffer.wrap(file))).isEmpty();
    assertThat(PerfData.parse(ByteBuffer.allocate(0))).isEmpty();
  }

  @Test
  void refusesOtherFiles() throws IOException {
    byte[] file = Fixtures.bytes("hsperfdata/G1-17");
    file[0] = 1;
    assertThatThrownBy(() -> PerfData.parse(ByteBuffer.wrap(file)))
        .isInstanceOf(UnavailableException.class)
        .hasMessage("is not of format 2.0");
  }

  /**
   * A file that is incomplete or damaged is refused or read, but no unexpected exception is thrown.
   */
  @Test
  void survivesDamage() throws IOException {
    Random random = new Random(SEED);
    byte[] good = Fixtures.bytes("hsperfdata/Serial-17");
    for (int round = 0; round < 3000; round++) {
      byte[] bad = good.clone();
      for (int i = random.nextInt(8); i >= 0; i--) {
        bad[random.nextInt(i % 2 == 0 ? 200 : bad.length)] = (byte) random.nextInt();
      }
      ByteBuffer file = ByteBuffer.wrap(bad, 0, random.nextInt(bad.length)).slice();
      try {
        PerfData.parse(file).ifPresent(data -> data.heapUsed(file));
      } catch (UnavailableException e) {
        assertThat(e.getMessage()).as("seed %d, round %d", SEED, round).startsWith("is ");
      }
    }
  }
}
