// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a worker is for. */
public enum HostRole {
  /** DataNodes and a NodeManager. */
  BOTH,
  /** DataNodes only. */
  STORAGE,
  /** A NodeManager only. */
  COMPUTE,
  /** The daemons of the cluster's master only: neither DataNodes nor a NodeManager. */
  MASTER;

  static Optional<HostRole> of(String id) {
    return Arrays.stream(values()).filter(role -> role.id().equals(id)).findFirst();
  }

  /** As users write it, such as {@code storage}. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
