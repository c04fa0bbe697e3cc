// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;

/**
 * Has {@link DriverManager} forget the drivers that one class loader has loaded, which it would
 * keep until the JVM ends. It lets go of a driver only if a class of the same loader asks, so each
 * {@link JobClassLoader} has a copy of this class.
 */
public final class JdbcDrivers {
  private JdbcDrivers() {}

  /** Deregisters the drivers of this copy's loader. */
  public static void deregister() throws SQLException {
    for (Driver driver : Collections.list(DriverManager.getDrivers())) {
      if (driver.getClass().getClassLoader() == JdbcDrivers.class.getClassLoader()) {
        DriverManager.deregisterDriver(driver);
      }
    }
  }
}
