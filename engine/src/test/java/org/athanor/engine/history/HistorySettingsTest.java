// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.engine.history.HistorySettings.Layout;
import org.junit.jupiter.api.Test;

class HistorySettingsTest {
  private static final String DONE = "mapreduce.jobhistory.done-dir";
  private static final String INTERMEDIATE = "mapreduce.jobhistory.intermediate-done-dir";

  private final Configuration conf = new Configuration(false);

  private HistorySettings settings() {
    return HistorySettings.of(conf);
  }

  @Test
  void theDefaultIsBelowHadoopsTemporaryDirectory() {
    conf.set("hadoop.tmp.dir", "/t");
    for (String unset : new String[] {null, "", " "}) {
      if (unset != null) {
        conf.set("athanor.history.dir", unset);
      }
      assertThat(settings().directory()).isEqualTo(new Path("/t/athanor/history"));
      assertThat(settings().layout()).isEqualTo(Layout.OWN);
      assertThat(settings().enabled()).isTrue();
    }
  }

  @Test
  void theDirectoryOfAConfiguredHistoryServerIsUsed() {
    conf.set("athanor.history.dir", "");
    conf.set(DONE, "/done");
    assertThat(settings().directory()).isEqualTo(new Path("/done"));
    assertThat(settings().layout()).isEqualTo(Layout.DONE);
    conf.set(INTERMEDIATE, "/intermediate");
    assertThat(settings().directory()).isEqualTo(new Path("/intermediate"));
    assertThat(settings().layout()).isEqualTo(Layout.INTERMEDIATE);
  }

  @Test
  void theEnginesOwnKeyComesBeforeAllOthers() {
    conf.set(DONE, "/done");
    conf.set(INTERMEDIATE, "/intermediate");
    conf.set("athanor.history.dir", "/own");
    assertThat(settings().directory()).isEqualTo(new Path("/own"));
    assertThat(settings().layout()).isEqualTo(Layout.OWN);
  }
}
