// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.driver.JobSettings;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Option;

/** The options that say with which configuration jobs run. */
final class ConfigurationOptions {
  @Option(
      names = "-D",
      paramLabel = "<key=value>",
      description = "Set a Hadoop or Athanor key for all jobs of the driver; repeatable.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--conf",
      paramLabel = "<dir>",
      description =
          "Take the *-site.xml files of a Hadoop configuration directory (default:"
              + " $$HADOOP_CONF_DIR).")
  private Path conf;

  /**
   * Returns the keys that were given.
   *
   * @throws UsageException if a word is no key with a value that is allowed
   */
  JobSettings settings() throws UsageException {
    return JobSettings.parse(settings);
  }

  /**
   * Returns the configuration directory; empty if there is none.
   *
   * @throws UsageException if it cannot be read
   */
  Optional<ConfigurationDirectory> site() throws UsageException {
    return ConfigurationDirectory.find(conf);
  }
}
