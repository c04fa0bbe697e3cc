// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

/** The exit codes of the process. A driver that ends the JVM chooses its own code. */
public final class ExitCode {
  public static final int SUCCESS = 0;

  /** The job failed, or its driver threw. */
  public static final int FAILED = 1;

  /** Wrong arguments or configuration. */
  public static final int USAGE = 2;

  private ExitCode() {}
}
