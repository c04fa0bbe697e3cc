// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.config.Deployment;
import org.athanor.engine.files.ClosePause;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How clients of HDFS close files. */
@Tag("short")
class ClientDefaultsTest {
  private static final String PAUSE =
      "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";
  private static final String RETRIES = "dfs.client.block.write.locateFollowingBlock.retries";

  private final Configuration conf = new Configuration(false);

  @Test
  void clientsOfYarnPauseShortlyAndOften() {
    ClientDefaults.applyTo(conf, Deployment.YARN);
    assertThat(conf.get(PAUSE)).isEqualTo("25");
    assertThat(conf.get(RETRIES)).isEqualTo("9");
  }

  @Test
  void othersAsHadoopSays() {
    ClientDefaults.applyTo(conf, Deployment.EMBEDDED);
    assertThat(conf.get(PAUSE)).isNull();
    assertThat(conf.get(RETRIES)).isNull();
  }

  @Test
  void oneValueOfTheUsersKeepsTheOtherAtHadoopsDefault() {
    conf.set(RETRIES, "20");
    ClientDefaults.applyTo(conf, Deployment.YARN);
    assertThat(conf.get(PAUSE)).isNull();
    assertThat(conf.get(RETRIES)).isEqualTo("20");
  }

  @Test
  void oneValueThatADriverChangesTakesTheOtherBack() {
    ClosePause.settings().forEach(conf::set); // as athanor run does, before the driver
    conf.set(RETRIES, "20");
    ClientDefaults.applyTo(conf, Deployment.YARN);
    assertThat(conf.get(PAUSE)).isNull();
    assertThat(conf.get(RETRIES)).isEqualTo("20");
  }
}
