// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.junit.jupiter.api.Test;

class StudyTest {

  @Test
  void labelsFrameworksWithTheirDifference() {
    Results old = Trials.results("a", "4.2.0", trials("spark", "grep"));
    Results recent = Trials.results("b", "4.3.0", trials("spark", "grep"));

    Study study = study(old, recent);

    assertThat(study.frameworks())
        .extracting(FrameworkInfo::label)
        .containsExactly("spark (4.2.0)", "spark (4.3.0)");
    assertThat(study.baseline()).isEqualTo("spark (4.2.0)");
    assertThat(study.workloads()).extracting(WorkloadInfo::label).containsExactly("grep");
    assertThat(study.trials())
        .extracting(trial -> trial.key().framework())
        .containsExactly("spark (4.2.0)", "spark (4.3.0)");
    assertThat(study.name()).isEqualTo("a + b");
  }

  @Test
  void labelsFrameworksOfOneVersionWithTheirBuilds() {
    Results released = Trials.results("a", "4.3.0", trials("spark", "grep"));
    Results mended =
        Trials.withBuild("1f2e", Trials.results("b", "4.3.0", trials("spark", "grep")));

    assertThat(study(released, mended).frameworks())
        .extracting(FrameworkInfo::label)
        .containsExactly("spark", "spark (build 1f2e)");
  }

  @Test
  void labelsFrameworksWithTheExperimentIfNothingElseDiffers() {
    Study study =
        study(
            Trials.results("before", "1", trials("spark", "grep")),
            Trials.results("after", "1", trials("spark", "grep")));

    assertThat(study.frameworks())
        .extracting(FrameworkInfo::label)
        .containsExactly("spark (before)", "spark (after)");
  }

  @Test
  void tellsSimulatedFrameworksFromMeasuredOnes() {
    Results measured = Trials.results("a", "1", trials("spark", "grep"));
    Results simulated = Trials.simulated(Trials.results("b", "1", trials("spark", "grep")));

    Study both = study(measured, simulated);

    assertThat(both.frameworks())
        .extracting(FrameworkInfo::label)
        .containsExactly("spark (measured)", "spark (simulated)");
    assertThat(both.simulated()).containsExactly("spark (simulated)");
    assertThat(both.simulationNote()).hasValue("Simulated, not measured: spark (simulated).");
    assertThat(study(simulated).simulationNote())
        .hasValue("All times are simulated, not measured.");
    assertThat(study(measured).simulationNote()).isEmpty();
  }

  @Test
  void leavesUniqueLabelsUnchanged() {
    Study study =
        study(
            Trials.results("a", "1", trials("spark", "grep")),
            Trials.results("b", "1", trials("flink", "sort")));

    assertThat(study.frameworks())
        .extracting(FrameworkInfo::label)
        .containsExactly("spark", "flink");
    assertThat(study.workloads()).extracting(WorkloadInfo::label).containsExactly("grep", "sort");
  }

  @Test
  void findsFilesOfEachExperimentInItsDirectory() {
    Study study =
        study(
            Trials.results("a", "1", trials("spark", "grep")),
            Trials.results("b", "2", trials("spark", "grep")));

    assertThat(study.trials())
        .extracting(TrialResult::directory)
        .containsExactly("/results/0/trials/x", "/results/1/trials/x");
    assertThat(study.trials().get(1).nodes().get(0).samples())
        .isEqualTo("/results/1/trials/samples-n1.csv");
  }

  @Test
  void refusesAnEmptyListOfDirectories() {
    assertThatThrownBy(() -> Study.read(List.of()))
        .hasMessage("no results: name at least one directory that holds results.json");
  }

  private static List<TrialResult> trials(String framework, String workload) {
    return List.of(Trials.trial(framework, workload, 1, 1, 10));
  }

  private static Study study(Results... experiments) {
    List<Results> all = List.of(experiments);
    return Study.of(
        Stream.of(experiments)
            .map(results -> new Study.Source(Path.of("/results/" + all.indexOf(results)), results))
            .toList());
  }
}
