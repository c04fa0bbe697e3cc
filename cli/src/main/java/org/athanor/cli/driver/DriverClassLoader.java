// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;

/**
 * Loads the driver and its dependencies. As under {@code hadoop jar}, Hadoop's classes take
 * precedence over those of the jar, and resources of the jar are files. Files of the configuration
 * directories take precedence over all others. Thread-safe.
 */
final class DriverClassLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final URLClassLoader configuration;
  private final JarFiles files;

  /**
   * @param configuration directories of configuration files, in order of precedence
   * @param classPath in the order of {@code org.apache.hadoop.util.RunJar}
   * @param files the jar's files; they are unpacked to a directory that precedes the jar on the
   *     class path
   */
  DriverClassLoader(URL[] configuration, URL[] classPath, JarFiles files, ClassLoader parent) {
    super(classPath, parent);
    this.configuration = new URLClassLoader(configuration, null);
    this.files = files;
  }

  @Override
  public URL getResource(String name) {
    URL url = name.isEmpty() ? null : configuration.findResource(name);
    return url == null ? super.getResource(name) : url;
  }

  /**
   * @throws UncheckedIOException if a file of the jar cannot be unpacked
   */
  @Override
  public URL findResource(String name) {
    try {
      files.unpack(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return super.findResource(name);
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    files.unpack(name);
    return super.findResources(name);
  }
}
