// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

/** What a DataNode does for others with a block. */
public enum BlockService {
  /** A client reads; its connection waits for the next request for a while. */
  READ(1),
  /** A client or a DataNode before it in a pipeline writes: it is received and acknowledged. */
  WRITE(2),
  /** Another DataNode sends a copy of a lost replica. */
  COPY(1);

  private final int load;

  BlockService(int load) {
    this.load = load;
  }

  /** What a DataNode counts for it: its threads. */
  int load() {
    return load;
  }
}
