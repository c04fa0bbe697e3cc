// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.InputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.namenode.RulesFile;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.keep.Keeper;

/** Reads the value of {@code --rules}. */
final class RulesOption {
  private RulesOption() {}

  /**
   * What the configuration names while {@code --rules} is not given, in words that are followed by
   * what that means; empty if it names no rules.
   */
  static Optional<String> onlyConfigured(Configuration configuration) {
    return Optional.of(configuration.getTrimmed(RulesFile.KEY, ""))
        .filter(file -> !file.isEmpty())
        .map(
            file ->
                "the configuration names rules of the NameNode's plug-ins ("
                    + RulesFile.KEY
                    + "="
                    + file
                    + "), but they are not given by --rules: files that they place ");
  }

  /** Whether rules say which tiers or regions hold a file of HDFS's default storage policy. */
  static boolean hold(StorageRules rules, String path) {
    return rules.placementOf(path).filter(Keeper::holds).isPresent();
  }

  static StorageRules read(Path rules) throws UsageException {
    return read("--rules", rules);
  }

  /**
   * How few replicas files are left, by the rules that are given, or else by those of the
   * configuration.
   *
   * @param warn told in one line if the configuration names rules that this host does not have
   * @throws UsageException if the rules are not valid
   */
  static LeastReplicas least(
      Optional<Path> given, Configuration configuration, Consumer<String> warn)
      throws UsageException {
    if (given.isPresent()) {
      return LeastReplicas.of(read(given.get()), given.get().toString());
    }
    String file = configuration.getTrimmed(RulesFile.KEY, "");
    if (file.isEmpty()) {
      return LeastReplicas.USUAL;
    }
    if (!Files.isReadable(Path.of(file))) {
      warn.accept(
          RulesFile.KEY
              + "="
              + file
              + ": cannot be read on this host, so its replication.minimum is not known, and files"
              + " may be left "
              + LeastReplicas.USUAL.number()
              + " replicas; give --rules, a copy of it");
      return LeastReplicas.USUAL;
    }
    return LeastReplicas.of(read(RulesFile.KEY, Path.of(file)), file);
  }

  private static StorageRules read(String option, Path rules) throws UsageException {
    InputFile.require(option, rules);
    try {
      return RulesText.parse(Files.readString(rules));
    } catch (RulesException | IOException e) {
      throw new UsageException(option + "=" + rules + ": " + e.getMessage(), e);
    }
  }
}
