// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.List;
import java.util.OptionalLong;
import org.athanor.storage.check.Checks;

/**
 * Intermediate data of an application as a linear function of its input (K. Ravindranathan, 2015,
 * section 6.3.3.3): the line of least squares through its runs; with one run, or with runs of one
 * input size, the line from zero through their mean.
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
    double slope = variance > 0 ? covariance / variance : mean / meanInput;
    double offset = mean - slope * meanInput;
    return OptionalLong.of((long) Math.ceil(Math.max(0, offset + slope * inputBytes)));
  }
}
