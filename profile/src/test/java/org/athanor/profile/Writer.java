// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.athanor.profile.run.Run;

/** A process that enters runs, and prints the id of each run after it has been entered. */
final class Writer {
  private Writer() {}

  /**
   * @param args the catalogue, the seed of the runs, the first number, the number of runs
   */
  public static void main(String[] args) throws CatalogueException {
    long seed = Long.parseLong(args[1]);
    int first = Integer.parseInt(args[2]);
    int end = first + Integer.parseInt(args[3]);
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(Path.of(args[0])))) {
      for (int number = first; number < end; number++) {
        Run run = RandomRuns.numbered(seed, number);
        boolean added = catalogue.add(run);
        System.out.println(run.id() + " " + added);
      }
    }
  }

  static Process start(Path file, long seed, int first, int count) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                file.toString(),
                Long.toString(seed),
                Integer.toString(first),
                Integer.toString(count)))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
