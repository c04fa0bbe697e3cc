// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.athanor.results.Outcome;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class RunProgressTest {
  private static final TrialKey KEY = new TrialKey("spark", "terasort", 2, 3);

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private RunProgress progress(Optional<Integer> columns) {
    return new RunProgress(new PrintStream(err, true, UTF_8), columns, Optional.of("mine.yaml"));
  }

  private static TrialResult result(Outcome outcome, Optional<String> reason) {
    return TrialResult.builder(KEY, "trials/spark-terasort-2n-r3")
        .outcome(outcome)
        .reason(reason)
        .wallSeconds(12.34)
        .build();
  }

  @Test
  void printsActivitiesAndEndedTrialsInAPipeWithoutEscapes() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG"));
    try {
      RunProgress progress = progress(Optional.empty());
      progress.doing("starting spark");
      progress.step("spark-4.tgz: 17 %");
      progress.trialStarting(KEY, 1, 2, 9, Optional.of(Duration.ofSeconds(30)));
      progress.trialEnded(result(Outcome.VERIFIED, Optional.empty()));
      progress.end();
    } finally {
      Locale.setDefault(before);
    }
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            """
            starting spark
            [2/9, 30 s left] spark terasort on 2 nodes #3: 12.3 s
            """);
  }

  /** In a default locale with digits of its own. */
  @Test
  void writesNumbersTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      RunProgress progress = progress(Optional.of(80));
      progress.trialStarting(KEY, 1, 2, 9, Optional.of(Duration.ofSeconds(30)));
      progress.trialEnded(result(Outcome.VERIFIED, Optional.empty()));
    } finally {
      Locale.setDefault(before);
    }
    assertThat(err.toString(UTF_8)).contains("[2/9, 30 s left]").contains(": 12.3 s");
  }

  @Test
  void printsFailuresAndWarningsInAPipe() {
    RunProgress progress = progress(Optional.empty());
    progress.warning("h2: not reachable");
    progress.trialEnded(result(Outcome.WRONG_OUTPUT, Optional.of("part-00000 is empty")));
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            """
            h2: not reachable
            spark terasort on 2 nodes #3: wrong output after 12.3 s: part-00000 is empty; see trials/spark-terasort-2n-r3
            """);
  }

  @Test
  void printsTheCommandThatContinues() {
    progress(Optional.empty()).interrupted(Path.of("results"));
    assertThat(err.toString(UTF_8))
        .endsWith("athanor bench run mine.yaml --resume --output results\n");
  }

  @Test
  void anExperimentWithoutAFileContinuesFromItsCopy() {
    new RunProgress(new PrintStream(err, true, UTF_8), Optional.empty(), Optional.empty())
        .interrupted(Path.of("results"));
    assertThat(err.toString(UTF_8))
        .endsWith("athanor bench run results/experiment.yaml --resume --output results\n");
  }

  @Test
  void theChangingLineFitsTheTerminalAndIsCleared() {
    RunProgress progress = progress(Optional.of(30));
    progress.trialStarting(KEY, 1, 2, 9, Optional.of(Duration.ofMinutes(5)));
    assertThat(err.toString(UTF_8)).isEqualTo("[2/9, 5 min left] spark teras");
    progress.trialEnded(result(Outcome.VERIFIED, Optional.empty()));
    progress.end();
    assertThat(err.toString(UTF_8))
        .contains("\r\033[Kspark terasort on 2 nodes #3: 12.3 s")
        .endsWith("\r\033[K");
  }
}
