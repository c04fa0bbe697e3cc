// SPDX-License-Identifier: Apache-2.0
package org.athanor.testkit;

import java.nio.file.Path;

/** The directory of the module whose tests run. */
final class ModuleDirectory {
  /** Named by Maven, which may run tests elsewhere; development environments run them in it. */
  static final Path PATH = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

  private ModuleDirectory() {}
}
