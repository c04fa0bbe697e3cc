// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.usage.InputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.ClaimHolder;
import org.athanor.tiering.serve.HistoryImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lets the daemon learn from audit logs that are not beside its own. */
@Command(
    mixinStandardHelpOptions = true,
    name = "import-audit",
    description = {
      "Lets the daemon learn, before its first start, from audit logs that are elsewhere.",
      "The first start learns by itself from the history beside --audit-log. Events are imported up",
      "to the first one that is there, so nothing counts twice."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Give --audit-log, --state, --period, --predictor, --window and --zone as to 'serve'. It",
      "refuses a state from which a daemon has been started, and an HDFS on which one works.",
      "",
      "Examples:",
      "  athanor storage import-audit /archive/2026/hdfs-audit.log \\",
      "      --audit-log /var/log/hadoop/hdfs-audit.log --state /var/lib/athanor",
      "  athanor storage serve --audit-log /var/log/hadoop/hdfs-audit.log \\",
      "      --state /var/lib/athanor --ssd 2t",
      "",
      "Exit code: 0 success, 1 it was refused, or a file could not be read or written; 2 wrong",
      "usage."
    })
final class ImportAuditCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Parameters(
      paramLabel = "LOG",
      arity = "1..*",
      description = {
        "Audit logs; older files beside each, also compressed, are read first. Several are merged",
        "by time."
      })
  private List<Path> history;

  @Option(
      names = "--audit-log",
      required = true,
      paramLabel = "<file>",
      description = "The NameNode's audit log that the daemon will follow. Repeatable.")
  private List<Path> logs;

  @Mixin private StateOption state;
  @Mixin private LearningOptions learning;

  @Option(
      names = "--max-files",
      paramLabel = "<n>",
      defaultValue = "10000000",
      description = "Files that are remembered, 200 bytes each. Default: ${DEFAULT-VALUE}")
  private int maxFiles;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    if (maxFiles < 1) {
      throw new UsageException("--max-files=" + maxFiles + ": must be 1 or more");
    }
    for (Path log : history) {
      InputFile.require("LOG", log);
    }
    for (Path log : logs) {
      InputFile.require("--audit-log", log);
    }
    HistoryImport.Settings settings =
        new HistoryImport.Settings(
            PlanOptions.learn(learning),
            history,
            logs,
            learning.zone(),
            state.directory(),
            maxFiles);
    checkClaim();
    ProgressText progress = ProgressText.on(storage.err());
    HistoryImport.Result result;
    try {
      progress.show("reading the audit logs");
      result =
          HistoryImport.run(
              settings,
              System.currentTimeMillis(),
              events ->
                  progress.show(
                      String.format(Locale.ROOT, "reading the audit logs: %,d events", events)));
    } finally {
      progress.clear();
    }
    storage.out().write(bytes(json ? json(result) : text(result, settings.state())));
    storage.out().flush();
    if (!json) {
      result.notices().forEach(line -> storage.err().println("athanor storage: " + line));
    }
    return ExitCode.SUCCESS;
  }

  private void checkClaim() throws UsageException, IOException, InterruptedException {
    if (cluster.isNamed()) {
      Optional<ClaimHolder> holder =
          cluster.run((client, hdfs) -> ClaimHolder.of((DistributedFileSystem) client));
      if (holder.isPresent()) {
        throw new IOException(
            Claim.FILE
                + ": a daemon works on this HDFS, or has died a short time ago; stop it first");
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(HistoryImport.Result result, Path state) {
    return String.format(
            Locale.ROOT,
            "%,d events from %s to %s: %,d accesses, %,d files are known%n",
            result.events(),
            result.first(),
            result.last(),
            result.accesses(),
            result.files())
        + (result.leftToDaemon() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "%,d events are left to the daemon, whose own logs begin before them%n",
                result.leftToDaemon()))
        + (result.malformedLines() == 0
            ? ""
            : String.format(Locale.ROOT, "%,d lines could not be read%n", result.malformedLines()))
        + "in "
        + state
        + ", for the first start of 'athanor storage serve'\n";
  }

  private static String json(HistoryImport.Result result) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("events").value(result.events());
    json.name("leftToDaemon").value(result.leftToDaemon());
    json.name("malformedLines").value(result.malformedLines());
    json.name("accesses").value(result.accesses());
    json.name("files").value(result.files());
    json.name("first").value(result.first().toString());
    json.name("last").value(result.last().toString());
    json.name("notices").beginArray();
    result.notices().forEach(notice -> json.element().value(notice));
    return json.endArray().endObject() + "\n";
  }
}
