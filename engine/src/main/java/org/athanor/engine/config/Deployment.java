// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.net.URI;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.athanor.engine.job.SettingSource;

/** Where the engine runs jobs. */
public enum Deployment {
  /** In the client's JVM. */
  EMBEDDED,
  /** In containers of a YARN cluster. */
  YARN;

  /** Keys of which a configuration that names a ResourceManager sets one. */
  private static final String[] RESOURCE_MANAGER = {
    YarnConfiguration.RM_ADDRESS, YarnConfiguration.RM_HOSTNAME, YarnConfiguration.RM_HA_IDS
  };

  /**
   * Returns what a configuration chooses.
   *
   * @throws InvalidSettingException if {@code athanor.deploy} has an unknown value
   */
  public static Deployment of(Configuration conf) {
    return switch (Values.text(conf, EngineKeys.DEPLOY).toLowerCase(Locale.ROOT)) {
      case "embedded" -> EMBEDDED;
      case "yarn" -> YARN;
      case "auto" -> namesCluster(conf) ? YARN : EMBEDDED;
      default -> throw Values.invalid(conf, EngineKeys.DEPLOY);
    };
  }

  private static boolean namesCluster(Configuration conf) {
    return namesResourceManager(conf) && !isLocal(FileSystem.getDefaultUri(conf));
  }

  private static boolean namesResourceManager(Configuration conf) {
    for (String key : RESOURCE_MANAGER) {
      if (!SettingSource.isDefault(conf, key)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLocal(URI fileSystem) {
    return "file".equals(fileSystem.getScheme());
  }
}
