// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.nio.file.Path;
import java.util.Random;

/** Writes the input of a case, once for both frameworks, from a seeded generator. */
@FunctionalInterface
public interface InputWriter {
  void write(Path directory, Random random) throws Exception;
}
