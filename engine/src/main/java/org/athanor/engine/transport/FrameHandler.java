// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.transport;

/**
 * Is told what happens on a connection: first that it is open, then its frames, then its end; each
 * call after the one before has returned. The methods are called on a thread of the transport that
 * serves other connections, too, so they must not block. If one throws, the connection ends.
 */
public interface FrameHandler {
  /** The peer has proved that it belongs to the session. */
  void opened(Connection connection);

  /** A frame has arrived; its arrays belong to the handler. */
  void received(Connection connection, Frame frame);

  /**
   * The connection has ended, or could not be opened. No call follows.
   *
   * @param reason one line
   */
  void closed(Connection connection, String reason);
}
