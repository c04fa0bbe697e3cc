// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.job;

/**
 * A MapReduce job, as K. Ravindranathan, 2015, table 3.1 describes jobs.
 *
 * @param name for results
 * @param queue that it is submitted to
 * @param submitSeconds since the beginning, from 0
 * @param input path of its input; empty if it has none
 * @param maps number of maps, from 1; 0 for one map for each block of the input
 * @param reduces number of reduces; 0 for a job of maps only
 * @param shuffleBytes what all maps emit for reduces, from 0; 0 without reduces
 * @param outputBytes what is written to HDFS, from 0
 * @param mapCyclesPerByte for each byte of input, or of what maps emit if there is no input; from 0
 * @param reduceCyclesPerByte for each byte of {@code shuffleBytes}, from 0
 * @param terms for whoever places it
 */
public record JobSpec(
    String name,
    String queue,
    double submitSeconds,
    String input,
    int maps,
    int reduces,
    long shuffleBytes,
    long outputBytes,
    double mapCyclesPerByte,
    double reduceCyclesPerByte,
    JobTerms terms) {

  /** A job that asks for nothing. */
  public JobSpec(
      String name,
      String queue,
      double submitSeconds,
      String input,
      int maps,
      int reduces,
      long shuffleBytes,
      long outputBytes,
      double mapCyclesPerByte,
      double reduceCyclesPerByte) {
    this(
        name,
        queue,
        submitSeconds,
        input,
        maps,
        reduces,
        shuffleBytes,
        outputBytes,
        mapCyclesPerByte,
        reduceCyclesPerByte,
        JobTerms.NONE);
  }

  public JobSpec {
    check(name, "submit time", submitSeconds);
    check(name, "number of maps", maps);
    check(name, "number of reduces", reduces);
    check(name, "shuffled bytes", shuffleBytes);
    check(name, "output bytes", outputBytes);
    check(name, "cycles per byte of maps", mapCyclesPerByte);
    check(name, "cycles per byte of reduces", reduceCyclesPerByte);
    if (input.isEmpty() && maps == 0) {
      throw new IllegalArgumentException(
          "job " + name + " has no input and no number of maps: must have one of them");
    }
    if (reduces == 0 && shuffleBytes > 0) {
      throw new IllegalArgumentException(
          "job " + name + " shuffles " + shuffleBytes + " bytes without reduces: must have some");
    }
  }

  /** The job under another name, submitted at another time, on other terms. */
  public JobSpec with(String other, double seconds, JobTerms asked) {
    return new JobSpec(
        other,
        queue,
        seconds,
        input,
        maps,
        reduces,
        shuffleBytes,
        outputBytes,
        mapCyclesPerByte,
        reduceCyclesPerByte,
        asked);
  }

  private static void check(String job, String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          what + " of job " + job + "=" + value + ": must be from 0 and finite");
    }
  }
}
