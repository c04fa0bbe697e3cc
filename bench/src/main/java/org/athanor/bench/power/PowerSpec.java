// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The meter of a node, as an experiment describes it.
 *
 * @param node the node's name
 * @param kind of the meter
 * @param address the URL of a Redfish service, {@code host[:port]} for IPMI, or a file's path
 * @param user at the device; empty for files
 * @param secret path of the file with the user's password; empty for files
 * @param certificate of a Redfish service
 * @param session whether a Redfish session is opened; otherwise each request has the password
 * @param resource path of the Redfish resource with the power; empty: it is looked for
 * @param domain what is metered, in the user's words
 * @param interval between readings, from 100 ms to 10 min
 */
public record PowerSpec(
    String node,
    Kind kind,
    String address,
    Optional<String> user,
    Optional<String> secret,
    Certificate certificate,
    boolean session,
    Optional<String> resource,
    Optional<String> domain,
    Duration interval) {

  /**
   * {@code host:port} of the Redfish service, in lower case; empty for other meters. Those with the
   * same one must have the same certificate.
   */
  public Optional<String> service() {
    if (kind != Kind.REDFISH) {
      return Optional.empty();
    }
    URI uri = URI.create(address);
    String host = uri.getHost().replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
    int usual = "http".equals(uri.getScheme()) ? 80 : 443;
    return Optional.of(host + ":" + (uri.getPort() < 0 ? usual : uri.getPort()));
  }

  /** Kinds of meters. */
  public enum Kind {
    REDFISH,
    IPMI,
    FILE
  }
}
