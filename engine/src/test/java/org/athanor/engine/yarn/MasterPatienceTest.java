// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class MasterPatienceTest {
  private final Configuration conf = new Configuration(false);

  /** A lost node is noticed after 600 to 800 s; then the next master needs a container. */
  @Test
  void lastsUntilYarnHasReplacedAMasterWhoseNodeIsLost() {
    conf.setLong("yarn.nm.liveness-monitor.expiry-interval-ms", 600_000);
    conf.setLong("yarn.am.liveness-monitor.expiry-interval-ms", 600_000);
    MasterPatience patience = MasterPatience.of(conf);
    assertThat(patience.isOver(Duration.ofSeconds(980), false)).isFalse();
    assertThat(patience.isOver(Duration.ofSeconds(981), false)).isTrue();
  }

  @Test
  void followsTheLongerLimitOfTheResourceManager() {
    conf.setLong("yarn.nm.liveness-monitor.expiry-interval-ms", 30_000);
    conf.setLong("yarn.am.liveness-monitor.expiry-interval-ms", 60_000);
    assertThat(MasterPatience.of(conf).next()).isEqualTo(Duration.ofSeconds(80 + 180));
    conf.setLong("yarn.nm.liveness-monitor.expiry-interval-ms", 90_000);
    assertThat(MasterPatience.of(conf).next()).isEqualTo(Duration.ofMinutes(2 + 3));
  }

  @Test
  void isShortWhenTheEndOfTheJobIsKnown() {
    MasterPatience patience = MasterPatience.of(conf);
    assertThat(patience.isOver(Duration.ofSeconds(60), true)).isFalse();
    assertThat(patience.isOver(Duration.ofSeconds(61), true)).isTrue();
  }
}
