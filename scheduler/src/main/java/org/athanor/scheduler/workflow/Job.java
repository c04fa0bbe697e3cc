// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job of a workflow.
 *
 * @param application name of its earlier runs, for predictions
 * @param inputs paths or patterns
 * @param outputs paths
 * @param after names of jobs that the file says must have succeeded before
 * @param settings of the framework
 * @param fileSystems that the arguments of its program choose
 */
public record Job(
    String name,
    String application,
    Program program,
    List<String> inputs,
    List<String> outputs,
    List<String> after,
    Map<String, String> settings,
    Rules rules,
    List<ChosenFileSystem> fileSystems) {

  /** Makes a job whose arguments choose no file system. */
  public Job(
      String name,
      String application,
      Program program,
      List<String> inputs,
      List<String> outputs,
      List<String> after,
      Map<String, String> settings,
      Rules rules) {
    this(name, application, program, inputs, outputs, after, settings, rules, List.of());
  }

  /**
   * How a job is treated.
   *
   * @param priority from 0; greater is considered first
   * @param pool the share of the clusters that it runs in
   * @param sla its own, not that of the workflow
   * @param estimate the user's, of its duration
   * @param timeout of one attempt
   * @param prepare whether outputs that exist before the first attempt are removed
   */
  public record Rules(
      int priority,
      String pool,
      Optional<Sla> sla,
      Optional<Duration> estimate,
      Retries retries,
      Optional<Duration> timeout,
      boolean prepare) {}
}
