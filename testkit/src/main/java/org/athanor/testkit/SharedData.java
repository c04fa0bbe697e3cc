// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The directory of real data sets, next to the checkout or at {@code athanor.shared.data}. */
public final class SharedData {
  private SharedData() {}

  /** Returns a file of the directory; skips the test if it does not exist. */
  public static Path file(String name) {
    String configured = System.getProperty("athanor.shared.data");
    Path root = configured == null ? besideCheckout() : Path.of(configured);
    Path file = root.resolve(name);
    Assumptions.assumeTrue(
        Files.exists(file),
        () ->
            file + " does not exist; set -Dathanor.shared.data to the directory of real data sets");
    return file;
  }

  private static Path besideCheckout() {
    Path directory = Path.of("").toAbsolutePath();
    while (directory.getParent() != null && !Files.exists(directory.resolve("mvnw"))) {
      directory = directory.getParent();
    }
    return directory.resolve("../shared/data").normalize();
  }
}
