// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;

/** Reads the value of {@code --rules}. */
final class RulesOption {
  private RulesOption() {}

  static StorageRules read(Path rules) throws UsageException {
    InputFile.require("--rules", rules);
    try {
      return RulesText.parse(Files.readString(rules));
    } catch (RulesException | IOException e) {
      throw new UsageException("--rules=" + rules + ": " + e.getMessage(), e);
    }
  }
}
