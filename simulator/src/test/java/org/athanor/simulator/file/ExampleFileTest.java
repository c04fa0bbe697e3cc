// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.athanor.simulator.run.RunOutcome;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.RunSummary;
import org.athanor.simulator.run.Scenario;
import org.athanor.simulator.run.ScenarioPool;
import org.junit.jupiter.api.Test;

/**
 * A run of the example file: milliseconds, joules, bytes and events. If the model changes, so do
 * these numbers.
 */
class ExampleFileTest {
  private static List<Variant> variants() {
    ScenarioFile file =
        ScenarioFile.parse(
            Path.of("example.yaml"),
            ExampleFile.text().getBytes(StandardCharsets.UTF_8),
            OptionalLong.empty(),
            Sources.none());
    assertThat(file.problems()).isEmpty();
    return file.variants();
  }

  private static List<RunOutcome> run(List<Variant> variants, int threads) throws Exception {
    List<Scenario> scenarios = variants.stream().map(Variant::scenario).toList();
    return ScenarioPool.run(scenarios, threads, false, index -> {});
  }

  private static String line(Variant variant, RunOutcome outcome) {
    RunResult result = outcome.result().orElseThrow();
    RunSummary summary = RunSummary.of(result);
    return String.format(
        Locale.ROOT,
        "%s %.3f %.3f %.3f %.3f %.0f %.0f %d",
        variant.name(),
        result.makespan(),
        summary.seconds().mean(),
        summary.seconds().median(),
        summary.nodeLocal(),
        result.use().joules(),
        result.use().networkBytes(),
        result.events());
  }

  @Test
  void hasTheseResults() throws Exception {
    List<Variant> variants = variants();
    List<RunOutcome> outcomes = run(variants, 2);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < outcomes.size(); i++) {
      lines.append(line(variants.get(i), outcomes.get(i))).append('\n');
    }
    assertThat(lines.toString())
        .isEqualTo(
            """
            placement=hdfs,link=1Gbit/s 153.500 65.832 37.770 1.000 340679 128726125773 6816
            placement=hdfs,link=2Gbit/s 145.434 63.104 37.653 1.000 325192 128705154253 7146
            placement=hybrid,link=1Gbit/s 136.055 59.207 34.679 1.000 305547 128726964634 6372
            placement=hybrid,link=2Gbit/s 124.215 56.334 36.950 1.000 282841 128637625958 6845
            """);
  }

  @Test
  void resultsDoNotDependOnThreads() throws Exception {
    List<Variant> variants = variants();
    List<RunOutcome> one = run(variants, 1);
    for (int threads : new int[] {2, 7}) {
      assertThat(run(variants(), threads))
          .extracting(RunOutcome::result)
          .isEqualTo(one.stream().map(RunOutcome::result).toList());
    }
  }

  @Test
  void aScenarioWithoutRoomDoesNotStopTheOthers() throws Exception {
    ScenarioText text =
        ScenarioText.valid()
            // Five blocks of 6 GiB do not fit on four devices of 10 GiB.
            .with("block: 64m, replication: 2", "block: 8g, replication: 1")
            .with("reduces: 2, shuffle: 1g", "reduces: 5, shuffle: 1g, output: 1g")
            .plus("matrix:\n  jobs.one.output: [30g, 1g]\n");
    List<RunOutcome> outcomes = run(text.read().variants(), 1);
    assertThat(outcomes.get(0).result()).isEmpty();
    assertThat(outcomes.get(0).failure()).startsWith("no device has room for a block of ");
    assertThat(outcomes.get(1).result()).isPresent();
    assertThat(outcomes.get(1).failure()).isEmpty();
  }
}
