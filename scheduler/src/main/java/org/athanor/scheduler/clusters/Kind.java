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
   * @param powerDown how its nodes are switched off; empty if they are not
   */
  record Yarn(
      Path configuration,
      List<URI> resourceManagers,
      Optional<String> queue,
      Optional<String> label,
      Optional<PowerDown> powerDown)
      implements Kind {

    /** A cluster whose nodes are always on. */
    public Yarn(
        Path configuration,
        List<URI> resourceManagers,
        Optional<String> queue,
        Optional<String> label) {
      this(configuration, resourceManagers, queue, label, Optional.empty());
    }
  }
}
