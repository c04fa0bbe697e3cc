// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;

/** Another cluster than the requested one is up in a directory. */
public final class OtherClusterException extends IOException {
  private static final long serialVersionUID = 1L;

  OtherClusterException(String message) {
    super(message);
  }
}
