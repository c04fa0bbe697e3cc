// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.athanor.engine.failure.Failure;

/** Threads that may run chunks of an attempt beside its own thread. Thread-safe. */
public interface ChunkThreads {
  /** Returns how many threads there are, the attempt's own included. */
  int threads();

  /**
   * Offers a chunk to the next thread that has nothing else to do. The thread runs it if it can
   * {@linkplain ReduceChunk#claim claim} it, and tells it its end. It may never be run.
   */
  void offer(ReduceChunk chunk);

  /** Interrupts the code of all chunks that were offered and run now. */
  void interrupt();

  /**
   * A part of the attempt has failed. Interrupts the code of all others, the attempt's own
   * included, and abandons the attempt if some of it goes on. Only the first call counts.
   */
  void partFailed(Failure failure);

  /** Takes back all chunks that were offered and no thread has begun. */
  void withdraw();
}
