// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.net.URL;

/** Chooses the log4j configuration. Must be called before anything is logged. */
public final class Logging {
  private static final String KEY = "log4j.configuration";

  private Logging() {}

  /** As {@link #setUp}, but without messages of any level. */
  static void setUpSilent() {
    setUp("log4j-silent.properties");
  }

  /**
   * Has no effect if the user has chosen a configuration ({@code -Dlog4j.configuration=…} in
   * ATHANOR_OPTS).
   */
  public static void setUp(boolean debug) {
    setUp(debug ? "log4j-debug.properties" : "log4j.properties");
  }

  private static void setUp(String configuration) {
    if (System.getProperty(KEY) == null) {
      URL resource = Logging.class.getResource(configuration);
      System.setProperty(KEY, resource.toString());
    }
  }
}
