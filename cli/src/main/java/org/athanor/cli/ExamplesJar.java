// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.nio.file.Path;
import org.athanor.cli.usage.UsageException;

/** The jar of Hadoop's example programs. */
final class ExamplesJar {
  /** Set by the launcher. */
  static final String PROPERTY = "athanor.examples.jar";

  private ExamplesJar() {}

  static Path find() throws UsageException {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      throw new UsageException(
          "JAR=examples: works with the athanor launcher only; give the path of hadoop-mapreduce-examples-*.jar");
    }
    return Path.of(path);
  }
}
