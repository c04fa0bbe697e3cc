// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.io.IOException;

/**
 * A block of a chunk is not what a {@link ChunkReader} makes, or does not follow the one before.
 */
public final class WrongBlockException extends IOException {
  private static final long serialVersionUID = 1;

  WrongBlockException(String message) {
    super(message);
  }
}
