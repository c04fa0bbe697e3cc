// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

/** Something cannot be checked, because another check has found a problem. The message says why. */
final class NotCheckedException extends Exception {
  private static final long serialVersionUID = 1L;

  NotCheckedException(String message) {
    super(message);
  }
}
