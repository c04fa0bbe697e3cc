// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.net.URL;

/** Chooses the log4j configuration. Must be called before anything is logged. */
final class Logging {
  private static final String KEY = "log4j.configuration";

  private Logging() {}

  /**
   * Has no effect if the user has chosen a configuration ({@code -Dlog4j.configuration=…} in
   * ATHANOR_OPTS).
   */
  static void setUp(boolean debug) {
    if (System.getProperty(KEY) == null) {
      URL resource =
          Logging.class.getResource(debug ? "log4j-debug.properties" : "log4j.properties");
      System.setProperty(KEY, resource.toString());
    }
  }
}
