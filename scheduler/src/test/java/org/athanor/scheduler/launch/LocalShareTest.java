// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.ledger.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalShareTest {
  private static final long MIB = 1 << 20;
  private static final Cluster.Limits NONE =
      new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty());
  private static final Resources MACHINE = new Resources(8, 16384.0 * MIB, 0, 0);

  private static LocalShare limited(String wanted, double cores, long mebibytes) {
    Cluster.Limits limits =
        new Cluster.Limits(OptionalDouble.of(cores), OptionalLong.of(mebibytes * MIB));
    return LocalShare.of(wanted, limits, limits.of(MACHINE));
  }

  @Test
  void aJobMayUseWhatTheClusterMayUse() {
    assertThat(limited("", 4, 8192)).isEqualTo(new LocalShare(4, 8192.0 * MIB, 6144 * MIB));
    assertThat(limited("0", 4, 8192)).isEqualTo(limited("", 4, 8192));
    assertThat(limited("2", 4, 8192)).isEqualTo(new LocalShare(2, 4096.0 * MIB, 3072 * MIB));
    assertThat(limited("02", 4, 8192)).isEqualTo(limited("2", 4, 8192));
    assertThat(limited("9", 4, 8192).threads()).isEqualTo(4);
    assertThat(limited("", 64, 1 << 20)).isEqualTo(new LocalShare(8, 16384.0 * MIB, 12288 * MIB));
  }

  /** The rest is for other programs of the machine. */
  @Test
  void theHeapOnAWholeMachineIsTheJvmsChoiceAtMost() {
    assertThat(LocalShare.of("", NONE, MACHINE).heapBytes()).isEqualTo(4096 * MIB);
    assertThat(LocalShare.of("1", NONE, MACHINE).heapBytes()).isEqualTo(1536 * MIB);
  }

  @Test
  void aPartOfACoreIsOneThread() {
    assertThat(limited("", 0.5, 64)).isEqualTo(new LocalShare(1, 64.0 * MIB, 64 * MIB));
    assertThat(limited("", 2.9, 1024).threads()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "many", "99999999999", "1.5"})
  void whatIsNoNumberIsForTheFrameworkToRefuse(String wanted) {
    assertThat(limited(wanted, 4, 8192)).isEqualTo(limited("", 4, 8192));
  }
}
