// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

/** The catalogue cannot be used. The message is one line with its location, reason and remedy. */
public final class CatalogueException extends Exception {
  private static final long serialVersionUID = 1L;

  CatalogueException(String message) {
    super(message);
  }

  CatalogueException(String message, Throwable cause) {
    super(message, cause);
  }
}
