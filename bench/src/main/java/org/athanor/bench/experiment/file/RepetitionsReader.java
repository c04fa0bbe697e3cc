// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.Optional;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.YamlNode;

/** Reads the key {@code repetitions}: a number, or the keys of a number that is not fixed. */
final class RepetitionsReader {
  private static final ValueType<Integer> NUMBER = Types.integer(1, 1000);
  private static final int LEAST = 6;
  private static final int MOST = 30;
  private static final double INTERVAL = 0.05;

  /** The type of the key's value. */
  static final ValueType<Repetitions> TYPE =
      new ValueType<>(NUMBER.allowed() + ", or keys and values", RepetitionsReader::read);

  private RepetitionsReader() {}

  private static Optional<Repetitions> read(Place place) {
    if (!(place.node() instanceof YamlNode.Mapping)) {
      return NUMBER.read(place).map(Repetitions::of);
    }
    Section section = new Section(place, Keys.REPETITIONS.name(), Keys.REPETITION);
    Optional<Integer> given = section.get(Keys.MOST);
    int least = section.get(Keys.LEAST).orElse(Math.min(LEAST, given.orElse(LEAST)));
    int most = given.orElse(Math.max(MOST, least));
    double interval = section.get(Keys.MEDIAN_INTERVAL).orElse(INTERVAL);
    if (most < least) {
      section.place(Keys.MOST).ifPresent(it -> it.report("must be " + least + " (least) or more"));
      return Optional.empty();
    }
    if (interval == 0) {
      section
          .place(Keys.MEDIAN_INTERVAL)
          .ifPresent(it -> it.report("must be more than 0%, which trials that differ never reach"));
      return Optional.empty();
    }
    return Optional.of(new Repetitions(least, most, Optional.of(interval)));
  }
}
