// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

/**
 * What a browser gets.
 *
 * @param status of HTTP
 * @param type the media type of the body, which is UTF-8
 * @param location where to go instead; empty if the body is what was wanted
 */
record Response(int status, String type, String body, String location) {
  static final int OK = 200;
  static final int FOUND = 302;
  static final int BAD_REQUEST = 400;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int METHOD_NOT_ALLOWED = 405;
  static final int INTERNAL_ERROR = 500;

  private static final String HTML = "text/html";
  private static final String TEXT = "text/plain";
  private static final String JSON = "application/json";
  private static final String CSS = "text/css";

  static Response html(String body) {
    return new Response(OK, HTML, body, "");
  }

  static Response json(String body) {
    return new Response(OK, JSON, body, "");
  }

  static Response style(String body) {
    return new Response(OK, CSS, body, "");
  }

  /** Returns whether the body never changes. */
  boolean isConstant() {
    return type.equals(CSS);
  }

  /**
   * The request cannot be fulfilled.
   *
   * @param line why
   */
  static Response error(int status, String line) {
    return new Response(status, TEXT, line + "\n", "");
  }

  static Response redirect(String location) {
    return new Response(FOUND, TEXT, "Go to " + location + "\n", location);
  }
}
