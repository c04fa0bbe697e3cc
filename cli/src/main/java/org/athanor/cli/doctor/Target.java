// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.driver.JobSettings;
import org.athanor.engine.config.Deployment;
import org.athanor.engine.config.InvalidSettingException;

/**
 * What is examined: the configuration that a job of {@code athanor run} with the same options would
 * have.
 *
 * @param site the directory of the site files; empty if there is none but the class path
 * @param conf not to be changed
 */
public record Target(Optional<ConfigurationDirectory> site, JobConf conf) {
  private static final String FRAMEWORK = "mapreduce.framework.name";
  private static final String ATHANOR_SITE = "athanor-site.xml";

  /**
   * Reads the site files, which the class loader of this thread must find, and the settings of the
   * command line.
   */
  public static Target read(JobSettings settings, Optional<ConfigurationDirectory> site) {
    Configuration.addDefaultResource("hdfs-default.xml");
    Configuration.addDefaultResource("hdfs-site.xml");
    JobConf conf = new JobConf();
    conf.addResource(ATHANOR_SITE);
    settings
        .values()
        .forEach(
            (key, value) -> {
              if (!key.equals(FRAMEWORK)) { // which a job of athanor run always has
                conf.set(key, value, "-D");
              }
            });
    return new Target(site, conf);
  }

  /** Whether jobs run on YARN; not if the setting is invalid, which another check says. */
  boolean isOnYarn() {
    try {
      return Deployment.of(conf) == Deployment.YARN;
    } catch (InvalidSettingException e) {
      return false;
    }
  }

  /** What {@code hadoop jar}, Pig and Hive take. */
  String framework() {
    return conf.get(FRAMEWORK, "local");
  }

  /** Where a key was set, for messages; empty if nowhere. */
  String sourceOf(String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources.length == 0 ? "" : sources[sources.length - 1];
  }
}
