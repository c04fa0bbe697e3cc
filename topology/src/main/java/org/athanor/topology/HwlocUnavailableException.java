// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** libhwloc is missing, too old or too new. The message names the package to install. */
public final class HwlocUnavailableException extends TopologyException {
  private static final long serialVersionUID = 1L;

  HwlocUnavailableException(String message) {
    super(message);
  }
}
