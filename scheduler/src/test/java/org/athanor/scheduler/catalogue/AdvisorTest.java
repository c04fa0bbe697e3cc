// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.athanor.scheduler.catalogue.KnownRuns.GB;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.catalogue.Advisor.Goal;
import org.athanor.scheduler.catalogue.KnownRuns.Truth;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** Unknown is not zero: such runs would be points at 0 bytes, and pull the line. */
  @Test
  void runsOfUnknownSizeDoNotMoveALine() {
    KnownRuns some = known(0);
    List<Advice> before = Advisor.of(some.runs()).advise(SORTING, 40 * GB, Goal.TIME);
    for (int i = 0; i < 20; i++) {
      some.addUnsized("sort", "ssd", 5000);
    }
    assertThat(Advisor.of(some.runs()).advise(SORTING, 40 * GB, Goal.TIME)).isEqualTo(before);
  }

  @Test
  void runsOfUnknownSizeAloneGiveAWideRange() {
    KnownRuns some = new KnownRuns(1, 0).addUnsized("sort", "ssd", 100);
    Prediction one =
        Advisor.of(some.runs()).advise(SORTING, GB, Goal.TIME).get(0).seconds().orElseThrow();
    assertThat(one).isEqualTo(new Prediction(50, 100, 200, 0, Source.NEAREST_SIZE, 1));
    some.addUnsized("sort", "ssd", 120);
    Prediction two =
        Advisor.of(some.runs()).advise(SORTING, GB, Goal.TIME).get(0).seconds().orElseThrow();
    assertThat(two).isEqualTo(new Prediction(50, 110, 240, 0, Source.NEAREST_SIZE, 2));
  }

  @Test
  void readsRunsOfUnknownSizeOnlyIfThereAreNoOthers(@TempDir Path directory) throws Exception {
    KnownRuns some =
        new KnownRuns(1, 0)
            .addUnsized("sort", "ssd", 100)
            .add(SORT, "spark", "ssd", 1, 3)
            .addUnsized("grep", "ssd", 7);
    CatalogueLocation location = CatalogueLocation.of(directory.resolve("profile.db"));
    try (Catalogue catalogue = Catalogue.open(location)) {
      for (Run run : some.runs()) {
        catalogue.add(run);
      }
      assertThat(MeasuredRuns.read(catalogue))
          .extracting(MeasuredRun::application, MeasuredRun::bytes)
          .containsExactly(tuple("sort", 3 * GB), tuple("grep", 0.0));
    }
  }

  @Test
  void reportsErrorsOfRunsThatWereHeldOut() {
    HeldOut heldOut = Advisor.of(known(0.1).runs()).checkSizes();
    HeldOut.Errors line = heldOut.bySource().get(Source.LINE);
    assertThat(line.runs() + heldOut.unpredicted()).isEqualTo(84);
    assertThat(line.medianError()).isBetween(0.01, 0.15);
    assertThat(line.coverage()).isBetween(0.7, 1.0);
    assertThat(line.level()).isBetween(0.5, 0.91);
    HeldOut exact = Advisor.of(known(0).runs()).checkSizes();
    assertThat(exact.bySource().get(Source.LINE).medianError()).isLessThan(1e-6);
    assertThat(Advisor.of(List.of()).checkSizes()).isEqualTo(new HeldOut(Map.of(), 0));
  }

  /**
   * Groups that come in a fixed order, here always five sizes of one choice after another, and
   * pairs with a single size, are spread over the folds.
   */
  @Test
  void foldsDoNotFollowTheOrderOfRuns() {
    KnownRuns some = new KnownRuns(1, 0);
    for (double size : new double[] {1, 2, 3, 4, 5}) {
      for (Truth truth : List.of(SORT, GREP, JOIN, new Truth("d", 1, 1), new Truth("e", 1, 1))) {
        some.add(truth, "spark", "ssd", 1, size);
      }
    }
    List<List<MeasuredRun>> groups =
        some.runs().stream().map(MeasuredRuns::of).map(List::of).toList();
    int[] folds = HeldOut.folds(groups);
    Map<String, Set<Integer>> ofApplication = new HashMap<>();
    for (int i = 0; i < folds.length; i++) {
      ofApplication
          .computeIfAbsent(groups.get(i).get(0).application(), name -> new HashSet<>())
          .add(folds[i]);
    }
    assertThat(ofApplication.values()).allMatch(used -> used.size() == 5);
    // The first five groups are the first sizes of the five applications.
    assertThat(Arrays.copyOf(folds, 5)).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
  }

  @Test
  void reportsErrorsOfRepetitionsThatWereHeldOut() {
    KnownRuns some = new KnownRuns(1, 0.05);
    for (int repetition = 0; repetition < 7; repetition++) {
      some.add(SORT, "spark", "ssd", 1, 1).add(SORT, "spark", "ssd", 1, 8);
    }
    some.add(SORT, "spark", "ssd", 1, 3); // has no other like it, so it is never held out
    HeldOut heldOut = Advisor.of(some.runs()).checkRepetitions();
    assertThat(heldOut.unpredicted()).isZero();
    assertThat(heldOut.bySource().values().stream().mapToInt(HeldOut.Errors::runs).sum())
        .isEqualTo(14);
    assertThat(heldOut.bySource().values())
        .allSatisfy(errors -> assertThat(errors.medianError()).isBetween(0.001, 0.1));
    KnownRuns once = new KnownRuns(1, 0).add(SORT, "spark", "ssd", 1, 1);
    assertThat(Advisor.of(once.runs()).checkRepetitions()).isEqualTo(new HeldOut(Map.of(), 0));
  }

  /** A run that is held out must not tell what it used: it would find applications like itself. */
  @Test
  void heldOutRunsDoNotTellTheirResources() {
    KnownRuns some =
        new KnownRuns(1, 0)
            .add(SORT, "spark", "ssd", 1, 1)
            .add(new Truth("twin", 10, 20), "spark", "ssd", 1, 1);
    assertThat(Advisor.of(some.runs()).checkSizes()).isEqualTo(new HeldOut(Map.of(), 2));
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
