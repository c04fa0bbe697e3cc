// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

/** Compares names of hosts, which may be given with or without their domain. */
final class HostName {
  private HostName() {}

  /**
   * Whether two names are those of one host: they are equal, whatever the case of letters, or one
   * of them has no domain and is the first label of the other.
   */
  static boolean same(String one, String other) {
    boolean whole = one.contains(".") && other.contains(".");
    return whole
        ? one.equalsIgnoreCase(other)
        : firstLabel(one).equalsIgnoreCase(firstLabel(other));
  }

  private static String firstLabel(String host) {
    int dot = host.indexOf('.');
    return dot < 0 ? host : host.substring(0, dot);
  }
}
