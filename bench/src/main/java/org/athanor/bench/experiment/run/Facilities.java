// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FileSystemKind;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.cluster.Claims;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/** What a run works with; {@code StandardFacilities} are Athanor's own. */
public interface Facilities {

  /** What experiment files may name. */
  Vocabulary vocabulary();

  /** Version of Athanor. */
  String version();

  /** Athanor's own files. */
  Installation installation();

  /** Where distributions and inputs are kept between experiments. */
  Path cache();

  /** Who answers for what runs. */
  Claims claims();

  /** The nodes of these specifications, in their order. */
  List<Node> nodes(List<String> specifications) throws InvalidHostsException;

  Framework framework(FrameworkSpec spec);

  TrialWorkload workload(WorkloadSpec spec, Experiment experiment);

  /** Why a file system cannot be had, each with a remedy; empty if it can. */
  List<String> storageProblems(FileSystemKind kind);

  /**
   * Starts the file system, or uses the one that is there; inputs in it may be from before.
   *
   * @param nodes the first one is the master
   * @param directory absolute directory for its data, the same on each node
   * @throws IOException if it does not come up; what was started of it is ended again
   */
  Storage storage(FileSystemKind kind, List<Node> nodes, Mark mark, Path directory)
      throws IOException, InterruptedException;

  /**
   * Starts the monitors.
   *
   * @param directory absolute directory for their files, the same on each node
   */
  Watch watch(List<Node> nodes, Mark mark, Experiment experiment, Path directory)
      throws IOException, InterruptedException;
}
