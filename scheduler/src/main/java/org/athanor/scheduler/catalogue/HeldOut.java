// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.predict.Question;
import org.athanor.scheduler.predict.Source;

/**
 * Errors of predictions for runs that they were not made from.
 *
 * @param bySource what predictions from each source were worth
 * @param unpredicted runs of which nothing could be predicted
 */
public record HeldOut(Map<Source, Errors> bySource, int unpredicted) {
  private static final int FOLDS = 5;
  private static final int NEVER = -1;

  /**
   * Errors of one source.
   *
   * @param runs number of runs that were predicted
   * @param medianError median of |measured − predicted| / measured
   * @param coverage part of the runs whose seconds were in the interval, from 0 to 1
   * @param level the part that the intervals promise, on average; 0 if they promise nothing
   */
  public record Errors(int runs, double medianError, double coverage, double level) {}

  private record Outcome(double error, boolean covered, double level) {}

  /**
   * Holds out all runs of one application, choice and size together, so each prediction is for a
   * size that was not seen. A fifth of these groups is held out at a time, in turn within each
   * application and choice; the first turn differs between applications and between choices, as in
   * a Latin square, so that those with one size are not held out all at once.
   *
   * @param groups the runs of each application, choice and size
   */
  static HeldOut sizes(List<List<MeasuredRun>> groups, Duration halfLife, double level) {
    int[] folds = folds(groups);
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < folds.length; i++) {
      for (MeasuredRun run : groups.get(i)) {
        turns.add(new Turn(run, folds[i]));
      }
    }
    return of(turns, halfLife, level);
  }

  /**
   * Holds out runs of which there are others with the same application, choice and size: one of
   * each such group at a time, or of groups with more than five runs, a fifth. So each prediction
   * is for what has been run before.
   *
   * @param groups as of {@link #sizes}
   */
  static HeldOut repetitions(List<List<MeasuredRun>> groups, Duration halfLife, double level) {
    List<Turn> turns = new ArrayList<>();
    for (List<MeasuredRun> group : groups) {
      for (int i = 0; i < group.size(); i++) {
        turns.add(new Turn(group.get(i), group.size() > 1 ? i % FOLDS : NEVER));
      }
    }
    return of(turns, halfLife, level);
  }

  /**
   * A run, and when it is held out.
   *
   * @param fold from 0 to 4, or {@link #NEVER}
   */
  private record Turn(MeasuredRun run, int fold) {}

  private static HeldOut of(List<Turn> turns, Duration halfLife, double level) {
    Map<Source, List<Outcome>> outcomes = new EnumMap<>(Source.class);
    int unpredicted = 0;
    for (int fold = 0; fold < FOLDS; fold++) {
      List<MeasuredRun> seen = new ArrayList<>();
      List<MeasuredRun> heldOut = new ArrayList<>();
      for (Turn turn : turns) {
        (turn.fold() == fold ? heldOut : seen).add(turn.run());
      }
      Predictor predictor = new Predictor(seen, halfLife, level);
      for (MeasuredRun run : heldOut) {
        Optional<Prediction> prediction = predictor.seconds(question(run));
        if (prediction.isPresent()) {
          outcomes
              .computeIfAbsent(prediction.get().source(), source -> new ArrayList<>())
              .add(outcome(run, prediction.get()));
        } else {
          unpredicted++;
        }
      }
    }
    Map<Source, Errors> bySource = new EnumMap<>(Source.class);
    outcomes.forEach((source, list) -> bySource.put(source, errors(list)));
    return new HeldOut(bySource, unpredicted);
  }

  private record Pair(String application, String choice) {}

  /** The fold of each group. */
  static int[] folds(List<List<MeasuredRun>> groups) {
    Map<String, Integer> applications = new HashMap<>();
    Map<String, Integer> choices = new HashMap<>();
    Map<Pair, Integer> taken = new HashMap<>();
    int[] folds = new int[groups.size()];
    for (int i = 0; i < folds.length; i++) {
      MeasuredRun run = groups.get(i).get(0);
      int application = number(applications, run.application());
      int choice = number(choices, run.cluster());
      int turn = taken.merge(new Pair(run.application(), run.cluster()), 1, Integer::sum) - 1;
      folds[i] = (application + choice + turn) % FOLDS;
    }
    return folds;
  }

  private static int number(Map<String, Integer> numbers, String name) {
    Integer next = numbers.size();
    Integer known = numbers.putIfAbsent(name, next);
    return known == null ? next : known;
  }

  private static Question question(MeasuredRun run) {
    return new Question(run.application(), run.cluster(), run.bytes(), OptionalDouble.empty());
  }

  private static Outcome outcome(MeasuredRun run, Prediction prediction) {
    return new Outcome(
        Math.abs(run.seconds() - prediction.middle()) / run.seconds(),
        prediction.low() <= run.seconds() && run.seconds() <= prediction.high(),
        prediction.level());
  }

  private static Errors errors(List<Outcome> outcomes) {
    double[] errors = outcomes.stream().mapToDouble(Outcome::error).sorted().toArray();
    double median = (errors[(errors.length - 1) / 2] + errors[errors.length / 2]) / 2;
    long covered = outcomes.stream().filter(Outcome::covered).count();
    double level = outcomes.stream().mapToDouble(Outcome::level).average().orElseThrow();
    return new Errors(errors.length, median, (double) covered / errors.length, level);
  }
}
