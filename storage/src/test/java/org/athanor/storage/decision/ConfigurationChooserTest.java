// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.athanor.storage.decision.Samples.file;
import static org.athanor.storage.decision.StorageConfiguration.CONFIG_1;
import static org.athanor.storage.decision.StorageConfiguration.CONFIG_2;
import static org.athanor.storage.decision.StorageConfiguration.CONFIG_3;
import static org.athanor.storage.decision.StorageConfiguration.CONFIG_4;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.storage.decision.IntermediateData.Run;
import org.athanor.storage.view.FileFacts;
import org.junit.jupiter.api.Test;

/** The job reads 100 bytes, of which 40 are popular already, and writes twice its input. */
class ConfigurationChooserTest {
  private static final FileFacts POPULAR = file("/popular", 40, 3);
  private static final FileFacts COLD = file("/cold", 60, 3);
  private static final IntermediateData TWICE = new IntermediateData(List.of(new Run(10, 20)));

  private final ConfigurationChooser chooser = new ConfigurationChooser(0.03);

  private ConfigurationChoice choose(
      long room, IntermediateData intermediate, double c1, double c2, double c3, double c4) {
    JobProfile profile =
        new JobProfile(
            Map.of(CONFIG_1, c1, CONFIG_2, c2, CONFIG_3, c3, CONFIG_4, c4), intermediate);
    return choose(room, profile);
  }

  private ConfigurationChoice choose(long room, JobProfile profile) {
    return chooser.choose(
        "job_1",
        List.of(POPULAR, COLD),
        Set.of(POPULAR.id()),
        profile,
        TemporaryRegion.empty(room + 5, 5));
  }

  @Test
  void secondsOfTheReasonAreRounded() {
    ConfigurationChoice choice = choose(260, TWICE, 100, 69.991203744, 85, 80);
    assertThat(choice.reason()).isEqualTo("70.0 s is the fastest that can be granted");
  }

  @Test
  void aJobThatGainsFromBothGetsBoth() {
    ConfigurationChoice choice = choose(260, TWICE, 100, 70, 85, 80);
    assertThat(choice.configuration()).isEqualTo(CONFIG_2);
    assertThat(choice.prefetch()).containsExactly(COLD);
    assertThat(choice.reservedBytes()).isEqualTo(200);
    assertThat(choice.region().counterBytes()).isEqualTo(260);
    assertThat(choice.reason()).isEqualTo("70.0 s is the fastest that can be granted");
    assertThat(choice.degraded()).isEmpty();
  }

  /** 72 s is within 3 % of 70 s, and saves the 200 bytes of intermediate data. */
  @Test
  void spaceIsSavedIfItCostsLittleTime() {
    ConfigurationChoice choice = choose(260, TWICE, 100, 70, 72, 80);
    assertThat(choice.configuration()).isEqualTo(CONFIG_3);
    assertThat(choice.reservedBytes()).isZero();
    assertThat(choice.region().counterBytes()).isEqualTo(60);
    assertThat(choice.reason())
        .isEqualTo(
            "72.0 s is nearly as fast as config-2 with 70.0 s, and takes 60 instead of 260 bytes of"
                + " SSDs");
  }

  /** PageRank of the text: 0.5 % is no gain. */
  @Test
  void aJobThatGainsNothingStaysOnDisks() {
    ConfigurationChoice choice = choose(260, TWICE, 100, 99.5, 99.7, 99.6);
    assertThat(choice.configuration()).isEqualTo(CONFIG_1);
    assertThat(choice.prefetch()).isEmpty();
    assertThat(choice.region().counterBytes()).isZero();
  }

  @Test
  void withoutRoomTheNextFastestIsTaken() {
    ConfigurationChoice choice = choose(200, TWICE, 100, 70, 85, 80);
    assertThat(choice.configuration()).isEqualTo(CONFIG_4);
    assertThat(choice.prefetch()).isEmpty();
    assertThat(choice.reservedBytes()).isEqualTo(200);
    assertThat(choice.degraded())
        .containsExactly("config-2 takes 70.0 s, but the temporary region has no room for it");

    assertThat(choose(199, TWICE, 100, 70, 85, 80).configuration()).isEqualTo(CONFIG_3);
    ConfigurationChoice disks = choose(59, TWICE, 100, 70, 85, 80);
    assertThat(disks.configuration()).isEqualTo(CONFIG_1);
    assertThat(disks.degraded()).hasSize(3);
  }

