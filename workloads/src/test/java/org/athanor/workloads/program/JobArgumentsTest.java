// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.athanor.workloads.program.JobArguments.Extra;
import org.athanor.workloads.program.JobArguments.Format;
import org.junit.jupiter.api.Test;

class JobArgumentsTest {

  @Test
  void readsPathsAndOptionsInAnyOrder() {
    JobArguments arguments =
        parse("--parts", "4", "hdfs://n/in", "--iterations", "9", "out", "--work", "w");

    assertThat(arguments.input()).isEqualTo("hdfs://n/in");
    assertThat(arguments.output()).isEqualTo("out");
    assertThat(arguments.parts(2)).isEqualTo(4);
    assertThat(arguments.iterations()).isEqualTo(9);
    assertThat(arguments.work()).contains("w");
  }

  @Test
  void hasFiveIterationsAndTheFrameworksPartsByDefault() {
    JobArguments arguments = parse("in", "out");

    assertThat(arguments.iterations()).isEqualTo(5);
    assertThat(arguments.parts(2)).isEqualTo(2);
    assertThat(arguments.work()).isEmpty();
  }

  @Test
  void refusesUnknownOptions() {
    assertThatThrownBy(() -> parse("in", "out", "--pattern", "a"))
        .hasMessage("--pattern: unknown; allowed are --iterations, --parts, --work");
    assertThatThrownBy(() -> parse("in"))
        .hasMessage("expected INPUT and OUTPUT, got 1 paths: [in]");
    assertThatThrownBy(() -> parse("in", "out", "--parts")).hasMessage("--parts: P is missing");
  }

  @Test
  void refusesNumbersBelowOneAndOtherText() {
    assertThatThrownBy(() -> parse("in", "out", "--parts", "0"))
        .hasMessage("--parts=0: must be a whole number from 1");
    assertThatThrownBy(() -> parse("in", "out", "--iterations", "many"))
        .hasMessage("--iterations=many: must be a whole number from 1");
  }

  @Test
  void aToleranceMayBeGivenToThoseThatHaveOne() {
    String[] given = {"in", "out", "--tolerance", "1e-6"};
    assertThat(JobArguments.parse(given, Extra.TOLERANCE).tolerance()).hasValue(1e-6);
    assertThat(JobArguments.parse(new String[] {"in", "out"}, Extra.TOLERANCE).tolerance())
        .isEmpty();
    assertThatThrownBy(() -> JobArguments.parse(given))
        .hasMessageStartingWith("--tolerance: unknown");
    given[3] = "-1";
    assertThatThrownBy(() -> JobArguments.parse(given, Extra.TOLERANCE))
        .hasMessage("--tolerance=-1: must be a number from 0");
  }

  @Test
  void requiresWhatAProgramNeeds() {
    assertThatThrownBy(() -> JobArguments.parse(new String[] {"in", "out"}, Extra.CENTROIDS))
        .hasMessage("--centroids URI is missing");
    assertThatThrownBy(
            () ->
                JobArguments.parse(new String[] {"in", "out", "--pattern", "("}, Extra.PATTERN)
                    .pattern())
        .hasMessage("--pattern=(: not a regular expression: Unclosed group");
  }

  @Test
  void tablesAreInTextUnlessAQuerySaysParquet() {
    assertThat(formatOf()).isEqualTo(Format.TEXT);
    assertThat(formatOf("--format", "text")).isEqualTo(Format.TEXT);
    assertThat(formatOf("--format", "parquet")).isEqualTo(Format.PARQUET);
    assertThatThrownBy(() -> formatOf("--format", "orc"))
        .hasMessage("--format=orc: must be text or parquet");
    assertThatThrownBy(() -> parse("in", "out", "--format", "text"))
        .hasMessage("--format: unknown; allowed are --iterations, --parts, --work");
  }

  private static Format formatOf(String... options) {
    List<String> arguments = new ArrayList<>(List.of("in", "out"));
    arguments.addAll(List.of(options));
    return JobArguments.parse(arguments.toArray(String[]::new), Extra.FORMAT).format();
  }

  private static JobArguments parse(String... arguments) {
    return JobArguments.parse(arguments);
  }
}
