// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.io.IOException;

/**
 * A cluster could not be asked, or gave no usable answer. That says nothing about its applications:
 * they may be running. The message is one line for users.
 */
public final class ClusterUnavailableException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Makes an exception. */
  public ClusterUnavailableException(String message) {
    super(message);
  }

  /** Makes an exception with a cause. */
  public ClusterUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
