// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.athanor.yaml.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the problems that are reported for {@code problems/NAME.yaml} with {@code NAME.txt}.
 * {@code ATHANOR_TEST_RENEW=true ./mvnw …} rewrites the expected texts; review the difference.
 */
class ProblemReportTest {
  private static final Path DIRECTORY =
      Path.of("src/test/resources/org/athanor/bench/experiment/problems");

  static List<Path> files() throws Exception {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void reportsEverythingAtOnce(Path file) throws Exception {
    Path shown = file.getFileName();
    ExperimentFile read =
        ExperimentFile.parse(shown, Files.readAllBytes(file), new FixedVocabulary());
    StringBuilder text = new StringBuilder();
    for (Problem problem : read.problems()) {
      text.append(problem).append('\n');
    }
    Path expected = DIRECTORY.resolve(shown.toString().replace(".yaml", ".txt"));
    if ("true".equals(System.getenv("ATHANOR_TEST_RENEW"))) {
      Files.writeString(expected, text);
    }
    assertThat(text.toString()).isEqualTo(Files.readString(expected));
  }
}
