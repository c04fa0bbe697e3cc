// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a client wants to see.
 *
 * @param path decoded, begins with {@code /}
 * @param query names and values, decoded; of a name that is there twice, the first value
 */
public record Request(String path, Map<String, String> query) {
  private static final int MOST_PARAMETERS = 16;

  /** Copies the map. */
  public Request {
    query = Map.copyOf(query);
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  static Request of(URI address) {
    Map<String, String> query = new HashMap<>();
    String raw = address.getRawQuery() == null ? "" : address.getRawQuery();
    for (String part : raw.split("&", MOST_PARAMETERS)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        query.putIfAbsent(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
      }
    }
    String path = address.getPath();
    return new Request(path == null || path.isEmpty() ? "/" : path, query);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /**
   * A number of the query, from 0.
   *
   * @return empty if it is not there, or no such number
   */
  public Optional<Integer> number(String name) {
    String text = query.getOrDefault(name, "");
    return text.matches("[0-9]{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
  }
}
