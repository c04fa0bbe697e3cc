// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.io.IOException;

/** A driver that fails. */
public final class Throwing {
  private Throwing() {}

  /** As {@code JobClient.runJob} does. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      throw new IOException("Job failed!", new IllegalStateException("two\n  lines"));
    }
  }
}
