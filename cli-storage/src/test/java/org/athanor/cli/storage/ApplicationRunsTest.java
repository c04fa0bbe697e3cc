// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cli.storage.ApplicationRuns.Time;
import org.athanor.profile.run.Run;
import org.athanor.storage.decision.StorageConfiguration;
import org.junit.jupiter.api.Test;

class ApplicationRunsTest {
  private final SampleRuns sample = new SampleRuns();

  private static ApplicationRuns of(List<Run> runs) {
    return ApplicationRuns.of(runs).orElseThrow();
  }

  @Test
  void takesTheMedianOfEachConfiguration() {
    ApplicationRuns runs =
        of(
            List.of(
                sample.sort("config-1", 100, 30),
                sample.sort("config-1", 100, 10),
                sample.sort("config-1", 100, 20),
                sample.sort("config-4", 100, 8),
                sample.sort("config-4", 100, 9)));
    assertThat(runs.nearest(100).byConfiguration())
        .isEqualTo(
            Map.of(
                StorageConfiguration.CONFIG_1, new Time(20, 3),
                StorageConfiguration.CONFIG_4, new Time(8.5, 2)));
    assertThat(runs.profile(100).seconds())
        .isEqualTo(Map.of(StorageConfiguration.CONFIG_1, 20.0, StorageConfiguration.CONFIG_4, 8.5));
    assertThat(runs.leftOut()).isZero();
  }

  /** 250 is nearer to 100 than to 1000 by ratio: 2.5 and 4. */
  @Test
  void takesTheNearestSizeOfThoseWithMostConfigurations() {
    ApplicationRuns runs =
        of(
            List.of(
                sample.sort("config-1", 100, 10),
                sample.sort("config-2", 100, 5),
                sample.sort("config-1", 1000, 90),
                sample.sort("config-2", 1000, 40),
                sample.sort("config-1", 250, 23)));
    assertThat(runs.nearest(250).inputBytes()).isEqualTo(100);
    assertThat(runs.nearest(999_999).inputBytes()).isEqualTo(1000);
    assertThat(runs.intermediate().expected(400)).hasValue(800);
  }

  @Test
  void comparesOnlyWhatDiffersInNothingElse() {
    List<Run> runs = new ArrayList<>();
    for (String volumes : List.of("ssd=1,disk=1", "ssd=53m/24m,disk=1")) {
      for (String storage : List.of("config-1", "config-2")) {
        runs.add(
            sample.sort(
                Map.of("storage", storage, "volumes", volumes),
                100,
                volumes.length(),
                Optional.empty()));
      }
    }
    ApplicationRuns newest = of(runs);
    assertThat(newest.leftOut()).isEqualTo(2);
    assertThat(newest.profile(100).seconds())
        .isEqualTo(
            Map.of(StorageConfiguration.CONFIG_1, 18.0, StorageConfiguration.CONFIG_2, 18.0));

    runs.add(
        sample.sort(
            Map.of("storage", "config-3", "volumes", "ssd=1,disk=1"), 9, 1, Optional.empty()));
    assertThat(of(runs).profile(100).seconds())
        .isEqualTo(
            Map.of(StorageConfiguration.CONFIG_1, 12.0, StorageConfiguration.CONFIG_2, 12.0));
  }

  @Test
  void runsWithoutAStorageConfigurationDoNotCount() {
    assertThat(
            ApplicationRuns.of(
                List.of(
                    sample.sort(Map.of(), 100, 5, Optional.empty()),
                    sample.sort("config-7", 100, 5),
                    sample.sort("config-1", 0, 5))))
        .isEmpty();
  }
}
