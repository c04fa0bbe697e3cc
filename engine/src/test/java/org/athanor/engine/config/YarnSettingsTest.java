// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("short")
class YarnSettingsTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void leavesSizesToTheClusterByDefault() {
    assertThat(YarnSettings.of(conf))
        .isEqualTo(new YarnSettings(0, 0, 0, "", "", 300, false, Duration.ofSeconds(60), 1536, 1));
  }

  @Test
  void readsAll() {
    conf.set("athanor.yarn.workers", "3");
    conf.set("athanor.yarn.worker.memory", "2g");
    conf.set("athanor.threads", "8");
    conf.set("athanor.yarn.worker.java.options", "-ea");
    conf.set("athanor.yarn.engine", "/engine");
    conf.set("athanor.yarn.session.idle", "60");
    conf.set("athanor.yarn.tls", "true");
    conf.set("athanor.network.silence", "90");
    conf.set("yarn.app.mapreduce.am.resource.mb", "1024");
    conf.set("yarn.app.mapreduce.am.resource.cpu-vcores", "2");
    assertThat(YarnSettings.of(conf))
        .isEqualTo(
            new YarnSettings(
                3, 2048, 8, "-ea", "/engine", 60, true, Duration.ofSeconds(90), 1024, 2));
  }

  @ParameterizedTest
  @CsvSource({
    "athanor.yarn.workers, 10001",
    "athanor.yarn.workers, -1",
    "athanor.yarn.worker.memory, 255m",
    "athanor.yarn.worker.memory, 1",
    "athanor.yarn.worker.memory, much",
    "athanor.network.silence, 9",
    "athanor.network.silence, 3601",
    "athanor.yarn.session.idle, 0",
    "athanor.yarn.session.idle, 1m"
  })
  void refuses(String key, String value) {
    conf.set(key, value);
    assertThatThrownBy(() -> YarnSettings.of(conf))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(key + "=" + value + ": must be ");
  }
}
