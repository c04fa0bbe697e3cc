// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Checks the revenue of each visitor, in any order. */
public final class SqlAggregateCheck extends VisitorsCheck {

  public SqlAggregateCheck(
      Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    super(configuration, "sql-aggregate", input, output, reference);
  }

  @Override
  List<String> columns() {
    return List.of("sourceIP", "totalRevenue");
  }

  @Override
  double[] values(Visitors visitors, int number) {
    return new double[] {visitors.revenue(number)};
  }

  @Override
  Selection selection() {
    return visit -> 0;
  }
}
