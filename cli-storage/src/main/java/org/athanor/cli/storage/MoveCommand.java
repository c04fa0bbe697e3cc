// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.plan.PlanAction;
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
      "Needs HDFS's superuser, as 'athanor storage apply' does. Files that somebody is writing, that",
      "are erasure coded or have another storage policy are left alone, and reported.",
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
  private static final int LEAST_REPLICAS = 2;
  private static final int MOST_REPLICAS = 512;

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

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    StoragePolicy policy = TIERS.get(tier);
    if (policy == null) {
      throw new UsageException("TIER=" + tier + ": must be ssd, disk or archive");
    }
    if (replicas != null && (replicas < LEAST_REPLICAS || replicas > MOST_REPLICAS)) {
      throw new UsageException(
          "--replicas=" + replicas + ": must be from " + LEAST_REPLICAS + " to " + MOST_REPLICAS);
    }
    Paths.check("PATH", path);
    Execution execution = new Execution(storage, PlanExecution.Limits.DEFAULT, dryRun, json);
    return cluster.run(
        (client, hdfs) -> {
          List<PlanAction> actions = new ArrayList<>();
          try {
            hdfs.forEach(path, (name, file, directory) -> actions.add(action(name, file, policy)));
          } catch (FileNotFoundException e) {
            throw new UsageException("PATH=" + path + ": does not exist in HDFS", e);
          }
          return execution.run(hdfs, actions);
        });
  }

  /** A file with a policy that no plan gives is left alone, because it has not the one before. */
  private PlanAction action(String name, FileState file, StoragePolicy policy) {
    StoragePolicy before = policy;
    for (StoragePolicy known : TIERS.values()) {
      if (known.name().equals(file.policy())) {
        before = known;
      }
    }
    int wanted = replicas == null ? file.replicas() : replicas;
    return new PlanAction(
        name,
        file.id(),
        file.bytes(),
        Instant.ofEpochMilli(file.modifiedMillis()),
        before,
        policy,
        file.replicas(),
        wanted,
        file.bytes() * Math.max(1, wanted - file.replicas()),
        "asked for");
  }
}
