// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.results.archive.Archive;
import org.athanor.results.archive.Entry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists the entries of an archive. */
@Command(
    mixinStandardHelpOptions = true,
    name = "list",
    description = "Lists the entries of an archive, oldest first.",
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Example:",
      "  athanor bench archive list --archive=/data/archive --json | jq '.entries[].directory'",
      "",
      "Exit code: 0 success, 1 the archive cannot be read, 2 wrong usage."
    })
final class BenchArchiveListCommand implements Callable<Integer> {
  @ParentCommand private BenchArchiveCommand archive;

  @Option(names = "--archive", paramLabel = "<dir>", required = true, description = "The archive.")
  private Path directory;

  @Option(names = "--json", description = "Write JSON to standard output.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    List<Entry> entries = new Archive(directory).entries();
    if (json) {
      archive.out().println(json(entries));
      return ExitCode.SUCCESS;
    }
    TextTable table =
        new TextTable("started", "experiment", "commit", "accepted", "machine", "entry");
    for (Entry entry : entries) {
      table.add(
          entry.started().toString(),
          entry.experiment(),
          entry.commit().orElse("–"),
          entry.accepted() ? "yes" : "no",
          entry.machineText(),
          entry.machine() + "/" + entry.id());
    }
    archive.out().print(table);
    return ExitCode.SUCCESS;
  }

  private static String json(List<Entry> entries) {
    JsonWriter json = new JsonWriter().beginObject().name("entries").beginArray();
    for (Entry entry : entries) {
      json.element().beginObject();
      json.name("directory").value(entry.directory().toString());
      json.name("started").value(entry.started().toString());
      json.name("experiment").value(entry.experiment());
      json.name("athanor").value(entry.athanor());
      entry.commit().ifPresent(commit -> json.name("commit").value(commit));
      json.name("accepted").value(entry.accepted());
      json.name("machine").value(entry.machine());
      json.name("machineText").value(entry.machineText());
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }
}
