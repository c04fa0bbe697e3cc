// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.storage.replay.Replay;
import org.athanor.cli.storage.replay.ReplayResult;
import org.athanor.cli.usage.InputFile;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lets the simulator decide again what a daemon has decided. */
@Command(
    mixinStandardHelpOptions = true,
    name = "replay",
    description = {
      "Lets the simulator's daemon decide again what 'athanor storage serve --record' has recorded,",
      "and says whether it predicts and decides the same. Needs no HDFS."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Copies on SSD and numbers of replicas are compared; what goes to archive storage is decided",
      "by age alone, and is not.",
      "",
      "Examples:",
      "  athanor storage serve --audit-log /var/log/hadoop/hdfs-audit.log --ssd 2t --dry-run \\",
      "      --record decisions.jsonl",
      "      records on a cluster, and changes nothing there",
      "  athanor storage replay decisions.jsonl",
      "      decides again",
      "",
      "Exit code: 0 all is the same, 1 something differs, or it is no recording; 2 wrong usage."
    })
final class ReplayCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Parameters(paramLabel = "RECORDING", description = "What 'serve --record' has written.")
  private Path recording;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException {
    InputFile.require("RECORDING", recording);
    ReplayResult result = Replay.of(recording);
    byte[] text = (json ? json(result) : text(result)).getBytes(StandardCharsets.UTF_8);
    storage.out().write(text);
    storage.out().flush();
    return result.differences() == 0 ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  private static String text(ReplayResult result) {
    StringBuilder text = new StringBuilder();
    result.shown().forEach(line -> text.append(line).append('\n'));
    text.append(
        String.format(
            Locale.ROOT,
            "%,d periods, %,d plans about %,d files, %,d decisions: %s%n",
            result.periods(),
            result.plans(),
            result.candidates(),
            result.decisions(),
            result.differences() == 0
                ? "all the same"
                : String.format(Locale.ROOT, "%,d differences", result.differences())));
    return text.toString();
  }

  private static String json(ReplayResult result) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("periods").value(result.periods());
    json.name("plans").value(result.plans());
    json.name("candidates").value(result.candidates());
    json.name("decisions").value(result.decisions());
    json.name("differences").value(result.differences());
    json.name("shown").beginArray();
    result.shown().forEach(line -> json.element().value(line));
    return json.endArray().endObject() + "\n";
  }
}
