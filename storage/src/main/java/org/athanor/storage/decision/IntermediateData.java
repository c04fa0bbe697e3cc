// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.List;
import java.util.OptionalLong;
import org.athanor.storage.check.Checks;

/**
 * Intermediate data of an application as a linear function of its input (K. Ravindranathan, 2015,
 * section 6.3.3.3): the line of least squares through its runs; with one run, with runs of one
 * input size, or if the line falls, which is noise, the line from zero through their mean.
 *
 * <p>Below the smallest input, the line may come to zero or less, and a job would get no room. So
 * the expectation there is at least the part of the smallest runs' data in proportion to the input:
 * runs with 5 of 10 and 25 of 20 lie on 2x - 15, and 2.5 are expected of 5, not none.
 */
public record IntermediateData(List<Run> runs) {
  /**
   * A profiled run.
   *
   * @param inputBytes from 1
   * @param intermediateBytes from 0
   */
  public record Run(long inputBytes, long intermediateBytes) {
    public Run {
      Checks.atLeast(1, "inputBytes", inputBytes);
      Checks.atLeast(0, "intermediateBytes", intermediateBytes);
    }
  }

  public IntermediateData {
    runs = List.copyOf(runs);
  }

  /** The expected bytes for an input, from 0; empty if there is no run. */
  public OptionalLong expected(long inputBytes) {
    if (runs.isEmpty()) {
      return OptionalLong.empty();
    }
    double meanInput = runs.stream().mapToDouble(Run::inputBytes).average().orElseThrow();
    double mean = runs.stream().mapToDouble(Run::intermediateBytes).average().orElseThrow();
    double variance = 0;
    double covariance = 0;
    for (Run run : runs) {
      double distance = run.inputBytes() - meanInput;
      variance += distance * distance;
      covariance += distance * (run.intermediateBytes() - mean);
    }
    boolean rises = variance > 0 && covariance >= 0;
    double slope = rises ? covariance / variance : mean / meanInput;
    double offset = mean - slope * meanInput;
    double least = proportional(inputBytes);
    return OptionalLong.of((long) Math.ceil(Math.max(least, offset + slope * inputBytes)));
  }

  /** For an input below the smallest, its part of the data of the smallest runs; 0 for others. */
  private double proportional(long inputBytes) {
    long smallest = runs.stream().mapToLong(Run::inputBytes).min().orElseThrow();
    if (inputBytes >= smallest) {
      return 0;
    }
    double amount =
        runs.stream()
            .filter(run -> run.inputBytes() == smallest)
            .mapToLong(Run::intermediateBytes)
            .average()
            .orElseThrow();
    return amount * inputBytes / smallest;
  }
}
