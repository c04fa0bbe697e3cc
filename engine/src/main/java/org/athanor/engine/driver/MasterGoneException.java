// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.driver;

import java.io.IOException;

/** There will be no master of the session any more. */
public final class MasterGoneException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * @param message one line
   */
  public MasterGoneException(String message) {
    super(message);
  }
}
