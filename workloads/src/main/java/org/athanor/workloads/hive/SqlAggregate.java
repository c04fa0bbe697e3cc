// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.hive;

import org.athanor.workloads.sql.Query;

/** Adds up the revenue of each visitor. */
public final class SqlAggregate {
  private SqlAggregate() {}

  public static void main(String[] args) throws Exception {
    SqlQuery.main(SqlAggregate.class, Query.AGGREGATE, args);
  }
}
