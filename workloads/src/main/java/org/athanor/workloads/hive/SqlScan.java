// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.hive;

import org.athanor.workloads.sql.Query;

/** Copies the table of visits. */
public final class SqlScan {
  private SqlScan() {}

  public static void main(String[] args) throws Exception {
    SqlQuery.main(SqlScan.class, Query.SCAN, args);
  }
}
