// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.api.FileTier;
import org.athanor.tiering.apply.PlanExecution;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Takes files off a tier. */
@Command(
    mixinStandardHelpOptions = true,
    name = "drop",
    description = {
      "Takes files off a tier, and verifies that no replica is left there.",
      "They keep their number of replicas: a replica is copied to another tier before it is deleted."
    },
    customSynopsis = "athanor storage drop [OPTIONS] PATH... TIER",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Each file gets the storage policy without the tier:",
      "  off ssd        ONE_SSD or ALL_SSD becomes HOT",
      "  off archive    WARM or COLD becomes HOT",
      "  off disk       ONE_SSD becomes ALL_SSD, WARM becomes COLD; HOT is left alone: move it",
      "Needs HDFS's superuser, as 'athanor storage apply' does. Left alone, and reported, are files",
      "that somebody is writing, that are erasure coded, have one replica, have changed since a",
      "snapshot, or have another storage policy or one from a directory.",
      "",
      "Examples:",
      "  athanor storage drop /data/customers ssd",
      "  athanor storage drop /data /logs ssd --dry-run",
      "      says which files would be taken off SSD",
      "",
      "Exit code: 0 all is done, or left alone; 1 something failed or is incomplete; 2 wrong usage."
    })
final class DropCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  // The tier is the last one, which picocli cannot say.
  @Parameters(
      paramLabel = "PATH... TIER",
      hideParamSyntax = true,
      arity = "2..*",
      description = {
        "Files or directories of the HDFS, absolute, and the tier: ssd, disk or archive."
      })
  private List<String> arguments;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Option(names = "--json", description = "Write what became of each file as JSON.")
  private boolean json;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    int last = arguments.size() - 1;
    String name = arguments.get(last);
    FileTier tier =
        FileTier.of(name)
            .orElseThrow(
                () -> new UsageException("TIER=" + name + ": must be ssd, disk or archive"));
    List<String> paths = Paths.check(arguments.subList(0, last));
    Execution execution = new Execution(storage, PlanExecution.Limits.DEFAULT, dryRun, json);
    return cluster.run(
        (client, hdfs) -> execution.run(hdfs, files -> files.deleteFileTier(paths, tier)));
  }
}
