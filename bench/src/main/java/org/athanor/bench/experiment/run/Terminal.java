// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The terminal that controls this process, if it has one. */
final class Terminal {
  private static final String FILE = "/dev/tty";

  private Terminal() {}

  static boolean isAvailable() {
    try (OutputStream terminal = open()) {
      return terminal != null;
    } catch (IOException none) {
      return false;
    }
  }

  /**
   * Opens the terminal for writing.
   *
   * @throws FileNotFoundException if there is none
   */
  static OutputStream open() throws FileNotFoundException {
    return new FileOutputStream(FILE);
  }
}
