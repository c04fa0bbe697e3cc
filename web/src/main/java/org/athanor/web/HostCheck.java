// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Answers only requests for this host's own names: a page of a stranger whose name suddenly means
 * an address of this host (DNS rebinding) must not read ours. Addresses as numbers are no names,
 * and cannot be made to mean something else. Immutable.
 */
final class HostCheck {
  private static final Pattern NUMBERS =
      Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]{2,45}(%[0-9a-z._-]{1,32})?]");

  private static final Pattern PORT = Pattern.compile(":[0-9]{0,5}$");

  private final Set<String> names = new TreeSet<>(Set.of("localhost"));

  /**
   * Makes the check.
   *
   * @param names of this host, besides {@code localhost}
   */
  HostCheck(Collection<String> names) {
    names.forEach(name -> this.names.add(name.toLowerCase(Locale.ROOT)));
  }

  /**
   * Whether a request may be answered.
   *
   * @param headers all headers {@code Host}; browsers send one, very old programs none
   */
  boolean allows(List<String> headers) {
    return headers.stream().allMatch(this::isOurs);
  }

  private boolean isOurs(String header) {
    String host = PORT.matcher(header.strip().toLowerCase(Locale.ROOT)).replaceFirst("");
    return NUMBERS.matcher(host).matches()
        || names.contains(host.endsWith(".") ? host.substring(0, host.length() - 1) : host);
  }
}
