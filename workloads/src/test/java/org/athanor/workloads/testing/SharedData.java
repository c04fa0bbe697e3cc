// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The folder of real data sets, beside the checkout or where {@code athanor.shared.data} says. */
public final class SharedData {
  private SharedData() {}

  /** A file of it; skips the test if it is not there. */
  public static Path file(String name) {
    String configured = System.getProperty("athanor.shared.data");
    Path root = configured == null ? besideCheckout() : Path.of(configured);
    Path file = root.resolve(name);
    Assumptions.assumeTrue(
        Files.exists(file),
        () -> file + " is not there; -Dathanor.shared.data names the folder of real data");
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
