// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads the driver and whatever it needs. As under {@code hadoop jar}, classes that Hadoop brings
 * win over those of the jar; files of the configuration directories win over everything.
 * Thread-safe.
 */
final class DriverClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final URLClassLoader configuration;

  /**
   * @param configuration directories of configuration files, the winner first
   * @param classPath in the order of {@code org.apache.hadoop.util.RunJar}
   */
  DriverClassLoader(URL[] configuration, URL[] classPath, ClassLoader parent) {
    super(classPath, parent);
    this.configuration = new URLClassLoader(configuration, null);
  }

  @Override
  public URL getResource(String name) {
    URL url = name.isEmpty() ? null : configuration.findResource(name);
    return url == null ? super.getResource(name) : url;
  }
}
