// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** A binding could not be set or read. The message says why. */
public final class BindingException extends TopologyException {
  private static final long serialVersionUID = 1L;

  BindingException(String message) {
    super(message);
  }
}
