// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import java.io.IOException;

/** What has arrived is not the next frame as it was sent. */
final class BrokenFrameException extends IOException {
  private static final long serialVersionUID = 1;

  BrokenFrameException(String message) {
    super(message);
  }
}
