// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

/** This host cannot give a reading; the message says why and, if there is one, the remedy. */
public final class UnavailableException extends Exception {

  private static final long serialVersionUID = 1;

  public UnavailableException(String reason) {
    super(reason);
  }

  UnavailableException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
