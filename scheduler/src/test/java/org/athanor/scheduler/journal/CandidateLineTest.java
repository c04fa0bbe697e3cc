// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.athanor.scheduler.policy.Candidate;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class CandidateLineTest {
  @Test
  void readsWhatTheJournalWrites() {
    Random random = new Random(Seeds.seed());
    for (int round = 0; round < 1000; round++) {
      Optional<Prediction> seconds = prediction(random, 1e4);
      Optional<Prediction> joules = prediction(random, 1e7);
      boolean fits = random.nextBoolean();
      String line =
          CandidateLine.of(
              new Candidate(
                  "c-" + round,
                  seconds,
                  joules,
                  fits,
                  random.nextInt(2) * 9.5,
                  random.nextBoolean(),
                  0));
      CandidateLine read = CandidateLine.parse(line).orElseThrow();
      assertThat(read.cluster()).isEqualTo("c-" + round);
      assertThat(read.fits()).as(line).isEqualTo(fits);
      assertThat(read.seconds().isPresent()).as(line).isEqualTo(seconds.isPresent());
      assertThat(read.joules().isPresent()).as(line).isEqualTo(joules.isPresent());
      if (seconds.isPresent()) {
        CandidateLine.Seconds found = read.seconds().get();
        assertThat(found.low()).isCloseTo(seconds.get().low(), within(0.06));
        assertThat(found.middle()).isCloseTo(seconds.get().middle(), within(0.06));
        assertThat(found.high()).isCloseTo(seconds.get().high(), within(0.06));
        assertThat(found.source()).isEqualTo(seconds.get().source().text());
        assertThat(found.runs()).isEqualTo(seconds.get().runs());
      }
    }
  }

  private static Optional<Prediction> prediction(Random random, double most) {
    if (random.nextInt(3) == 0) {
      return Optional.empty();
    }
    double low = random.nextDouble() * most;
    double middle = low * (1 + random.nextDouble());
    Source source = List.of(Source.values()).get(random.nextInt(Source.values().length));
    return Optional.of(
        new Prediction(
            low, middle, middle * (1 + random.nextDouble()), 0.9, source, random.nextInt(99)));
  }

  @Test
  void otherLinesAreNone() {
    assertThat(CandidateLine.parse("")).isEmpty();
    assertThat(CandidateLine.parse("anything")).isEmpty();
  }
}
