// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import java.io.IOException;

/** The peer has not proved that it belongs to the session. */
final class RefusedPeerException extends IOException {
  private static final long serialVersionUID = 1;

  RefusedPeerException(String message) {
    super(message);
  }
}
