// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Run;

/**
 * How an application can be run: a framework with its settings, on a cluster with its storage and
 * network. Runs are compared only within one choice.
 *
 * @param configuration framework, settings, and what it may use of each node
 * @param nodes the cluster's nodes
 * @param label what a scheduler calls the cluster
 * @param storage class of its storage
 * @param network class of its network
 */
public record Choice(
    Configuration configuration,
    Cluster nodes,
    Optional<String> label,
    Optional<String> storage,
    Optional<String> network) {

  /** What a run used. */
  public static Choice of(Run run) {
    return new Choice(
        run.configuration(),
        run.cluster(),
        run.site().cluster(),
        run.site().storage(),
        run.site().network());
  }

  /** The cluster: its label, else what its nodes are. */
  public String cluster() {
    return label.orElseGet(
        () ->
            nodes.groups().stream()
                .map(
                    group ->
                        group.nodes()
                            + " x "
                            + group.kind().cpuModel()
                            + ", "
                            + group.kind().processors()
                            + " processors, "
                            + (group.kind().memoryBytes() >> 20)
                            + " MiB")
                .collect(Collectors.joining(" + ")));
  }

  /**
   * Identifies the settings, and the classes of storage and network. What a labelled cluster may
   * use is no setting: it changes when a node comes or goes.
   */
  String settingsId() {
    Configuration settings =
        label.isEmpty()
            ? configuration
            : new Configuration(
                configuration.framework(),
                configuration.fileSystem(),
                1,
                1,
                configuration.settings());
    return settings.id() + "/" + storage.orElse("") + "/" + network.orElse("");
  }

  /** Identifies the choice. */
  String id() {
    return label.orElseGet(nodes::id) + "/" + settingsId();
  }
}
