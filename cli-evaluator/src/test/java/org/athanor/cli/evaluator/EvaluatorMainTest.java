// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.evaluator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.athanor.cli.Elsewhere;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@Tag("short")
class EvaluatorMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int athanor(String... arguments) {
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), arguments);
  }

  @Test
  void hasTheCommandsThatTheHelpOfTheOtherClassPathNames() {
    CommandLine command =
        EvaluatorMain.commandLine(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    assertThat(command.getSubcommands().keySet())
        .containsExactlyInAnyOrderElementsOf(Elsewhere.COMMANDS.keySet());
    command
        .getSubcommands()
        .forEach(
            (name, sub) ->
                assertThat(sub.getCommandSpec().usageMessage().description()[0])
                    .isEqualTo(Elsewhere.COMMANDS.get(name)));
  }

  @Test
  void helpTeachesByExample() {
    assertThat(athanor("bench", "--help")).isZero();
    assertThat(athanor("bench", "run", "--help")).isZero();
    assertThat(athanor("bench", "compare", "--help")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("athanor bench quick")
        .contains("athanor bench run mine.yaml --resume")
        .contains("athanor bench compare jdk17/ jdk25/");
    assertThat(out.toString(UTF_8).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(90));
  }

  @Test
  void wrongUsageIsOneLine() {
    assertThat(athanor("bench", "runn")).isEqualTo(2);
    assertThat(athanor("bench", "compare", "only-one")).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines()).hasSize(2);
  }

  @Test
  void resultsThatAreNotThereAreNamed() {
    assertThat(athanor("bench", "compare", "no-such-a", "no-such-b")).isEqualTo(1);
    assertThat(athanor("bench", "report", "no-such-c")).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines()).hasSize(2);
    assertThat(err.toString(UTF_8)).contains("no-such-a").contains("no-such-c");
  }

  @Test
  void theReportOfSeveralRunsOverwritesNoneOfTheirs() {
    assertThat(athanor("bench", "report", "a", "b")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "athanor: --output is missing: the report of several runs is in none of them\n");
  }

  @Test
  void stackTracesAreForThoseWhoAsk() {
    assertThat(athanor("bench", "report", "no-such-c", "--debug")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("\tat org.athanor.")
        .contains("\nathanor bench report: no-such-c");
    assertThat(athanor("bench", "report", "--help")).isZero();
    assertThat(out.toString(UTF_8)).contains("--debug");
  }
}
