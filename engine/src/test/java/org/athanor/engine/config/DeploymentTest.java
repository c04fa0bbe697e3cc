// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("short")
class DeploymentTest {
  private final Configuration conf = new JobConf();

  @Test
  void theSettingDecides() {
    conf.set("athanor.deploy", "yarn");
    assertThat(Deployment.of(conf)).isEqualTo(Deployment.YARN);
    conf.set("athanor.deploy", "Embedded");
    assertThat(Deployment.of(conf)).isEqualTo(Deployment.EMBEDDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yarn.resourcemanager.address",
        "yarn.resourcemanager.hostname",
        "yarn.resourcemanager.ha.rm-ids"
      })
  void aClusterIsAResourceManagerAndAFileSystem(String key) {
    conf.set("fs.defaultFS", "hdfs://nn:8020");
    assertThat(Deployment.of(conf)).isEqualTo(Deployment.EMBEDDED);
    conf.set(key, "rm");
    assertThat(Deployment.of(conf)).isEqualTo(Deployment.YARN);
    conf.set("fs.defaultFS", "file:///");
    assertThat(Deployment.of(conf)).isEqualTo(Deployment.EMBEDDED);
  }

  @Test
  void refusesOtherValues() {
    conf.set("athanor.deploy", "cloud");
    assertThatThrownBy(() -> Deployment.of(conf))
        .hasMessage("athanor.deploy=cloud: must be auto, embedded or yarn (set in the driver)");
  }
}
