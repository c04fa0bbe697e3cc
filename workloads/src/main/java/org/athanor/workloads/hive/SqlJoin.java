// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.hive;

import org.athanor.workloads.sql.Query;

/**
 * Joins the visits of one year with their pages: mean rank and revenue of each visitor, the largest
 * revenue first.
 */
public final class SqlJoin {
  private SqlJoin() {}

  public static void main(String[] args) throws Exception {
    SqlQuery.main(SqlJoin.class, Query.JOIN, args);
  }
}
