// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Optional;

/**
 * A machine as the experiment file names it.
 *
 * @param name unique among the nodes
 * @param access how commands get there
 */
public record NodeSpec(String name, Access access) {

  /** How commands get to a node. */
  public sealed interface Access {}

  /** This machine. */
  public record Local() implements Access {}

  /**
   * A host over SSH.
   *
   * @param user else whom the SSH configuration says
   * @param port else the one the SSH configuration says
   */
  public record Ssh(Optional<String> user, String host, Optional<Integer> port) implements Access {

    @Override
    public String toString() {
      return user.map(known -> known + "@").orElse("")
          + (host.contains(":") && port.isPresent() ? "[" + host + "]" : host)
          + port.map(number -> ":" + number).orElse("");
    }
  }

  /** A network namespace of this machine, such as one that {@code ip netns add} made. */
  public record Namespace(String namespace) implements Access {}
}
