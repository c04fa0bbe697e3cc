// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

/**
 * Where the process runs that writes a file. The host need not have a DataNode.
 *
 * @param host as in {@link org.athanor.storage.view.Node#host}
 * @param location of its rack in the network
 */
public record Writer(String host, String location) {

  public Writer {
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the host of a writer is empty: must have a name");
    }
    if (!location.startsWith("/")) {
      throw new IllegalArgumentException(
          "location of writer " + host + "=\"" + location + "\": must begin with /");
    }
  }
}
