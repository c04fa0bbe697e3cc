// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineSettingsTest {
  private static final long GIB = 1L << 30;
  private static final long MIB = 1L << 20;

  private final Configuration conf = new Configuration(false);

  private EngineSettings settings() {
    return EngineSettings.of(conf, GIB, 4);
  }

  private void assertInvalid(String key, String value, String allowed) {
    conf.set(key, value);
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(this::settings)
        .withMessage(key + "=" + value + ": must be " + allowed + " (set in the driver)");
  }

  @Test
  void hasDefaultsThatFollowFromTheMachine() {
    // 55 % of 1 GiB is a bit more than 1 MiB for each of 512 buffers, but the largest derived size
    // is 256 KiB.
    assertThat(settings())
        .isEqualTo(new EngineSettings(4, (long) (GIB * 0.55), 256 << 10, AffinityLevel.NONE));
  }

  @Test
  void readsExplicitValues() {
    conf.set("athanor.threads", " 3 ");
    conf.set("athanor.pool.size", "32m");
    conf.set("athanor.buffer.size", "4k");
    conf.set("athanor.affinity", " core ");
    assertThat(settings()).isEqualTo(new EngineSettings(3, 32 * MIB, 4096, AffinityLevel.CORE));
  }

  @Test
  void hasAShareOfTheHeapUnlessASizeIsSet() {
    conf.set("athanor.pool.fraction", "0.25");
    assertThat(settings().poolBytes()).isEqualTo(GIB / 4);
    conf.set("athanor.pool.size", "8m");
    assertThat(settings().poolBytes()).isEqualTo(8 * MIB);
  }

  @Test
  void hasAtLeastTheSmallestPool() {
    assertThat(EngineSettings.of(conf, 10 * MIB, 1).poolBytes()).isEqualTo(8 * MIB);
  }

  @ParameterizedTest
  @CsvSource({"8, 16384", "16, 32768", "40, 65536", "64, 131072", "128, 262144", "1024, 262144"})
  void derivesTheBufferSizeFromThePools(int poolMib, int expected) {
    conf.set("athanor.pool.size", poolMib + "m");
    assertThat(settings().bufferBytes()).isEqualTo(expected);
  }

  @Test
  void dividesThePoolBetweenThreadsAndRetainedOutput() {
    EngineSettings settings = new EngineSettings(4, 100 * MIB, 64 << 10, AffinityLevel.NONE);
    assertThat(settings.threadBytes()).isEqualTo(35 * MIB / 4);
    assertThat(settings.retainedBuffers()).isEqualTo(65 * 16);
    // A thread's share is limited, however large the pool is.
    assertThat(new EngineSettings(1, 10 * GIB, 64 << 10, AffinityLevel.NONE).threadBytes())
        .isEqualTo(256 * MIB);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1025", "many", "", "1.5", "99999999999999999999"})
  void refusesThreads(String value) {
    assertInvalid("athanor.threads", value, "a number from 0 to 1024; 0 means one per processor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.04", "0.91", "NaN", "half", "", "-0.5", "Infinity"})
  void refusesAPoolFraction(String value) {
    assertInvalid("athanor.pool.fraction", value, "a number from 0.05 to 0.90");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8388607", "7m", "-1", "2g", "big", "", "4x", "1.5g", "9e"})
  void refusesAPoolSize(String value) {
    assertInvalid(
        "athanor.pool.size",
        value,
        "0 or a size from 8m to the JVM's maximum heap, such as 512m or 4g;"
            + " 0 means that athanor.pool.fraction applies");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2k", "32m", "5000", "-4096", "page", "", "3k", "4g"})
  void refusesABufferSize(String value) {
    assertInvalid(
        "athanor.buffer.size",
        value,
        "0 or a power of two from 4k to 16m; 0 derives it from the pool's size");
  }

  @ParameterizedTest
  @ValueSource(strings = {"socket", "", "pu,core", "true"})
  void refusesAnAffinity(String value) {
    assertInvalid("athanor.affinity", value, "none, cpu, core or pu");
  }

  @ParameterizedTest
  @EnumSource(AffinityLevel.class)
  void readsAnAffinityInAnyCase(AffinityLevel level) {
    conf.set("athanor.affinity", level.toString());
    assertThat(settings().affinity()).isEqualTo(level);
    conf.set("athanor.affinity", level.name());
    assertThat(settings().affinity()).isEqualTo(level);
  }

  @Test
  void namesTheFileThatContainsAWrongValue() {
    conf.addResource(
        new ByteArrayInputStream(
            ("<configuration><property><name>athanor.pool.fraction</name><value>1.4</value>"
                    + "</property></configuration>")
                .getBytes(StandardCharsets.UTF_8)),
        "conf/athanor-site.xml");
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(this::settings)
        .withMessage(
            "athanor.pool.fraction=1.4: must be a number from 0.05 to 0.90"
                + " (set in conf/athanor-site.xml)");
  }

  @Test
  void namesTheArgumentsThatGenericOptionsParserHasRead() {
    conf.set("athanor.history.enabled", "no", "from command line");
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(this::settings)
        .withMessageEndingWith("(set in the driver's arguments)");
  }

  @Test
  void acceptsEveryDefaultAsAValue() {
    EngineSettings defaults = settings();
    for (Setting setting : EngineKeys.all()) {
      conf.set(setting.name(), setting.defaultValue());
    }
    assertThat(settings()).isEqualTo(defaults);
  }

  @Test
  void declaresItsKeys() {
    assertThat(EngineKeys.all())
        .extracting(Setting::name, Setting::defaultValue)
        .containsAll(
            List.of(
                org.assertj.core.groups.Tuple.tuple("athanor.threads", "0"),
                org.assertj.core.groups.Tuple.tuple("athanor.affinity", "none"),
                org.assertj.core.groups.Tuple.tuple("athanor.pool.fraction", "0.55"),
                org.assertj.core.groups.Tuple.tuple("athanor.pool.size", "0"),
                org.assertj.core.groups.Tuple.tuple("athanor.buffer.size", "0"),
                org.assertj.core.groups.Tuple.tuple("athanor.task.isolation", "classloader"),
                org.assertj.core.groups.Tuple.tuple("athanor.history.enabled", "true"),
                org.assertj.core.groups.Tuple.tuple("athanor.history.dir", "")));
    assertThat(EngineKeys.all()).extracting(Setting::name).doesNotHaveDuplicates();
    assertThat(EngineKeys.all())
        .allSatisfy(
            setting -> {
              assertThat(setting.name()).matches("athanor(\\.[a-z]+)+");
              assertThat(setting.purpose()).endsWith(".");
              assertThat(setting.allowed()).isNotEmpty().doesNotEndWith(".");
              assertThat(setting.since()).matches("\\d+\\.\\d+");
            });
  }

  @Test
  void declaresTheKeysThatOtherClassesRead() {
    assertThat(EngineKeys.TASK_ISOLATION.name())
        .isEqualTo(org.athanor.engine.localize.TaskClassLoaders.ISOLATION_KEY);
    assertThat(EngineKeys.HISTORY_ENABLED.name())
        .isEqualTo(org.athanor.engine.history.HistorySettings.ENABLED_KEY);
    assertThat(EngineKeys.HISTORY_DIR.name())
        .isEqualTo(org.athanor.engine.history.HistorySettings.DIRECTORY_KEY);
  }

  @Test
  void findsTheNearestKnownKey() {
    assertThat(EngineKeys.isKnown("athanor.threads")).isTrue();
    assertThat(EngineKeys.isKnown("athanor.thread")).isFalse();
    assertThat(EngineKeys.nearest("athanor.thread")).contains(EngineKeys.THREADS);
    assertThat(EngineKeys.nearest("athanor.pool.fracton")).contains(EngineKeys.POOL_FRACTION);
    assertThat(EngineKeys.nearest("athanor.poolsize")).contains(EngineKeys.POOL_SIZE);
    assertThat(EngineKeys.nearest("athanor.history.directory")).contains(EngineKeys.HISTORY_DIR);
  }
}
