// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.Hdfs;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.document.PlanFormatException;
import org.athanor.tiering.document.PlanReader;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;
import org.athanor.tiering.plan.TierChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Carries a plan out. */
@Command(
    mixinStandardHelpOptions = true,
    name = "apply",
    description = {
      "Carries a plan out on an HDFS: sets storage policies and replicas, and moves them.",
      "Files that have changed since the plan was made are left alone. Each file is verified: its",
      "replicas are where the plan wants them. If it is interrupted, start it again: what HDFS has",
      "is looked at, and the rest is done."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Needs the configuration directory of the cluster, and HDFS's superuser: Hadoop's own mover",
      "moves the replicas. How much of the network it may use is a setting of the DataNodes,",
      "dfs.datanode.balance.bandwidthPerSec.",
      "",
      "Examples:",
      "  athanor storage plan --image fsimage.xml --audit-log hdfs-audit.log --ssd 2t \\",
      "      --output plan.json",
      "  athanor storage apply plan.json --dry-run",
      "      says what would be done now",
      "  athanor storage apply plan.json",
      "      does it",
      "  athanor storage apply plan.json --rules new-rules.txt",
      "      the same for a plan with --tier, when the NameNode has its rules",
      "",
      "Exit code: 0 all is done, or left alone because it has changed; 1 something failed or is",
      "incomplete; 2 wrong usage or input."
    })
final class ApplyCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Parameters(
      index = "0",
      paramLabel = "PLAN",
      description = "What 'athanor storage plan --output' wrote.")
  private Path plan;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Option(
      names = "--batch",
      paramLabel = "<size>",
      defaultValue = "100g",
      description =
          "Replicas that are moved before the next files are looked at. Default: ${DEFAULT-VALUE}")
  private String batch;

  @Option(
      names = "--rules",
      paramLabel = "<file>",
      description = {
        "The rules file of the NameNode's plug-ins: files that its placements hold on tiers and in",
        "regions now get no storage policy, whatever the plan says. A plan with --tier needs it:",
        "its files come to the tiers of these rules. No file is left fewer replicas than their",
        "replication.minimum."
      })
  private Path rules;

  @Option(names = "--json", description = "Write what became of each file as JSON.")
  private boolean json;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    PlanExecution.Limits batches = limits();
    PlanReader.Changes changes = changes();
    Optional<StorageRules> held =
        rules == null ? Optional.empty() : Optional.of(RulesOption.read(rules));
    if (!changes.tiers().isEmpty() && held.isEmpty()) {
      throw new UsageException(
          plan
              + ": wants files on tiers of the NameNode's plug-ins: give --rules, the rules that"
              + " the NameNode has now, which 'athanor storage plan --rules-output' wrote");
    }
    return cluster.run(
        (client, hdfs) -> {
          if (held.isEmpty()) {
            RulesOption.onlyConfigured(client.getConf())
                .ifPresent(
                    text ->
                        warn(text + "may get a storage policy, by which HDFS places them instead"));
          }
          PlanExecution.Limits limits =
              batches.with(
                  RulesOption.least(Optional.ofNullable(rules), client.getConf(), this::warn));
          return new Execution(storage, limits, dryRun, json)
              .run(
                  hdfs,
                  changes.actions(),
                  action -> held.isPresent() && isHeld(held.get(), hdfs, action),
                  changes.tiers().isEmpty()
                      ? Execution.Work.NONE
                      : tiers(
                          (DistributedFileSystem) client,
                          hdfs,
                          held.get(),
                          limits,
                          changes.tiers()),
                  changes.actions().size() + changes.tiers().size());
        });
  }

  private Execution.Work tiers(
      DistributedFileSystem client,
      HadoopHdfs hdfs,
      StorageRules held,
      PlanExecution.Limits limits,
      List<TierChange> changes) {
    TierApplication tiers = new TierApplication(client, hdfs, held, limits);
    return listener -> dryRun ? tiers.look(changes, listener) : tiers.run(changes, listener);
  }

  private void warn(String text) {
    storage.err().println("athanor storage: " + text);
  }

  /**
   * One that has another policy than HDFS's default now is placed by HDFS, not by the rules: such
   * as one that was begun before, and got the plan's policy.
   */
  static boolean isHeld(StorageRules rules, Hdfs hdfs, PlanAction action) throws IOException {
    return RulesOption.hold(rules, action.path())
        && hdfs.state(action.path())
            .filter(file -> file.policy().equals(StoragePolicy.HOT.name()))
            .isPresent();
  }

  private PlanExecution.Limits limits() throws UsageException {
    PlanExecution.Limits usual = PlanExecution.Limits.DEFAULT;
    try {
      return new PlanExecution.Limits(
          usual.batchFiles(), Amounts.size(batch), usual.attempts(), usual.patience());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--batch=" + batch + ": must be a size such as 100g", e);
    }
  }

  private PlanReader.Changes changes() throws UsageException, IOException {
    if (!Files.isRegularFile(plan)) {
      throw new UsageException(plan + (Files.exists(plan) ? ": is no file" : ": does not exist"));
    }
    try {
      return PlanReader.read(plan);
    } catch (PlanFormatException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }
}