  @Test
  void unknownIntermediateDataStayOnDisks() {
    ConfigurationChoice choice = choose(1000, new IntermediateData(List.of()), 100, 70, 85, 80);
    assertThat(choice.configuration()).isEqualTo(CONFIG_3);
    assertThat(choice.degraded())
        .containsExactly(
            "config-2 takes 70.0 s, but no run says how much intermediate data there will be",
            "config-4 takes 80.0 s, but no run says how much intermediate data there will be");
  }

  @Test
  void aJobWithoutAProfileRunsOnDisks() {
    ConfigurationChoice choice = choose(1000, new JobProfile(Map.of(), TWICE));
    assertThat(choice.configuration()).isEqualTo(CONFIG_1);
    assertThat(choice.reason()).isEqualTo("its application has no profile");

    ConfigurationChoice onlySsd = choose(1, new JobProfile(Map.of(CONFIG_2, 70.0), TWICE));
    assertThat(onlySsd.configuration()).isEqualTo(CONFIG_1);
    assertThat(onlySsd.reason()).isEqualTo("no configuration that was profiled can be granted");
    assertThat(onlySsd.degraded()).hasSize(1);
  }

  /** Least squares through (1, 5), (2, 7), (3, 9): 3 + 2x; with one run proportional. */
  @Test
  void intermediateDataAreALineOfTheInput() {
    IntermediateData line =
        new IntermediateData(List.of(new Run(1, 5), new Run(2, 7), new Run(3, 9)));
    assertThat((double) line.expected(1000).getAsLong()).isCloseTo(2003, within(1.0));
    assertThat(TWICE.expected(1000)).hasValue(2000);
    assertThat(new IntermediateData(List.of(new Run(10, 20), new Run(10, 40))).expected(100))
        .hasValue(300);
    assertThat(new IntermediateData(List.of(new Run(10, 0), new Run(20, 10))).expected(1))
        .hasValue(0);
    assertThat(new IntermediateData(List.of()).expected(1)).isEmpty();
  }

  /** 2x - 15 is below zero for an input of 5; and a line that falls is below zero for 100. */
  @Test
  void aLineBelowZeroIsNoPromiseOfNoData() {
    IntermediateData steep = new IntermediateData(List.of(new Run(10, 5), new Run(20, 25)));
    assertThat(steep.expected(5)).hasValue(3); // 2.5
    assertThat(steep.expected(10)).hasValue(5);
    assertThat(steep.expected(30)).hasValue(45);
    IntermediateData falling = new IntermediateData(List.of(new Run(10, 20), new Run(20, 10)));
    assertThat(falling.expected(100)).hasValue(100); // 15 of 15
    assertThat(new IntermediateData(List.of(new Run(10, 7), new Run(20, 7))).expected(5))
        .hasValue(7);
  }

  @Test
  void configurationsHaveTheNamesThatUsersWrite() {
    assertThat(StorageConfiguration.of("config-3")).contains(CONFIG_3);
    assertThat(StorageConfiguration.of("CONFIG_3")).isEmpty();
    assertThat(CONFIG_3).hasToString("config-3");
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> new ConfigurationChooser(-0.1))
        .hasMessage("tolerance=-0.1: must be 0 or more and finite");
    assertThatThrownBy(() -> new JobProfile(Map.of(CONFIG_1, 0.0), TWICE))
        .hasMessage("seconds in config-1=0.0: must be above 0 and finite");
    assertThatThrownBy(() -> new Run(0, 1)).hasMessage("inputBytes=0: must be 1 or more");
    assertThatThrownBy(() -> new Run(1, -1)).hasMessage("intermediateBytes=-1: must be 0 or more");
  }
}
