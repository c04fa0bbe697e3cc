// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.measured;

import java.util.OptionalDouble;

/**
 * What was measured of one MapReduce job, and the model that follows from it:
 *
 * <pre>
 *   C = (cpuSeconds − starts · core seconds of a start) · clock     cycles of all tasks
 *   map cycles per byte    = C · mapSeconds / (mapSeconds + reduceSeconds) / inputBytes
 *   reduce cycles per byte = C · reduceSeconds / (mapSeconds + reduceSeconds) / shuffleBytes
 * </pre>
 *
 * Processors are taken to be equally busy before and after the end of the maps, because a run has
 * the CPU time of the whole job only. Without reduces, or if nothing is shuffled, all cycles are
 * those of maps.
 *
 * @param name for messages, such as {@code run 0123456789abcdef}
 * @param inputBytes size of the input, from 1
 * @param shuffleBytes what maps emitted, after combiners and compression, from 0
 * @param reduces number of reduces, from 0
 * @param cpuSeconds of all processes of the framework on all nodes, from 0
 * @param starts JVMs that were started for tasks, from 0
 * @param hertz cycles per second of the processors while they worked, if known
 * @param mapSeconds from the job's begin to the end of its last map, above 0
 * @param reduceSeconds from there to the end of its last reduce, from 0
 */
public record MeasuredRun(
    String name,
    long inputBytes,
    long shuffleBytes,
    int reduces,
    double cpuSeconds,
    int starts,
    OptionalDouble hertz,
    double mapSeconds,
    double reduceSeconds) {

  public MeasuredRun {
    check(name, "size of the input", inputBytes, 1);
    check(name, "shuffled bytes", shuffleBytes, 0);
    check(name, "number of reduces", reduces, 0);
    check(name, "CPU seconds", cpuSeconds, 0);
    check(name, "number of starts", starts, 0);
    check(name, "seconds of maps", mapSeconds, Double.MIN_VALUE);
    check(name, "seconds of reduces", reduceSeconds, 0);
  }

  private static void check(String name, String what, double value, double least) {
    if (!(value >= least) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          what + " of " + name + "=" + value + ": must be from " + least + " and finite");
    }
  }

  /**
   * The model of a job of the same application.
   *
   * @param clock of the processors that ran it, in hertz, above 0
   * @param startCoreSeconds what the start of a JVM takes of a core, from 0
   * @throws MeasuredRunException if the starts alone take more than what was measured
   */
  public JobModel model(double clock, double startCoreSeconds) throws MeasuredRunException {
    double seconds = cpuSeconds - starts * startCoreSeconds;
    if (seconds < 0) {
      throw new MeasuredRunException(
          name
              + " has "
              + cpuSeconds
              + " s of CPU, but the starts of its "
              + starts
              + " tasks take "
              + starts * startCoreSeconds
              + " s by mapreduce.task start cpu; must be less");
    }
    double cycles = seconds * clock;
    double forReduces =
        reduces == 0 || shuffleBytes == 0 ? 0 : reduceSeconds / (mapSeconds + reduceSeconds);
    return new JobModel(
        (double) shuffleBytes / inputBytes,
        reduces,
        cycles * (1 - forReduces) / inputBytes,
        forReduces == 0 ? 0 : cycles * forReduces / shuffleBytes);
  }
}
