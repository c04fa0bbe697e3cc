// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.risk.DataLoss;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows how likely data are lost. */
@Command(
    mixinStandardHelpOptions = true,
    name = "risk",
    description = {
      "Shows the probability that a cluster loses data, by the number of replicas.",
      "Nodes fail independently, and no replica is made again in the time that is looked at; what",
      "one power supply or switch takes down at once is not in it."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor storage risk --nodes 100",
      "      for a day without repair, and nodes that fail every three years",
      "  athanor storage risk --nodes 100 --mtbf 6 --days 0.1 --blocks 5000000",
      "      for 2.4 hours, nodes that fail every six years, and five million blocks",
      "",
      "Exit code: 0 success, 2 wrong usage."
    })
final class RiskCommand implements Callable<Integer> {
  private static final int MOST_REPLICAS = 6;

  @ParentCommand private StorageCommand storage;

  @Option(names = "--nodes", required = true, paramLabel = "<n>", description = "DataNodes.")
  private int nodes;

  @Option(
      names = "--mtbf",
      paramLabel = "<years>",
      defaultValue = "3",
      description = "Mean time between failures of a node. Default: ${DEFAULT-VALUE}")
  private double mtbf;

  @Option(
      names = "--days",
      paramLabel = "<days>",
      defaultValue = "1",
      description = "How long no replica is made again. Default: ${DEFAULT-VALUE}")
  private double days;

  @Option(
      names = "--blocks",
      paramLabel = "<n>",
      description = "Blocks. Default: so many that each set of nodes holds all replicas of one")
  private Long blocks;

  @Override
  public Integer call() throws UsageException {
    TextTable table = new TextTable("replicas>", "probability of loss>", "once in>");
    try {
      DataLoss loss = DataLoss.of(nodes, mtbf, days);
      for (int replicas = 1; replicas <= Math.min(MOST_REPLICAS, nodes); replicas++) {
        double probability =
            blocks == null ? loss.ofManyBlocks(replicas) : loss.ofBlocks(replicas, blocks);
        table.add(
            String.valueOf(replicas),
            String.format(Locale.ROOT, "%.2e", probability),
            probability == 0
                ? "never"
                : String.format(Locale.ROOT, "%.3g years", days / 365 / probability));
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
    storage.out().print(table);
    storage.out().flush();
    return ExitCode.SUCCESS;
  }
}
