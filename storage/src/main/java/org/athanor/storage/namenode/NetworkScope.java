// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

/**
 * A part of the network, as HDFS writes it: a location, such as {@code /center1/rack1}, with all
 * below it; {@code ~location} for all outside; empty for the whole network.
 */
final class NetworkScope {
  static final String EVERYWHERE = "";

  private NetworkScope() {}

  /** Whether the racks at a location are in a part of the network. */
  static boolean contains(String scope, String location) {
    if (scope.startsWith("~")) {
      return !contains(scope.substring(1), location);
    }
    return location.startsWith(scope)
        && (scope.isEmpty()
            || location.length() == scope.length()
            || location.charAt(scope.length()) == '/');
  }
}
