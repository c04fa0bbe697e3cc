// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;

/**
 * Deregisters the JDBC drivers of one class loader, which {@link DriverManager} would otherwise
 * hold until the JVM ends. A driver can only be deregistered by a class of its own loader, so each
 * {@link JobClassLoader} defines a copy of this class.
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
