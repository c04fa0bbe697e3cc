// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.measured.MeasuredRun;
import org.athanor.simulator.measured.MeasuredRunException;
import org.athanor.simulator.measured.MeasuredRuns.Wanted;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;

/** The key {@code profile} of jobs. */
class ProfileTest {
  private static final String JOB = "{name: one, queue: a, input: 1g, reduces: 2, shuffle: 1g}";
  private static final String LINE = "s.yaml:15: jobs.profile: ";

  private final List<Wanted> wanted = new ArrayList<>();
  private OptionalDouble hertz = OptionalDouble.of(2e9);

  /** 512 MiB of input, half of it shuffled, 12 CPU s without the starts of 8 tasks. */
  private final Sources sources =
      new Sources(
          one -> {
            wanted.add(one);
            if (!one.application().equals("terasort")) {
              throw new MeasuredRunException("unknown application; allowed terasort");
            }
            return new MeasuredRun("run 01", 512 << 20, 256 << 20, 3, 20, 8, hertz, 4, 2);
          },
          Sources.none().logs());

  private ScenarioFile read(String job) {
    return ScenarioText.valid().with(JOB, job).read(sources);
  }

  private JobSpec job(String job) {
    ScenarioFile file = read(job);
    assertThat(file.problems()).isEmpty();
    return file.variants().get(0).scenario().jobs().get(0);
  }

  private List<String> problems(String job) {
    return read(job).problems().stream().map(Problem::toString).toList();
  }

  @Test
  void measuredRunsSayWhatTheJobDoes() {
    JobSpec job =
        job("{name: x, queue: a, input: 1g, output: 1g, profile: {application: terasort}}");
    assertThat(job.reduces()).isEqualTo(3);
    assertThat(job.shuffleBytes()).isEqualTo(1L << 29);
    assertThat(job.outputBytes()).isEqualTo(1L << 30);
    assertThat(job.mapCyclesPerByte()).isCloseTo(16e9 / (512 << 20), within(1e-9));
    assertThat(job.reduceCyclesPerByte()).isCloseTo(8e9 / (256 << 20), within(1e-9));
    assertThat(wanted)
        .containsExactly(
            new Wanted("terasort", "hadoop", OptionalLong.of(1L << 30), Optional.empty()));
  }

  @Test
  void theJobsOwnKeysGoFirst() {
    JobSpec job =
        job(
            "{name: x, queue: a, input: 1g, output: 0, reduces: 7, shuffle: 5m, map cycles per"
                + " byte: 3, reduce cycles per byte: 4, profile: {application: terasort, framework:"
                + " tez, input: 2g, run: 0a, clock: 1 GHz}}");
    assertThat(job.reduces()).isEqualTo(7);
    assertThat(job.shuffleBytes()).isEqualTo(5 << 20);
    assertThat(job.mapCyclesPerByte()).isEqualTo(3);
    assertThat(job.reduceCyclesPerByte()).isEqualTo(4);
    assertThat(wanted)
        .containsExactly(
            new Wanted("terasort", "tez", OptionalLong.of(2L << 30), Optional.of("0a")));
  }

  @Test
  void aClockIsNeeded() {
    hertz = OptionalDouble.empty();
    assertThat(
            problems("{name: x, queue: a, input: 1g, output: 0, profile: {application: terasort}}"))
        .containsExactly(
            LINE + "run 01 has no cycles of its processors; set clock to their frequency");
    JobSpec job =
        job(
            "{name: x, queue: a, input: 1g, output: 0, profile: {application: terasort, clock: 1"
                + " GHz}}");
    assertThat(job.mapCyclesPerByte()).isCloseTo(8e9 / (512 << 20), within(1e-9));
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThat(problems("{name: x, queue: a, output: 0, profile: {application: terasort}}"))
        .contains(LINE + "needs input of the job, which the catalogue does not say");
    assertThat(problems("{name: x, queue: a, input: 1g, profile: {application: terasort}}"))
        .containsExactly(LINE + "needs output of the job, which the catalogue does not say");
    assertThat(problems("{name: x, queue: a, input: 1g, output: 0, profile: {}}"))
        .containsExactly(
            "s.yaml:15: jobs.profile.application: is missing; must be the name of an application");
    assertThat(problems("{name: x, queue: a, input: 1g, output: 0, profile: {application: no}}"))
        .containsExactly(LINE + "unknown application; allowed terasort");
  }
}
