// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkewSettingsTest {
  private static Configuration conf(String mode, String chunks) {
    Configuration conf = new Configuration(false);
    conf.set("athanor.skew.mode", mode);
    conf.set("athanor.skew.chunks", chunks);
    return conf;
  }

  @Test
  void cutsNothingByDefault() {
    assertThat(SkewSettings.of(new Configuration(false)))
        .isEqualTo(new SkewSettings(SkewSettings.Mode.OFF, 0));
    assertThat(SkewSettings.of(conf("off", "9")).chunks(4)).isEqualTo(1);
  }

  @Test
  void makesTwoChunksForEachThreadUnlessToldOtherwise() {
    assertThat(SkewSettings.of(conf("Coherent", "0")).chunks(4)).isEqualTo(8);
    assertThat(SkewSettings.of(conf("free", "0")).chunks(1)).isEqualTo(1);
    assertThat(SkewSettings.of(conf("free", "0")).chunks(1000)).isEqualTo(256);
    assertThat(SkewSettings.of(conf("free", "3")).chunks(1)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "-1", "257", "many"})
  void refusesOtherNumbersOfChunks(String chunks) {
    assertThatThrownBy(() -> SkewSettings.of(conf("free", chunks)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("athanor.skew.chunks=" + chunks)
        .hasMessageContaining("a number from 2 to 256, or 0");
  }

  @Test
  void refusesOtherModes() {
    assertThatThrownBy(() -> JobKeys.check(conf("on", "0")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("athanor.skew.mode=on")
        .hasMessageContaining("off, coherent or free");
  }
}
