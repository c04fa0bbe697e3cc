// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.framework.Deployment;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandTimeoutException;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;

/** A workload of an experiment, with its parameters. Its only state is in files. */
public interface TrialWorkload {

  /**
   * The description of the workload in the results. Measures the size of an input that is not
   * generated.
   *
   * @param site where that input is, before any file system of the experiment is started
   */
  WorkloadInfo info(DataSite site) throws InterruptedException;

  /**
   * The disk space that it needs.
   *
   * @param workers number of nodes that work
   */
  Footprint footprint(int workers);

  /** The reason why a framework cannot run this workload, in one line; empty if it can. */
  Optional<String> unsupported(Framework framework);

  /** Files of the user on the master that its times depend on, such as a jar. */
  default List<Path> files() {
    return List.of();
  }

  /** Reasons why the workload cannot run here, each with a remedy. Leaves no process running. */
  List<String> problems(DataSite site) throws IOException, InterruptedException;

  /** Generates the input, unless it exists. An incomplete input of an earlier run is never used. */
  void prepare(DataSite site) throws IOException, InterruptedException;

  /** URI of the data that programs read; empty if there are none. */
  default Optional<String> input(DataSite site) {
    return Optional.empty();
  }

  /** The client's command, to be run on the master. */
  Command command(Run run);

  /**
   * Checks the output of a trial.
   *
   * @param limit maximum duration of the check
   * @return what is wrong with the output, in one line; empty if it is right
   * @throws CommandTimeoutException if the check takes longer
   * @throws IOException if the output cannot be checked
   */
  Optional<String> verify(Run run, Duration limit) throws IOException, InterruptedException;

  /** Declarations of all {@link #measures} that the workload may have. */
  default List<MeasureInfo> declaredMeasures() {
    return List.of();
  }

  /**
   * Starts what the workload needs beside the framework; returns when it is ready.
   *
   * @param nodes the trial's nodes
   * @param mark mark of its processes
   * @param directory absolute directory that does not exist, for its files on each node
   * @param trial the trial's directory on this machine, for logs
   * @throws IOException if it does not start; its processes have ended then
   */
  default TrialService startService(
      Run run, List<Node> nodes, Mark mark, Path directory, Path trial)
      throws IOException, InterruptedException {
    return TrialService.NONE;
  }

  /**
   * The measurements of the workload itself in a verified trial, by id; empty if it measures
   * nothing.
   *
   * @throws IOException if they cannot be read
   */
  default Map<String, Reading> measures(Run run) throws IOException, InterruptedException {
    return Map.of();
  }

  /**
   * One trial.
   *
   * @param api API of the framework
   * @param output URI of a directory that does not exist, below one that does
   * @param work URI of a directory for intermediate data, which does not exist either
   * @param service the result of {@link #startService}; {@link TrialService#NONE} before
   */
  record Run(
      DataSite site,
      Deployment deployment,
      Api api,
      String output,
      String work,
      TrialService service) {

    Run with(TrialService started) {
      return new Run(site, deployment, api, output, work, started);
    }
  }

  /**
   * Upper bounds of the disk space that the workload needs, in bytes, without replication.
   *
   * @param input the input; 0 if it is not generated
   * @param output the output
   * @param spill the framework's own files during a trial
   */
  record Footprint(long input, long output, long spill) {}
}
