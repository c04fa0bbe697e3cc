// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.plan.StoragePolicy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Moves files to a tier, and sets their number of replicas. */
@Command(
    mixinStandardHelpOptions = true,
    name = "move",
    description = {
      "Moves files to a tier, and verifies where they are.",
      "On ssd, one replica of each block is on an SSD and the others on disks, so a failed SSD costs",
      "time only; on archive all replicas are there."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Needs HDFS's superuser, as 'athanor storage apply' does. Left alone, and reported, are files",
      "that somebody is writing, that are erasure coded, have one replica, have changed since a",
      "snapshot, have another storage policy or one from a directory, or would be left fewer replicas",
      "than the rules of the NameNode's plug-ins allow.",
      "",
      "Examples:",
      "  athanor storage move /data/customers ssd",
      "  athanor storage move /data/customers disk --replicas 5",
      "      takes it off SSD, and gives it two replicas more",
      "  athanor storage move /logs/2024 archive --replicas 2 --dry-run",
      "      says which files would be moved",
      "",
      "Exit code: 0 all is done, or left alone; 1 something failed or is incomplete; 2 wrong usage."
    })
final class MoveCommand implements Callable<Integer> {
  private static final Map<String, StoragePolicy> TIERS =
      Map.of(
          "ssd", StoragePolicy.ONE_SSD, "disk", StoragePolicy.HOT, "archive", StoragePolicy.COLD);

  @ParentCommand private StorageCommand storage;

  @Parameters(
      index = "0",
      paramLabel = "PATH",
      description = "A file or directory of the HDFS, absolute.")
  private String path;

  @Parameters(index = "1", paramLabel = "TIER", description = "ssd, disk or archive.")
  private String tier;

  @Option(
      names = "--replicas",
      paramLabel = "<n>",
      description = "The number of replicas, from 2. Default: as it is")
  private Integer replicas;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Option(names = "--json", description = "Write what became of each file as JSON.")
  private boolean json;

  @Mixin private LeastOption least;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    StoragePolicy policy = TIERS.get(tier);
    if (policy == null) {
      throw new UsageException("TIER=" + tier + ": must be ssd, disk or archive");
    }
    if (replicas != null) {
      Replicas.check("--replicas", replicas);
    }
    List<String> paths = Paths.check(List.of(path));
    return cluster.run(
        (client, hdfs) ->
            new Execution(storage, least.limits(client.getConf(), storage.err()), dryRun, json)
                .run(
                    hdfs,
                    files -> files.setRepPolicy(paths, policy, Optional.ofNullable(replicas))));
  }
}
