// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.util.Objects;

/**
 * What the calls that end the JVM become in a driver's classes. On the driver's main thread they
 * end the driver, and never return: no code of the driver runs after them, as without a session. On
 * other threads, and where something of the driver would remain, they end the JVM.
 */
public final class DriverExit {
  private DriverExit() {}

  /** Replaces {@link System#exit}. */
  public static void exit(int status) {
    if (!Driver.endOnThisThread(status)) {
      System.exit(status);
    }
  }

  /** Replaces {@link Runtime#exit}. */
  public static void exit(Runtime runtime, int status) {
    Objects.requireNonNull(runtime);
    exit(status);
  }
}
