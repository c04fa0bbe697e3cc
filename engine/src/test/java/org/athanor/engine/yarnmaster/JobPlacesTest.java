// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.athanor.engine.history.HistorySettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class JobPlacesTest {
  private final Configuration job = new JobConf();
  private final Configuration container = new Configuration(false);

  private HistorySettings places() {
    container.set("mapreduce.cluster.local.dir", "/container");
    JobPlaces.set(job, container);
    return HistorySettings.of(job);
  }

  @Test
  void localFilesAreThoseOfTheContainer() {
    job.set("mapreduce.cluster.local.dir", "/client");
    places();
    assertThat(job.get("mapreduce.cluster.local.dir")).isEqualTo("/container");
  }

  @Test
  void theHistoryIsWhereAHistoryServerLooksByDefault() {
    job.set("yarn.app.mapreduce.am.staging-dir", "/staging");
    assertThat(places().directory()).hasToString("/staging/history/done_intermediate");
    assertThat(HistorySettings.of(job).layout()).isEqualTo(HistorySettings.Layout.INTERMEDIATE);
  }

  @Test
  void settingsOfTheUserWin() {
    job.set("athanor.history.dir", "/mine");
    assertThat(places().directory()).hasToString("/mine");
  }

  @Test
  void anArchiveThatIsSetWins() {
    job.set("mapreduce.jobhistory.done-dir", "/done");
    assertThat(places().directory()).hasToString("/done");
  }
}
