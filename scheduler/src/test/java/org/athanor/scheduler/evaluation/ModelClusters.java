// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.util.Map;
import java.util.TreeMap;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.View;

/**
 * The clusters of a table. A copy has the lower of the two clusters' network rates; a job that
 * reads remotely takes half of the time of a copy longer.
 */
record ModelClusters(Map<String, Resources> totals) implements View.Network {

  static ModelClusters of(Table table) {
    Map<String, Resources> totals = new TreeMap<>();
    for (Table.Row row : table.rows()) {
      double nodes = row.number("nodes");
      totals.put(
          row.text("cluster"),
          new Resources(
              nodes * row.number("vcores per node"),
              nodes * row.number("memory GB per node") * 1e9,
              0,
              nodes * row.number("network MB/s per node") * 1e6));
    }
    return new ModelClusters(totals);
  }

  @Override
  public double bytesPerSecond(String from, String to) {
    return Math.min(
        totals.get(from).networkBytesPerSecond(), totals.get(to).networkBytesPerSecond());
  }

  @Override
  public double remoteReadPart() {
    return 0.5;
  }
}
