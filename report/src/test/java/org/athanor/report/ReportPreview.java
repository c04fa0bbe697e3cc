// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.athanor.results.synthetic.Shape;
import org.athanor.results.synthetic.SyntheticExperiment;

/** Writes an invented experiment and its report, to look at them. */
public final class ReportPreview {

  private ReportPreview() {}

  /** Arguments: {@code rich|small|large DIRECTORY}. */
  public static void main(String[] arguments) throws IOException {
    Shape shape =
        switch (arguments[0]) {
          case "rich" -> Shape.rich();
          case "small" -> Shape.small();
          case "large" -> Shape.large();
          default -> throw new IllegalArgumentException(arguments[0] + ": rich, small or large");
        };
    Path directory = Path.of(arguments[1]);
    SyntheticExperiment.write(shape, directory);
    long start = System.nanoTime();
    Path page = ReportWriter.write(List.of(directory), directory);
    System.out.printf(
        "%s: %d bytes, %.1f s%n", page, page.toFile().length(), (System.nanoTime() - start) / 1e9);
  }
}
