// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.program.IterationCount;

/**
 * Prints how many iterations a program has done: {@code Iterations OUTPUT} writes a line {@code
 * measure iterations NUMBER count}, or {@code measure iterations unavailable REASON} if the output
 * does not say it, as that of an external framework.
 */
public final class Iterations {
  private Iterations() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: Iterations OUTPUT");
      System.exit(2);
    }
    System.out.println(line(new Configuration(), new Path(args[0])));
  }

  static String line(Configuration configuration, Path output) throws IOException {
    try {
      return "measure iterations " + IterationCount.read(configuration, output) + " count";
    } catch (FileNotFoundException absent) {
      return "measure iterations unavailable the output has no file "
          + IterationCount.file(output).getName();
    }
  }
}
