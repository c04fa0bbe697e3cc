// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.transport;

import java.net.InetSocketAddress;

/** Connects the processes of one session. Thread-safe. */
public interface Transport extends AutoCloseable {
  /** Returns the address at which others of the session reach this process. */
  InetSocketAddress address();

  /**
   * Connects to a peer. Returns at once; the handler is told how that ended.
   *
   * @return the connection, which may be closed before it is open; frames that are sent before are
   *     lost
   */
  Connection connect(InetSocketAddress peer, FrameHandler handler);

  /** Ends all connections, and takes no new ones. Later calls do nothing. */
  @Override
  void close();
}
