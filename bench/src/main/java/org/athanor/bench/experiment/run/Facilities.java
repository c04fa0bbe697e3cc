// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Claims;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * Provides the nodes, frameworks, workloads, monitors and file systems of a run; {@link
 * StandardFacilities} provides Athanor's own.
 */
public interface Facilities {

  /** The frameworks, workloads and monitors that experiment files can name. */
  Vocabulary vocabulary();

  /** Version of Athanor. */
  String version();

  /** Athanor's own files. */
  Installation installation();

  /** Directory that keeps distributions and inputs between experiments. */
  Path cache();

  /** The claims of this user's runs on their processes. */
  Claims claims();

  /** The nodes of the specifications, in the same order. */
  List<Node> nodes(List<String> specifications) throws InvalidHostsException;

  Framework framework(FrameworkSpec spec);

  TrialWorkload workload(WorkloadSpec spec, Experiment experiment);

  /** Reasons why a file system cannot be provided, each with a remedy; empty if it can. */
  List<String> storageProblems(StorageType type);

  /**
   * Starts a storage, or uses an existing one, which may have inputs of earlier runs.
   *
   * @throws IOException if it does not start; its processes have ended then
   */
  Storage storage(StorageRequest request) throws IOException, InterruptedException;

  /**
   * Starts the monitors.
   *
   * @param directory absolute directory for their files, the same on each node
   */
  RunMonitors startMonitors(List<Node> nodes, Mark mark, Experiment experiment, Path directory)
      throws IOException, InterruptedException;
}
