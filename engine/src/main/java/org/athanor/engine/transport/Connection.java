// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.transport;

/**
 * A connection to one peer, which has proved that it belongs to the session. Thread-safe. No method
 * blocks.
 */
public interface Connection {
  /**
   * Sends a frame after all frames that were sent before. What is sent waits in memory until the
   * peer takes it, so the caller limits how much that is. Does nothing if the connection has ended.
   *
   * @param sent is run once the transport does not need the frame's arrays any more, also if the
   *     connection ends before; on any thread, and it must neither block nor throw
   */
  void send(Frame frame, Runnable sent);

  /** Sends a frame whose arrays nobody changes later. */
  default void send(Frame frame) {
    send(frame, () -> {});
  }

  /** Ends the connection; frames that are not yet sent may be lost. Later calls do nothing. */
  void close();

  /** Returns who the peer is, for messages. */
  String peer();
}
