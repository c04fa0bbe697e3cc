// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.testing.Warnings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class UnknownKeysTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void aMisspeltKeyIsRefused() {
    conf.set("athanor.thread", "2");
    assertThatExceptionOfType(InvalidSettingException.class)
        .isThrownBy(() -> UnknownKeys.check(conf))
        .withMessage("athanor.thread=2: no such key; the nearest is athanor.threads");
  }

  @Test
  void anUnknownKeyIsWarnedOfOnce() {
    conf.set("athanor.something.of.a.job", "1");
    try (Warnings warnings = Warnings.of("org.athanor.engine.config")) {
      UnknownKeys.check(conf);
      UnknownKeys.check(conf);
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .startsWith("athanor.something.of.a.job=1: not a key of Athanor, so it has no effect");
    }
  }

  @Test
  void keysOfOtherPartsOfAthanorAreNotOurs() {
    conf.set("athanor.storage.rules", "/etc/rules");
    conf.set("athanor.workloads.clusters", "3");
    try (Warnings warnings = Warnings.of("org.athanor.engine.config")) {
      UnknownKeys.check(conf);
      assertThat(warnings.lines()).isEmpty();
    }
  }
}
