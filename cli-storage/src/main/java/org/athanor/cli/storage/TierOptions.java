// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.athanor.cli.output.OutputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.plan.StoragePlan;
import org.athanor.tiering.plan.TierBudget;
import org.athanor.tiering.plan.TierPlan;
import picocli.CommandLine.Option;

/** The options of a plan for a tier of the rules of a NameNode's plug-ins. */
final class TierOptions {
  /** A NameNode refuses longer rules. */
  private static final int MOST_BYTES = 4 << 20;

  @Option(
      names = "--tier",
      paramLabel = "<name>=<size>",
      description = {
        "One copy of each of the most popular files on this tier of --rules, of those that the",
        "rules hold on other tiers. Needs the plug-ins in the NameNode."
      })
  private String tier;

  @Option(
      names = "--rules-output",
      paramLabel = "<file>",
      description = "Write the rules that the NameNode needs for the plan of --tier.")
  private Path output;

  /**
   * What may be put on a tier; empty if no option says so.
   *
   * @param rules the value of {@code --rules}
   * @throws UsageException if an option has a wrong value, or lacks another one
   */
  Optional<TierBudget> budget(Optional<Path> rules) throws UsageException {
    if (tier == null) {
      if (output != null) {
        throw new UsageException("--rules-output: needs --tier, which may change the rules");
      }
      return Optional.empty();
    }
    if (rules.isEmpty()) {
      throw new UsageException("--tier: needs --rules, the rules of the NameNode's plug-ins");
    }
    StorageRules read = RulesOption.read(rules.get());
    int equals = tier.indexOf('=');
    String name = tier.substring(0, Math.max(0, equals));
    Tier named =
        read.tiers()
            .named(name)
            .orElseThrow(
                () ->
                    new UsageException(
                        "--tier="
                            + tier
                            + ": must be a tier of the rules and a size, such as "
                            + read.tiers().all().get(0).name()
                            + "=2t; tiers are "
                            + String.join(
                                ", ", read.tiers().all().stream().map(Tier::name).toList())));
    try {
      return Optional.of(new TierBudget(read, named, Amounts.size(tier.substring(equals + 1))));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--tier=" + tier + ": " + e.getMessage(), e);
    }
  }

  /**
   * The file for the rules; empty if none was named.
   *
   * @throws UsageException if it may not be written
   */
  Optional<OutputFile> output(boolean force) throws UsageException {
    return output == null
        ? Optional.empty()
        : Optional.of(OutputFile.open("--rules-output", output, force));
  }

  /**
   * Writes the rules of a plan into a file, or says in the plan that it lacks one.
   *
   * @throws IOException if it cannot be written, or a NameNode would refuse it
   * @throws UsageException if the file has come to be meanwhile, and may not be replaced
   */
  StoragePlan write(StoragePlan made, Optional<OutputFile> file)
      throws IOException, UsageException {
    if (made.tier().isEmpty()) {
      return made;
    }
    TierPlan plan = made.tier().get();
    if (file.isPresent()) {
      byte[] text = RulesText.print(plan.rules()).getBytes(StandardCharsets.UTF_8);
      if (text.length > MOST_BYTES) {
        throw new IOException(
            "--rules-output="
                + output
                + ": would have "
                + text.length
                + " bytes, of which a NameNode reads "
                + MOST_BYTES
                + " at most: give a smaller --tier");
      }
      file.get().write(text);
      return made;
    }
    return plan.changesRules()
        ? made.withNotice(
            "the plan for tier "
                + plan.budget().tier().name()
                + " needs other rules in the NameNode, which --rules-output writes")
        : made;
  }
}
