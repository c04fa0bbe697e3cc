// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What all predictors promise. */
class PredictorContractTest {
  private static final long PERIOD = 3_600_000;
  private static final int FILES = 30;

  private static Stream<Supplier<Predictor>> predictors() {
    return Stream.of(
        () -> PopularityPrediction.aptStore(AptParameters.of(PERIOD)),
        PopularityPrediction::dux,
        Recurrence::new,
        AccessCounts::lastValue,
        AccessCounts::leastFrequentlyUsed,
        LeastRecentlyUsed::new,
        () -> new ConcurrentAccesses(60_000),
        Clairvoyant::new);
  }

  @Test
  void allHaveDifferentNames() {
    List<String> names = predictors().map(predictor -> predictor.get().name()).toList();
    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z-]+"));
  }

  @ParameterizedTest
  @MethodSource("predictors")
  void knowsNothingBeforeTheFirstPeriodEnds(Supplier<Predictor> make) {
    Predictor predictor = make.get();
    assertThat(predictor.predicted(5)).isNaN();
    predictor.accessed(5, 1000, 1);
    assertThat(predictor.predicted(5)).isNaN();
    predictor.endOfPeriod(PERIOD);
    assertThat(predictor.predicted(5)).isFinite();
    assertThat(predictor.predicted(4)).isNaN();
    assertThat(predictor.predicted(600)).isNaN();
  }

  @ParameterizedTest
  @MethodSource("predictors")
  void aNumberThatIsUsedAgainRemembersNothing(Supplier<Predictor> make) {
    Predictor used = make.get();
    for (int access = 0; access < 50; access++) {
      used.accessed(0, access, 1);
    }
    used.endOfPeriod(PERIOD);
    used.forgotten(0);
    used.deleted(0);
    assertThat(used.predicted(0)).isNaN();
    used.endOfPeriod(2 * PERIOD);
    Predictor fresh = make.get();
    for (Predictor predictor : List.of(used, fresh)) {
      predictor.created(0, 2 * PERIOD);
      predictor.accessed(0, 2 * PERIOD + 1, 1);
      predictor.endOfPeriod(3 * PERIOD);
    }
    assertThat(used.predicted(0)).isEqualTo(fresh.predicted(0));
  }

  @ParameterizedTest
  @MethodSource("predictors")
  void continuesAfterItsStateWasWrittenAndRead(Supplier<Predictor> make) throws IOException {
    for (int history = 0; history < 50; history++) {
      Random random = new Random(Seeds.of("predictors").nextLong() + history);
      Predictor whole = make.get();
      Predictor stored = make.get();
      for (int event = 0; event < 400; event++) {
        long seed = random.nextLong();
        step(whole, new Random(seed), event);
        step(stored, new Random(seed), event);
        if (random.nextInt(50) == 0) {
          stored = copy(stored, make.get());
        }
      }
      for (int file = 0; file < FILES; file++) {
        assertThat(stored.predicted(file))
            .as("seed %d, history %d, file %d", Seeds.seed(), history, file)
            .isEqualTo(Double.valueOf(whole.predicted(file)));
      }
    }
  }

  private static void step(Predictor predictor, Random random, int event) {
    int file = random.nextInt(FILES);
    long time = event * 100_000L + random.nextInt(50_000);
    switch (random.nextInt(12)) {
      case 0 -> predictor.deleted(file);
      case 1 -> predictor.forgotten(file);
      case 2 -> predictor.endOfPeriod(time);
      default -> predictor.accessed(file, time, 1 + random.nextInt(20));
    }
  }

  private static Predictor copy(Predictor from, Predictor to) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    from.write(new DataOutputStream(bytes));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    to.read(in);
    assertThat(in.read()).as("bytes that are left").isEqualTo(-1);
    return to;
  }
}
