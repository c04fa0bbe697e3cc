// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/**
 * Loading, restricting or exporting a topology, or binding, has failed. The message is one line.
 */
public class TopologyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TopologyException(String message) {
    super(message);
  }

  public TopologyException(String message, Throwable cause) {
    super(message, cause);
  }
}
