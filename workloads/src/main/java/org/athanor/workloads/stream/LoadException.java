// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

/** The load could not be generated, or not be observed; the message is one line. */
final class LoadException extends Exception {
  private static final long serialVersionUID = 1;

  LoadException(String message) {
    super(message);
  }

  LoadException(String message, Throwable cause) {
    super(message, cause);
  }
}
