// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

/** A request that cannot be granted, whatever room there is; the message says why, in one line. */
public final class RequestException extends Exception {
  private static final long serialVersionUID = 1;

  public RequestException(String message) {
    super(message);
  }
}
