// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Optional;
import org.athanor.storage.placement.PlacementPolicy;

/** Which policy of module storage places a file. */
public interface FilePolicies {
  /**
   * The policy of a file; empty if HDFS places it.
   *
   * @param path absolute
   */
  Optional<PlacementPolicy> of(String path);

  /** The same policy for all files. */
  static FilePolicies all(PlacementPolicy policy) {
    return path -> Optional.of(policy);
  }
}
