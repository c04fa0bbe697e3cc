// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the checkout and the shared data are. */
public final class Repository {
  private Repository() {}

  /** The nearest directory upwards that holds the Maven wrapper. */
  public static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (directory != null && !Files.exists(directory.resolve("mvnw"))) {
      directory = directory.getParent();
    }
    if (directory == null) {
      throw new IllegalStateException("not in a checkout: " + Path.of("").toAbsolutePath());
    }
    return directory;
  }

  /** The folder of real data sets; it may not exist. */
  public static Path sharedData() {
    String configured = System.getProperty("athanor.shared.data");
    return configured == null ? root().resolve("../shared/data").normalize() : Path.of(configured);
  }
}
