// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.main;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.athanor.cli.LauncherCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

@Tag("short")
class EvaluatorMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int athanor(String... arguments) {
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), arguments);
  }

  @Test
  void hasTheCommandsThatTheHelpOfModuleCliNames() {
    CommandLine command =
        EvaluatorMain.commandLine(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    assertThat(command.getSubcommands().keySet())
        .containsExactlyInAnyOrderElementsOf(LauncherCommands.EVALUATOR.keySet());
    command
        .getSubcommands()
        .forEach(
            (name, sub) ->
                assertThat(sub.getCommandSpec().usageMessage().description()[0])
                    .isEqualTo(LauncherCommands.EVALUATOR.get(name)));
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
  }

  @Test
  void helpReadsWellOnALineOf100Columns() {
    check(
        EvaluatorMain.commandLine(
            new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)));
  }

  private void check(CommandLine command, String... path) {
    String[] line = Arrays.copyOf(path, path.length + 1);
    line[path.length] = "--help";
    out.reset();
    assertThat(athanor(line)).isZero();
    List<String> help = out.toString(UTF_8).lines().toList();
    assertThat(help).allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(100));
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    assertThat(help).contains(usage.description());
    assertThat(help)
        .containsAll(Arrays.stream(usage.footer()).map(text -> text.replace("%%", "%")).toList());
    assertThat(usage.description()[0]).endsWith(".");
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              String first = sub.getCommandSpec().usageMessage().description()[0];
              assertThat(help)
                  .anyMatch(text -> text.matches("  " + name + " .*" + Pattern.quote(first)));
              String[] below = Arrays.copyOf(path, path.length + 1);
              below[path.length] = name;
              check(sub, below);
            });
  }

  @Test
  void namesTheNearestCommand() {
    assertThat(athanor("bench", "rn")).isEqualTo(2);
    assertThat(athanor("clustr", "--help")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            """
            athanor bench: unknown command rn: must be quick or init or check or run or submit or list or report or compare or archive or trend; did you mean run? (see athanor bench --help)
            athanor: unknown command clustr: must be advise or bench or cluster or profile or simulate; did you mean cluster? (see athanor --help)
            """);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void namesTheCommandsIfNoneIsGiven() {
    assertThat(athanor()).isEqualTo(2);
    assertThat(athanor("cluster")).isEqualTo(2);
    assertThat(athanor("profile", "--no-such-option")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            """
            athanor: a command is missing: advise or bench or cluster or profile or simulate (see athanor --help)
            athanor cluster: a command is missing: start or status or stop (see athanor cluster --help)
            athanor profile: unknown option --no-such-option (see athanor profile --help)
            """);
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void wrongUsageIsOneLine() {
    assertThat(athanor("bench", "runn")).isEqualTo(2);
    assertThat(athanor("bench", "compare", "only-one")).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines()).hasSize(2);
  }

  @Test
  void aQuickRunRefusesAWrongSizeOnce() {
    assertThat(athanor("bench", "quick", "--size", "1x")).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .singleElement()
        .asString()
        .endsWith("--size=1x: must be a size from 1k to 100t");
  }

  @Test
  void namesResultsThatDoNotExist() {
    assertThat(athanor("bench", "compare", "no-such-a", "no-such-b")).isEqualTo(1);
    assertThat(athanor("bench", "report", "no-such-c")).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines()).hasSize(2);
    assertThat(err.toString(UTF_8)).contains("no-such-a").contains("no-such-c");
  }

  @Test
  void aReportOfSeveralRunsNeedsADirectory() {
    assertThat(athanor("bench", "report", "a", "b")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "athanor: --output is missing: a report of several runs needs a directory of its own\n");
  }

  @Test
  void showsStackTracesForDebugging() {
    assertThat(athanor("bench", "report", "no-such-c", "--debug")).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains("\tat org.athanor.")
        .contains("\nathanor bench report: no-such-c");
    assertThat(athanor("bench", "report", "--help")).isZero();
    assertThat(out.toString(UTF_8)).contains("--debug");
  }
}
