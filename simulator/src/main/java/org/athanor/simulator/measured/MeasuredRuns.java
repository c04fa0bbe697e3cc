// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.measured;

import java.util.Optional;
import java.util.OptionalLong;

/** Runs of applications that were measured, such as those of a catalogue. */
@FunctionalInterface
public interface MeasuredRuns {

  /**
   * Which run is wanted.
   *
   * @param application its name
   * @param framework kind of the framework that ran it, such as {@code hadoop}
   * @param inputBytes the size of input that the run's should be nearest to, from 1; empty for the
   *     newest run
   * @param run beginning of the id of a single run
   */
  record Wanted(
      String application, String framework, OptionalLong inputBytes, Optional<String> run) {}

  /**
   * Finds a run, or the medians of several like ones.
   *
   * @throws MeasuredRunException if there is none, or if it lacks what the model of a job needs
   */
  MeasuredRun find(Wanted wanted) throws MeasuredRunException;
}
