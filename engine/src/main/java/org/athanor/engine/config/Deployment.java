// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
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

  /**
   * Returns why a configuration chooses what it does, one line.
   *
   * @throws InvalidSettingException if {@code athanor.deploy} has an unknown value
   */
  public static String reason(Configuration conf) {
    String value = Values.text(conf, EngineKeys.DEPLOY).toLowerCase(Locale.ROOT);
    Deployment unused = of(conf);
    String setting =
        EngineKeys.DEPLOY.name()
            + (SettingSource.isDefault(conf, EngineKeys.DEPLOY.name())
                ? " is not set, and means " + value
                : "=" + value);
    if (!value.equals("auto")) {
      return setting;
    }
    String manager =
        resourceManagerKey(conf)
            .map(key -> "the configuration names a ResourceManager (" + key + ")")
            .orElse("the configuration names no ResourceManager");
    return setting + ": " + manager + ", and fs.defaultFS=" + FileSystem.getDefaultUri(conf);
  }

  private static boolean namesCluster(Configuration conf) {
    return resourceManagerKey(conf).isPresent() && !isLocal(FileSystem.getDefaultUri(conf));
  }

  private static Optional<String> resourceManagerKey(Configuration conf) {
    for (String key : RESOURCE_MANAGER) {
      if (!SettingSource.isDefault(conf, key)) {
        return Optional.of(key);
      }
    }
    return Optional.empty();
  }

  private static boolean isLocal(URI fileSystem) {
    return "file".equals(fileSystem.getScheme());
  }
}
