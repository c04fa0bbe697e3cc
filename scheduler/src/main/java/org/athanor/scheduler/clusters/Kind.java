// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How jobs get to a cluster. */
public sealed interface Kind {

  /**
   * The engine in a process of this machine.
   *
   * @param configuration Hadoop's, for the jobs' file system; empty for that of the environment
   */
  record Local(Optional<Path> configuration) implements Kind {

    /** With the configuration of the environment. */
    public Local() {
      this(Optional.empty());
    }
  }

  /**
   * A YARN cluster.
   *
   * @param configuration the directory with its {@code yarn-site.xml}
   * @param resourceManagers base addresses of their web interfaces, at least one; several if one
   *     stands in for another
   * @param queue that jobs are submitted to; empty for the cluster's default
   * @param label of the nodes that jobs run on; empty for those without a label
   * @param framework that MapReduce programs run on if they do not say it
   * @param powerDown how its nodes are switched off; empty if they are not
   * @param history base address of the timeline server that keeps what the ResourceManager forgets
   */
  record Yarn(
      Path configuration,
      List<URI> resourceManagers,
      Optional<String> queue,
      Optional<String> label,
      MapReduceFramework framework,
      Optional<PowerDown> powerDown,
      Optional<URI> history)
      implements Kind {

    /** A cluster without a timeline server. */
    public Yarn(
        Path configuration,
        List<URI> resourceManagers,
        Optional<String> queue,
        Optional<String> label,
        MapReduceFramework framework,
        Optional<PowerDown> powerDown) {
      this(configuration, resourceManagers, queue, label, framework, powerDown, Optional.empty());
    }

    /** A cluster with Hadoop's MapReduce, whose nodes are always on. */
    public Yarn(
        Path configuration,
        List<URI> resourceManagers,
        Optional<String> queue,
        Optional<String> label) {
      this(
          configuration,
          resourceManagers,
          queue,
          label,
          MapReduceFramework.HADOOP,
          Optional.empty());
    }
  }
}
