// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.athanor.scheduler.catalogue.KnownRuns.GB;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.profile.run.Application;
import org.athanor.scheduler.catalogue.Advisor.Goal;
import org.athanor.scheduler.catalogue.KnownRuns.Truth;
import org.athanor.scheduler.predict.Source;
import org.junit.jupiter.api.Test;

/** Checks advice from runs whose truth is known. */
class AdvisorTest {
  private static final Truth SORT = new Truth("sort", 10, 20);
  private static final Truth GREP = new Truth("grep", 5, 2);
  private static final Truth JOIN = new Truth("join", 30, 7);
  private static final Application SORTING = new Application("sort", Map.of());
  private static final double[] SIZES = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24};

  private static KnownRuns known(double noise) {
    return new KnownRuns(1, noise)
        .add(SORT, "spark", "ssd", 1, SIZES)
        .add(SORT, "hadoop", "ssd", 2, SIZES)
        .add(SORT, "spark", "hdd", 1.5, SIZES)
        .add(GREP, "spark", "ssd", 1, SIZES)
        .add(GREP, "hadoop", "hdd", 3, SIZES)
        .add(JOIN, "spark", "ssd", 1, SIZES)
        .add(JOIN, "hadoop", "hdd", 3, SIZES);
  }

  private static String named(Choice choice) {
    return choice.configuration().framework().kind() + " " + choice.storage().orElseThrow();
  }

  @Test
  void findsTheFastestChoice() {
    Advisor advisor = Advisor.of(known(0.05).runs());
    List<Advice> advice = advisor.advise(SORTING, 40 * GB, Goal.TIME);
    assertThat(advice)
        .extracting(each -> named(each.choice()))
        .containsExactly("spark ssd", "spark hdd", "hadoop ssd", "hadoop hdd");
    assertThat(advice.get(0).seconds().orElseThrow().source()).isEqualTo(Source.LINE);
    assertThat(advice.get(0).seconds().orElseThrow().middle())
        .isCloseTo(SORT.seconds(40 * GB, 1), within(40.0));
    assertThat(advice.get(0).seconds().orElseThrow().high())
        .isGreaterThan(advice.get(0).seconds().orElseThrow().middle());
    assertThat(advice.get(0).runs()).hasSize(12);
  }

  /** Nobody sorted with Hadoop on hdd, but grep and join take three times as long there. */
  @Test
  void predictsAChoiceThatWasNotTried() {
    Advice untried = Advisor.of(known(0).runs()).advise(SORTING, 40 * GB, Goal.TIME).get(3);
    assertThat(untried.runs()).isEmpty();
    assertThat(untried.seconds().orElseThrow().source()).isEqualTo(Source.OTHER_CLUSTER);
    assertThat(untried.seconds().orElseThrow().middle())
        .isCloseTo(SORT.seconds(40 * GB, 3), within(1.0));
  }

  @Test
  void findsTheChoiceWithTheLeastEnergy() {
    List<Advice> advice = Advisor.of(known(0.01).runs()).advise(SORTING, 40 * GB, Goal.ENERGY);
    // Joules are seconds × 100 / factor², so 1 / factor.
    assertThat(named(advice.get(0).choice())).isEqualTo("hadoop hdd");
    assertThat(named(advice.get(1).choice())).isEqualTo("hadoop ssd");
  }

  @Test
  void namesTheRunThatWouldTeachMost() {
    // Half as fast with one application, twice as fast with another one: who knows with sort?
    KnownRuns some =
        known(0).add(GREP, "flink", "ssd", 2, 1, 2).add(JOIN, "flink", "ssd", 0.5, 1, 2);
    Advisor advisor = Advisor.of(some.runs());
    List<Advice> advice = advisor.advise(SORTING, 10 * GB, Goal.TIME);
    Advisor.Missing missing = Advisor.missing(advice, Goal.TIME).orElseThrow();
    assertThat(named(missing.choice())).isEqualTo("flink ssd");
    assertThat(missing.gain()).isPositive();
    // All lines are exact, so nothing could change the choice.
    List<Advice> exact = Advisor.of(known(0).runs()).advise(SORTING, 10 * GB, Goal.TIME);
    assertThat(Advisor.missing(exact, Goal.TIME)).isEmpty();
    assertThat(Advisor.missing(List.of(), Goal.TIME)).isEmpty();
  }

  @Test
  void anUnknownApplicationHasNoPrediction() {
    List<Advice> advice =
        Advisor.of(known(0).runs()).advise(new Application("new", Map.of()), GB, Goal.TIME);
    assertThat(advice).hasSize(4).allMatch(each -> each.seconds().isEmpty());
    assertThat(Advisor.missing(advice, Goal.TIME)).isEmpty();
  }

  @Test
  void reportsErrorsOfRunsThatWereHeldOut() {
    HeldOut heldOut = Advisor.of(known(0.1).runs()).check();
    HeldOut.Errors line = heldOut.bySource().get(Source.LINE);
    assertThat(line.runs() + heldOut.unpredicted()).isEqualTo(84);
    assertThat(line.medianError()).isBetween(0.01, 0.15);
    assertThat(line.coverage()).isBetween(0.7, 1.0);
    assertThat(line.level()).isBetween(0.5, 0.91);
    HeldOut exact = Advisor.of(known(0).runs()).check();
    assertThat(exact.bySource().get(Source.LINE).medianError()).isLessThan(1e-6);
    assertThat(Advisor.of(List.of()).check()).isEqualTo(new HeldOut(Map.of(), 0));
  }

  @Test
  void runsOfALabelAreTogetherWhateverTheNodes() {
    Choice ssd = Choice.of(known(0).runs().get(0));
    Choice labelled =
        new Choice(
            ssd.configuration(), ssd.nodes(), Optional.of("lab"), ssd.storage(), ssd.network());
    assertThat(labelled.id()).isNotEqualTo(ssd.id());
    assertThat(labelled.cluster()).isEqualTo("lab");
    assertThat(ssd.cluster()).isEqualTo("2 x Epyc, 8 processors, 65536 MiB");
  }
}
