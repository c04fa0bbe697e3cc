// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;

/** Prints where intermediate data would go, and ends in several ways. */
public final class ShowTier {
  private ShowTier() {}

  /** Arguments: return, throw, exit or hang, which ends when the process is killed. */
  public static void main(String[] args) throws Exception {
    System.out.println("tier " + new Configuration().get("athanor.intermediate.tier"));
    System.out.flush();
    switch (args[0]) {
      case "throw" -> throw new IllegalStateException("no");
      case "exit" -> System.exit(3);
      case "hang" -> {
        Files.createFile(Path.of("begun"));
        new CountDownLatch(1).await();
      }
      default -> {
        // The driver has nothing else to do.
      }
    }
  }
}
