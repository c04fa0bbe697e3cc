// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.framework.Deployment;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.result.Reading;
import org.athanor.bench.result.Results.WorkloadInfo;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandTimeoutException;

/** A workload of an experiment, with its parameters. Keeps no state but files. */
public interface TrialWorkload {

  /**
   * What results tell of it. The size of an input that is not generated is measured now.
   *
   * @param site where that input is, before any file system of the experiment is started
   */
  WorkloadInfo info(DataSite site) throws InterruptedException;

  Footprint footprint();

  /** Why the framework cannot run it, in one line; empty if it can. */
  Optional<String> unsupported(Framework framework);

  /** Why it cannot run here, each with a remedy. Starts nothing that lasts. */
  List<String> problems(DataSite site) throws IOException, InterruptedException;

  /**
   * Generates its input and the reference that outputs are compared with; returns soon if both are
   * there. What is not complete is never taken for the input.
   */
  void prepare(DataSite site) throws IOException, InterruptedException;

  /** The client's command, to be run on the master. */
  Command command(Run run);

  /**
   * Checks what a trial wrote.
   *
   * @param limit how long that may take
   * @return what is wrong, in one line; empty if it is right
   * @throws CommandTimeoutException if it takes longer
   * @throws IOException if it cannot be checked
   */
  Optional<String> verify(Run run, Duration limit) throws IOException, InterruptedException;

  /**
   * What the workload itself measured in a trial that is verified, by name; empty if it measures
   * nothing.
   *
   * @throws IOException if it cannot be read
   */
  default Map<String, Reading> measures(Run run) throws IOException, InterruptedException {
    return Map.of();
  }

  /**
   * One trial.
   *
   * @param api of the framework
   * @param output URI of a directory that does not exist, below one that does
   * @param work URI of a directory for what lies between jobs, which does not exist either
   */
  record Run(DataSite site, Deployment deployment, Api api, String output, String work) {}

  /**
   * Upper bounds of what it needs on disk, once, without replication, in bytes.
   *
   * @param input its input, if it has one that is generated
   * @param output its output
   * @param spill the framework's own files during a trial
   */
  record Footprint(long input, long output, long spill) {}
}
