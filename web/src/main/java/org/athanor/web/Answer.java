// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a client gets. The server adds headers that forbid caches, frames and guesses of types.
 *
 * @param status of HTTP
 * @param type media type with its character set
 * @param headers beside those, by name
 * @param body not copied; must not change
 */
@SuppressWarnings("ArrayRecordComponent") // Answers are not compared.
public record Answer(int status, String type, Map<String, String> headers, byte[] body) {
  /** Success. */
  public static final int OK = 200;

  /** There is no such page. */
  public static final int NOT_FOUND = 404;

  /** What is wanted cannot be had now. */
  public static final int UNAVAILABLE = 503;

  private static final String PLAIN = "text/plain; charset=utf-8";
  private static final String POLICY = "Content-Security-Policy";

  /** Copies the map. */
  public Answer {
    headers = Map.copyOf(headers);
  }

  private static Answer of(int status, String type, String text) {
    return new Answer(status, type, Map.of(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** Plain text. */
  public static Answer text(int status, String text) {
    return of(status, PLAIN, text);
  }

  /**
   * A page.
   *
   * @param policy its content security policy
   */
  public static Answer html(int status, String text, String policy) {
    return of(status, "text/html; charset=utf-8", text).with(POLICY, policy);
  }

  /** JSON. */
  public static Answer json(String text) {
    return of(OK, "application/json; charset=utf-8", text);
  }

  /** Metrics in the text format of Prometheus. */
  public static Answer metrics(String text) {
    return of(OK, "text/plain; version=0.0.4; charset=utf-8", text);
  }

  /**
   * A part of a page that is in a file of the program.
   *
   * @param type without the character set
   */
  public static Answer resource(String type, byte[] content) {
    return new Answer(OK, type + "; charset=utf-8", Map.of(), content);
  }

  /** The same with another header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new Answer(status, type, more, body);
  }
}
