// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A run of an application that ended well and whose output was right: an entry of the catalogue.
 *
 * @param id 16 hexadecimal digits, the same whenever the same run is entered, see {@link #idOf}
 * @param nodes what it used of each of its nodes, at least one
 */
public record Run(
    String id,
    Origin origin,
    Application application,
    Configuration configuration,
    Input input,
    Execution execution,
    List<NodeUse> nodes) {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

  public Run {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "run id=" + id + ": must be 16 hexadecimal digits in lower case");
    }
    Checks.atLeast(1, "nodes of the run", nodes.size());
    nodes = List.copyOf(nodes);
  }

  /** An id for what these parts tell from every other run, such as its start, name and nodes. */
  public static String idOf(List<String> parts) {
    Fingerprint fingerprint = Fingerprint.of("run");
    parts.forEach(fingerprint::add);
    return fingerprint.hex();
  }

  /** The nodes' kinds and numbers. */
  public Cluster cluster() {
    return Cluster.of(nodes.stream().map(NodeUse::kind).toList());
  }

  /**
   * What all nodes used, put together as {@link Resource#overNodes} says; unknown, with the reason
   * of the first such node, if one of them is.
   */
  public Amount total(Resource resource) {
    DoubleSummaryStatistics amounts = new DoubleSummaryStatistics();
    for (NodeUse use : nodes) {
      Amount amount = use.amounts().get(resource);
      if (amount instanceof Amount.Unknown) {
        return amount;
      }
      amounts.accept(((Amount.Known) amount).value());
    }
    return Amount.of(
        switch (resource.overNodes()) {
          case SUM -> amounts.getSum();
          case LARGEST -> amounts.getMax();
          case MEAN -> amounts.getAverage();
        });
  }
}
