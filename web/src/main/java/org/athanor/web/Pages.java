// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import java.io.IOException;

/** Makes pages. Any thread of the server may call it, several at once. */
public interface Pages {
  /**
   * Makes a page. It is in memory as a whole before any of it is sent, so a slow reader holds
   * nothing but it.
   *
   * @throws IOException if it cannot be made now; the client sees the message
   */
  Answer get(Request request) throws IOException;

  /** Whether everybody may see a page, also without the token: it tells nothing. */
  default boolean isPublic(String path) {
    return false;
  }
}
