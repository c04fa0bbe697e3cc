// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.athanor.cli.usage.UsageException;

/**
 * The jar of a driver.
 *
 * @param file an existing file
 * @param manifestMainClass the main class that the manifest names, in the form that class loaders
 *     accept
 */
public record DriverJar(Path file, Optional<String> manifestMainClass) {
  private static final String MAIN_CLASS = "Main-Class";

  /**
   * Opens a jar and reads its manifest.
   *
   * @throws UsageException if it does not exist, is not a file, or not a jar
   */
  public static DriverJar open(Path file) throws UsageException {
    if (!Files.exists(file)) {
      throw new UsageException("JAR=" + file + ": does not exist");
    }
    if (!Files.isRegularFile(file)) {
      throw new UsageException("JAR=" + file + ": is not a file");
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      String name = manifest == null ? null : manifest.getMainAttributes().getValue(MAIN_CLASS);
      return new DriverJar(file, Optional.ofNullable(name).map(DriverJar::className));
    } catch (IOException e) {
      throw new UsageException("JAR=" + file + ": cannot be read as a jar: " + e.getMessage(), e);
    }
  }

  /** Accepts {@code com/acme/Main} too, as Hadoop does. */
  static String className(String name) {
    return name.strip().replace('/', '.');
  }
}
