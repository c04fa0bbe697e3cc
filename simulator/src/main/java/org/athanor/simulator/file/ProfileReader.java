// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.simulator.measured.JobModel;
import org.athanor.simulator.measured.MeasuredRun;
import org.athanor.simulator.measured.MeasuredRunException;
import org.athanor.simulator.measured.MeasuredRuns;
import org.athanor.simulator.measured.MeasuredRuns.Wanted;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.Frequency;

/** The key {@code profile} of a job. */
final class ProfileReader {
  private static final String FRAMEWORK = "hadoop";

  private final MeasuredRuns runs;
  private final double startCoreSeconds;

  /**
   * @param startCoreSeconds what the start of a task's JVM takes of a core
   */
  ProfileReader(MeasuredRuns runs, double startCoreSeconds) {
    this.runs = runs;
    this.startCoreSeconds = startCoreSeconds;
  }

  /**
   * Reads the model of a job. Returns empty and reports a problem if that is impossible.
   *
   * @param inputBytes of the job, from 1
   */
  Optional<JobModel> read(Place place, long inputBytes) {
    int before = place.problems().size();
    Section section = new Section(place, "a profile", Keys.PROFILES);
    Optional<String> application = section.get(Keys.APPLICATION);
    String framework = section.get(Keys.MEASURED_FRAMEWORK).orElse(FRAMEWORK);
    long nearest = section.get(Keys.MEASURED_INPUT).map(ByteSize::bytes).orElse(inputBytes);
    Optional<String> run = section.get(Keys.RUN);
    Optional<Frequency> clock = section.get(Keys.MEASURED_CLOCK);
    if (place.problems().size() > before) {
      return Optional.empty();
    }
    try {
      MeasuredRun found =
          runs.find(
              new Wanted(application.orElseThrow(), framework, OptionalLong.of(nearest), run));
      OptionalDouble hertz =
          clock.map(some -> OptionalDouble.of(some.hertz())).orElseGet(found::hertz);
      if (hertz.isEmpty()) {
        place.report(
            found.name() + " has no cycles of its processors; set clock to their frequency");
        return Optional.empty();
      }
      return Optional.of(found.model(hertz.getAsDouble(), startCoreSeconds));
    } catch (MeasuredRunException unusable) {
      place.report(unusable.getMessage());
      return Optional.empty();
    }
  }
}
