// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.PlanExecution;
import picocli.CommandLine.Option;

/** The option of commands that set numbers of replicas, and nothing else that rules concern. */
final class LeastOption {
  @Option(
      names = "--rules",
      paramLabel = "<file>",
      description = {
        "The rules file of the NameNode's plug-ins: no file is left fewer replicas than its",
        "replication.minimum. Default: athanor.storage.rules of the configuration, if this host has",
        "that file"
      })
  private Path rules;

  /**
   * The usual limits, with the number of replicas that is always left.
   *
   * @param err told if rules are named that this host does not have
   * @throws UsageException if the rules are not valid
   */
  PlanExecution.Limits limits(Configuration configuration, PrintStream err) throws UsageException {
    LeastReplicas least =
        RulesOption.least(
            Optional.ofNullable(rules),
            configuration,
            text -> err.println("athanor storage: " + text));
    return PlanExecution.Limits.DEFAULT.with(least);
  }
}
