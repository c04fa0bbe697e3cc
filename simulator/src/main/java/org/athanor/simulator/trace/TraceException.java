// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.trace;

/** A line of a trace that cannot be used. */
public final class TraceException extends Exception {
  private static final long serialVersionUID = 1;

  TraceException(String file, long line, String message) {
    super(file + ":" + line + ": " + message);
  }
}
