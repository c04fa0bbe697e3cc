// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.usage.InputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.replay.Replay;
import org.athanor.scheduler.replay.ReplayResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Decides again what a scheduler has decided. */
@Command(
    mixinStandardHelpOptions = true,
    name = "replay",
    description = {
      "Decides again, with the policies of this version, what 'athanor schedule serve --record' or",
      "'run --record' has recorded, and shows what is different. Needs no cluster."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "What is done with each job is compared: start, copy of its input, wait, where and how long.",
      "Reasons are shown, but not compared.",
      "",
      "Examples:",
      "  athanor schedule run nightly.yaml --record decisions.jsonl",
      "      runs a workflow, and records what is decided",
      "  athanor schedule replay decisions.jsonl",
      "      decides again",
      "",
      "Exit code: 0 all is the same, 1 something differs, or it is no recording; 2 wrong usage."
    })
final class ReplayCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;

  @Parameters(paramLabel = "RECORDING", description = "What --record has written.")
  private Path recording;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException {
    InputFile.require("RECORDING", recording);
    ReplayResult result = Replay.of(recording);
    result.notes().forEach(note -> schedule.err().println(recording + ": " + note));
    schedule.out().print(json ? json(result) : text(result));
    schedule.out().flush();
    return result.differences() == 0 ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  private static String text(ReplayResult result) {
    StringBuilder text = new StringBuilder();
    result.shown().forEach(line -> text.append(line).append('\n'));
    text.append(
        String.format(
            Locale.ROOT,
            "policy %s, asked %,d times, %,d decisions: %s%n",
            result.policy(),
            result.views(),
            result.decisions(),
            result.differences() == 0
                ? "all the same"
                : String.format(Locale.ROOT, "%,d differences", result.differences())));
    return text.toString();
  }

  private static String json(ReplayResult result) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("policy").value(result.policy());
    json.name("views").value(result.views());
    json.name("decisions").value(result.decisions());
    json.name("differences").value(result.differences());
    json.name("shown").beginArray();
    result.shown().forEach(line -> json.element().value(line));
    json.endArray().name("notes").beginArray();
    result.notes().forEach(line -> json.element().value(line));
    return json.endArray().endObject() + "\n";
  }
}
