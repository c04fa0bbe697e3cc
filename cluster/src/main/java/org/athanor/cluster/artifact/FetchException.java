// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;

/** A set could not be fetched. The message is one line: what is missing, and the remedy. */
public final class FetchException extends IOException {

  private static final long serialVersionUID = 1;

  FetchException(String message) {
    super(message);
  }

  FetchException(String message, Throwable cause) {
    super(message, cause);
  }
}
