// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.predict.MeasuredRun;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Predictor;
import org.athanor.scheduler.predict.Question;

/**
 * Says, from the runs of a catalogue, how an application is best run with an input of some size.
 * Choices that any application has used count: those that this one has not used are predicted from
 * the others. Memory grows with the number of runs. Immutable.
 */
public final class Advisor {
  private static final Duration HALF_LIFE = Duration.ofDays(90);
  private static final double LEVEL = 0.9;

  /** Of each application and choice; the newest ones. */
  private static final int SHOWN_RUNS = 20;

  private final Map<String, Choice> choices = new TreeMap<>();
  private final Map<String, Set<Application>> applications = new TreeMap<>();
  private final Map<String, Deque<String>> ids = new HashMap<>();
  private final List<MeasuredRun> runs = new ArrayList<>();
  private final Predictor predictor;

  /** What is to be least. */
  public enum Goal {
    /** Seconds. */
    TIME,
    /** Joules. */
    ENERGY
  }

  /**
   * A run that would teach most.
   *
   * @param gain by how much the expected amount could become less, in seconds or joules
   */
  public record Missing(Choice choice, double gain) {}

  private Advisor(List<Run> undisturbed) {
    for (Run run : MeasuredRuns.comparable(undisturbed)) {
      Choice choice = Choice.of(run);
      choices.putIfAbsent(choice.id(), choice);
      applications
          .computeIfAbsent(run.application().name(), name -> new LinkedHashSet<>())
          .add(run.application());
      runs.add(MeasuredRuns.of(run, choice.id(), ""));
      Deque<String> newest =
          ids.computeIfAbsent(key(run.application(), choice), key -> new ArrayDeque<>());
      newest.addFirst(run.id());
      if (newest.size() > SHOWN_RUNS) {
        newest.removeLast();
      }
    }
    predictor = new Predictor(runs, HALF_LIFE, LEVEL);
  }

  /** Reads the undisturbed runs of a catalogue. */
  public static Advisor read(Catalogue catalogue) throws CatalogueException {
    List<Run> undisturbed = new ArrayList<>();
    catalogue.forEachRun(RunFilter.ALL.onlyUndisturbed(), undisturbed::add);
    return new Advisor(undisturbed);
  }

  /** An advisor that knows these runs, the oldest first. */
  static Advisor of(List<Run> undisturbed) {
    return new Advisor(undisturbed);
  }

  private static String key(Application application, Choice choice) {
    return application.id() + "/" + choice.id();
  }

  /** The applications that have runs, by name. Those of one name differ in parameters. */
  public Map<String, Set<Application>> applications() {
    return applications;
  }

  /**
   * All choices for an application, the best first; those of which nothing is known are last.
   *
   * @param bytes size of its input, from 0
   */
  public List<Advice> advise(Application application, double bytes, Goal goal) {
    List<Advice> all = new ArrayList<>();
    for (Choice choice : choices.values()) {
      Question question =
          new Question(MeasuredRuns.name(application), choice.id(), bytes, OptionalDouble.empty());
      all.add(
          new Advice(
              choice,
              predictor.seconds(question),
              predictor.joules(question),
              List.copyOf(ids.getOrDefault(key(application, choice), new ArrayDeque<>()))));
    }
    all.sort(
        Comparator.comparingDouble((Advice advice) -> middle(amount(advice, goal)))
            .thenComparingDouble(advice -> middle(advice.seconds())));
    return all;
  }

  private static Optional<Prediction> amount(Advice advice, Goal goal) {
    return goal == Goal.TIME ? advice.seconds() : advice.joules();
  }

  private static double middle(Optional<Prediction> prediction) {
    return prediction.map(Prediction::middle).orElse(Double.POSITIVE_INFINITY);
  }

  /**
   * The choice of which one more run would teach most: the one that could be better than the best
   * one by most; or the best one, if it could be worse than the next one by more. One of which
   * nothing is known could take no time at all.
   *
   * @param advised what {@link #advise} gave
   * @return empty if no run could change what is best, or if nothing is known of any choice
   */
  public static Optional<Missing> missing(List<Advice> advised, Goal goal) {
    if (advised.isEmpty() || amount(advised.get(0), goal).isEmpty()) {
      return Optional.empty();
    }
    Prediction best = amount(advised.get(0), goal).get();
    List<Missing> missing = new ArrayList<>();
    if (advised.size() > 1) {
      double next = middle(amount(advised.get(1), goal));
      double gain = Double.isInfinite(next) ? 0 : best.high() - next;
      missing.add(new Missing(advised.get(0).choice(), gain));
    }
    for (Advice other : advised.subList(1, advised.size())) {
      double low = amount(other, goal).map(Prediction::low).orElse(0.0);
      missing.add(new Missing(other.choice(), best.middle() - low));
    }
    return missing.stream()
        .filter(each -> each.gain() > 0)
        .reduce((one, other) -> other.gain() > one.gain() ? other : one);
  }

  /** How far predictions of seconds are off for sizes that no run had. */
  public HeldOut checkSizes() {
    return HeldOut.sizes(groups(), HALF_LIFE, LEVEL);
  }

  /** How far predictions of seconds are off for what has been run before. */
  public HeldOut checkRepetitions() {
    return HeldOut.repetitions(groups(), HALF_LIFE, LEVEL);
  }

  /** The runs of each application, choice and size. */
  private List<List<MeasuredRun>> groups() {
    Map<String, List<MeasuredRun>> bySize = new LinkedHashMap<>();
    for (MeasuredRun run : runs) {
      String key = run.application() + "\0" + run.cluster() + "\0" + run.bytes();
      bySize.computeIfAbsent(key, none -> new ArrayList<>()).add(run);
    }
    return List.copyOf(bySize.values());
  }
}
