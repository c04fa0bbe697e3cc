// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Addresses of the web interfaces of ResourceManagers. */
final class RmAddresses {
  private static final String PREFIX = "yarn.resourcemanager.";

  private RmAddresses() {}

  /** An address such as {@code rm.example.org:8088}; empty if the text is none. */
  static Optional<URI> parse(String text) {
    String full = text.strip();
    if (!full.contains("://")) {
      full = "http://" + full;
    }
    try {
      URI address = new URI(full);
      String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
      boolean path = !List.of("", "/").contains(String.valueOf(address.getPath()));
      boolean good =
          (scheme.equals("http") || scheme.equals("https"))
              && address.getHost() != null
              && address.getPort() > 0
              && address.getPort() < 65536
              && address.getUserInfo() == null
              && address.getQuery() == null
              && address.getFragment() == null
              && !path;
      return good
          ? Optional.of(
              new URI(scheme, null, address.getHost(), address.getPort(), null, null, null))
          : Optional.empty();
    } catch (URISyntaxException none) {
      return Optional.empty();
    }
  }

  /**
   * The addresses that a {@code yarn-site.xml} gives, as Hadoop finds them.
   *
   * @throws IllegalArgumentException if it gives none; the message says what is missing
   */
  static List<URI> of(HadoopSite site) {
    boolean https = site.get("yarn.http.policy").orElse("HTTP_ONLY").equals("HTTPS_ONLY");
    if (!site.get(PREFIX + "ha.enabled").orElse("false").equals("true")) {
      return List.of(address(site, "", https));
    }
    String ids =
        site.get(PREFIX + "ha.rm-ids")
            .orElseThrow(() -> new IllegalArgumentException(PREFIX + "ha.rm-ids is missing"));
    List<URI> addresses = new ArrayList<>();
    for (String id : ids.split(",", -1)) {
      addresses.add(address(site, "." + id.strip(), https));
    }
    return addresses;
  }

  private static URI address(HadoopSite site, String suffix, boolean https) {
    String key = PREFIX + (https ? "webapp.https.address" : "webapp.address") + suffix;
    String host = PREFIX + "hostname" + suffix;
    String text =
        site.get(key)
            .or(() -> site.get(host).map(name -> name + (https ? ":8090" : ":8088")))
            .orElseThrow(() -> new IllegalArgumentException(key + " and " + host + " are missing"));
    return parse((https ? "https://" : "http://") + text)
        .orElseThrow(
            () -> new IllegalArgumentException(key + "=" + text + " is no address host:port"));
  }
}
