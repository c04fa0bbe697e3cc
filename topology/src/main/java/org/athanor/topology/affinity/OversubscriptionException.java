// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

/**
 * There are more threads than cores or PUs to which they could be bound. The message says what
 * fits.
 */
public final class OversubscriptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  OversubscriptionException(String message) {
    super(message);
  }
}
