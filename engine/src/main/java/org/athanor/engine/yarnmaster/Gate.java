// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.function.Supplier;
import org.athanor.engine.transport.FrameHandler;

/** Refuses connections until the master is ready for them. Thread-safe. */
final class Gate {
  private volatile Supplier<FrameHandler> handlers;

  void open(Supplier<FrameHandler> accepted) {
    handlers = accepted;
  }

  /**
   * Returns the handler of a connection that a peer has opened.
   *
   * @throws IllegalStateException if the master is not ready; nobody of the session knows its
   *     address yet
   */
  FrameHandler accepted() {
    Supplier<FrameHandler> ready = handlers;
    if (ready == null) {
      throw new IllegalStateException("the master takes no connections yet");
    }
    return ready.get();
  }
}
