// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.YamlNode;

/**
 * Values of the command line that are used instead of those in an experiment file. The option of a
 * key has the key's name, and the values that the key may have.
 */
public final class Overrides {
  private Overrides() {}

  /**
   * Returns the experiment with these values. A wrong one is reported, and not used; so is a number
   * of trials that no experiment may have. A time limit replaces those of workloads, too.
   *
   * @param values {@code repetitions}, {@code warmup}, {@code timeout}, or some of them → text
   * @param problems gets what is wrong with them
   */
  public static Experiment apply(
      Map<String, String> values, Experiment experiment, List<Problem> problems) {
    Optional<Repetitions> repetitions = read(Keys.REPETITIONS, values, problems);
    Optional<Integer> warmups = read(Keys.WARMUP, values, problems);
    Optional<Duration> timeout = read(Keys.TIMEOUT, values, problems);
    Experiment changed =
        experiment.withTrials(
            repetitions.orElse(experiment.repetitions()), warmups.orElse(experiment.warmups()));
    checkTrials(values, changed, problems);
    return timeout.map(changed::withTimeout).orElse(changed);
  }

  private static void checkTrials(
      Map<String, String> values, Experiment experiment, List<Problem> problems) {
    long combinations =
        (long) experiment.frameworks().size()
            * experiment.workloads().size()
            * experiment.sizes().size()
            * experiment.storages().size();
    long trials = combinations * (experiment.repetitions().most() + experiment.warmups());
    Key<?> key = values.containsKey(Keys.REPETITIONS.name()) ? Keys.REPETITIONS : Keys.WARMUP;
    if (values.containsKey(key.name()) && trials > ExperimentParser.MOST_TRIALS) {
      place(key, values.get(key.name()), problems)
          .report(
              "the experiment would have "
                  + trials
                  + " trials; allowed are "
                  + ExperimentParser.MOST_TRIALS
                  + ", so use fewer repetitions or warm-ups");
    }
  }

  private static Place place(Key<?> key, String text, List<Problem> problems) {
    YamlNode.Scalar scalar = new YamlNode.Scalar(0, text, false);
    return new Place("", 0, "--" + key.name(), scalar, problems);
  }

  private static <T> Optional<T> read(
      Key<T> key, Map<String, String> values, List<Problem> problems) {
    String text = values.get(key.name());
    if (text == null) {
      return Optional.empty();
    }
    List<Problem> found = new ArrayList<>();
    Optional<T> value = key.type().read(place(key, text, found));
    problems.addAll(found);
    return value;
  }

  /** The options of the command line that give these values: {@code --warmup} → {@code 2}. */
  public static Map<String, String> shown(Map<String, String> values) {
    Map<String, String> options = new TreeMap<>();
    values.forEach((key, value) -> options.put("--" + key, value));
    return options;
  }
}
