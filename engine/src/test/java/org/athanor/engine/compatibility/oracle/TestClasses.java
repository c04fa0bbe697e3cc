// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.engine.testing.CompiledJar;

/** The jar of the cases' mappers and reducers, for tasks in other JVMs. Thread-safe. */
final class TestClasses {
  private static final String PACKAGE = "org/athanor/engine/compatibility";

  private TestClasses() {}

  /** The jar, which is made once in a JVM; not where tests look for what jobs leave. */
  static Path jar() {
    return Made.JAR;
  }

  /** Makes the jar when it is first asked for. */
  private static final class Made {
    static final Path JAR = make();

    private static Path make() {
      try {
        Path all =
            Path.of(TestClasses.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path jar = Files.createTempFile("compatibility-cases-", ".jar");
        jar.toFile().deleteOnExit();
        CompiledJar.pack(all, all.resolve(PACKAGE), jar);
        return jar;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
