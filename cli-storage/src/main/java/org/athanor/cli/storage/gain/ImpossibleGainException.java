// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

/** A plan that cannot be tried on a cluster. The message is one line. */
public final class ImpossibleGainException extends Exception {
  private static final long serialVersionUID = 1;

  ImpossibleGainException(String message) {
    super(message);
  }
}
