// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

import java.io.IOException;

/** Memory of nodes that is used until a trial begins, and then free for it. One thread. */
public interface HeldMemory extends AutoCloseable {

  /** No memory. */
  HeldMemory NONE =
      new HeldMemory() {
        @Override
        public void release() {}

        @Override
        public void close() {}
      };

  /**
   * Frees a first part, and from then on as much as is used. Call it just before the trial begins.
   *
   * @throws IOException if a node does not answer
   */
  void release() throws IOException, InterruptedException;

  /** Frees the rest. */
  @Override
  void close();
}
