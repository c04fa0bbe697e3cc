// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.net.URL;

/** Chooses the logging set-up. Must run before anything logs. */
final class Logging {
  private static final String KEY = "log4j.configuration";

  private Logging() {}

  /**
   * Takes effect unless the user has named a set-up of their own ({@code -Dlog4j.configuration=…}
   * in ATHANOR_OPTS).
   */
  static void setUp(boolean debug) {
    if (System.getProperty(KEY) == null) {
      URL resource =
          Logging.class.getResource(debug ? "log4j-debug.properties" : "log4j.properties");
      System.setProperty(KEY, resource.toString());
    }
  }
}
