// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** The operating system did not bind, or did not say what is bound. The message says why. */
public final class BindingException extends TopologyException {
  private static final long serialVersionUID = 1L;

  BindingException(String message) {
    super(message);
  }
}
