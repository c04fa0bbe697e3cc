// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.TierUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows the space of each storage type. */
@Command(
    mixinStandardHelpOptions = true,
    name = "tiers",
    description = "Shows how much of each storage type an HDFS has, and how full it is.",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor storage tiers",
      "      shows those of the cluster that HADOOP_CONF_DIR names",
      "  athanor storage tiers --json | jq '.tiers[] | select(.type == \"SSD\").remainingBytes'",
      "",
      "Exit code: 0 success, 1 HDFS does not answer, 2 wrong usage."
    })
final class TiersCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;
  @Mixin private HdfsOptions cluster;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    List<TierUse> tiers = cluster.run((client, hdfs) -> List.copyOf(hdfs.tiers().values()));
    storage.out().print(json ? json(tiers) : text(tiers));
    storage.out().flush();
    return ExitCode.SUCCESS;
  }

  private static String text(List<TierUse> tiers) {
    if (tiers.isEmpty()) {
      return "No DataNode is alive.\n";
    }
    TextTable table =
        new TextTable("type", "nodes>", "volumes>", "capacity>", "used>", "remaining>");
    for (TierUse tier : tiers) {
      table.add(
          tier.type(),
          String.valueOf(tier.nodes()),
          tier.volumes()
              + (tier.failedVolumes() > 0 ? " (" + tier.failedVolumes() + " failed)" : ""),
          Amounts.size(tier.capacityBytes()),
          Amounts.size(tier.usedBytes()),
          Amounts.size(tier.remainingBytes()));
    }
    return table.toString();
  }

  private static String json(List<TierUse> tiers) {
    JsonWriter json = new JsonWriter().beginObject().name("tiers").beginArray();
    for (TierUse tier : tiers) {
      json.element().beginObject();
      json.name("type").value(tier.type());
      json.name("nodes").value(tier.nodes());
      json.name("volumes").value(tier.volumes());
      json.name("failedVolumes").value(tier.failedVolumes());
      json.name("capacityBytes").value(tier.capacityBytes());
      json.name("usedBytes").value(tier.usedBytes());
      json.name("remainingBytes").value(tier.remainingBytes());
      json.endObject();
    }
    return json.endArray().endObject() + "\n";
  }
}
