// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Prints where intermediate data would go, and ends in several ways. */
public final class ShowTier {
  private ShowTier() {}

  /** Arguments: return, throw, exit or hang. */
  public static void main(String[] args) throws Exception {
    System.out.println("tier " + new Configuration().get("athanor.intermediate.tier"));
    System.out.flush();
    switch (args[0]) {
      case "throw" -> throw new IllegalStateException("no");
      case "exit" -> System.exit(3);
      case "hang" -> {
        Files.createFile(Path.of("begun"));
        Thread.sleep(100_000);
      }
      default -> {
        // The driver has nothing else to do.
      }
    }
  }
}
