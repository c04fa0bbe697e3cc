// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheSettingsTest {
  private static final long HEAP = 1 << 30;

  private final Configuration conf = new Configuration(false);

  @Test
  void isOffAndWritesThroughByDefault() {
    CacheSettings settings = CacheSettings.of(conf);
    assertThat(settings).isEqualTo(new CacheSettings(false, false, false, 0));
    assertThat(settings.bytesOf(HEAP)).isEqualTo(HEAP / 8);
  }

  @Test
  void hasAtMostHalfOfTheHeapOfTheJvmThatItIsIn() {
    conf.set("athanor.cache.size", "800m");
    assertThat(CacheSettings.of(conf).bytesOf(HEAP)).isEqualTo(HEAP / 2);
    assertThatThrownBy(() -> EngineSettings.of(conf, HEAP, 2))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("athanor.cache.size=800m: must be 0 or a size from 1m to half");
  }

  @ParameterizedTest
  @CsvSource({
    "athanor.cache, yes",
    "athanor.cache.mode, back",
    "athanor.cache.input, true",
    "athanor.cache.size, 1000",
    "athanor.cache.size, -1"
  })
  void refusesOtherValues(String key, String value) {
    conf.set(key, value);
    assertThatThrownBy(() -> CacheSettings.of(conf))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(key + "=" + value + ": must be ");
  }

  @Test
  void refusesAPoolThatLeavesNoRoomForTheCache() {
    conf.set("athanor.cache", "on");
    conf.set("athanor.pool.fraction", "0.9");
    assertThatThrownBy(() -> EngineSettings.of(conf, HEAP, 2))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "athanor.cache.size: the cache of 134217728 bytes and the pool of 966367641 bytes leave"
                + " less than 134217728 of the heap of 1073741824 bytes to everything else; lower"
                + " athanor.cache.size or athanor.pool.fraction, or raise the heap");
  }

  @Test
  void leavesAnEighthOfTheHeapToOthers() {
    conf.set("athanor.cache", "on");
    conf.set("athanor.pool.size", "512m");
    conf.set("athanor.cache.size", "385m");
    assertThatThrownBy(() -> EngineSettings.of(conf, HEAP, 2))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("athanor.cache.size");
    conf.set("athanor.cache.size", "384m");
    assertThat(EngineSettings.of(conf, HEAP, 2).poolBytes()).isEqualTo(512L << 20);
  }
}
