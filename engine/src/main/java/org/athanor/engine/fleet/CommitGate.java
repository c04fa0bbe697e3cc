// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

/**
 * Says whether this master may let output be committed. It may not while another master may run the
 * same jobs, as when the cluster takes this one for dead. Thread-safe.
 */
public interface CommitGate {
  /** For a master that no other one can replace. */
  CommitGate ALWAYS_OPEN =
      new CommitGate() {
        @Override
        public boolean isOpen() {
          return true;
        }

        @Override
        public void awaitOpen() {}

        @Override
        public void awaitProof() {}
      };

  /** Returns whether output may be committed now. Does not block. */
  boolean isOpen();

  /** Waits until output may be committed. */
  void awaitOpen() throws InterruptedException;

  /**
   * Waits for a proof, younger than this call, that this is the master. Never returns if it is not.
   */
  void awaitProof() throws InterruptedException;
}
