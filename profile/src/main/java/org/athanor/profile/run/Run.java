// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.regex.Pattern;

/**
 * An entry of the catalogue: a successful run of an application. The output of those that {@code
 * bench} produced was verified.
 *
 * @param id 16 hexadecimal digits, the same whenever the same run is entered; see {@link #idOf}
 * @param nodes the resources that the run used on each of its nodes; at least one
 * @param site where it took place
 */
public record Run(
    String id,
    Origin origin,
    Application application,
    Configuration configuration,
    Input input,
    Execution execution,
    List<NodeUse> nodes,
    Site site) {
  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

  public Run {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "run id=" + id + ": must be 16 hexadecimal digits in lower case");
    }
    Checks.atLeast(1, "nodes of the run", nodes.size());
    nodes = List.copyOf(nodes);
  }

  /** Makes a run of whose site nothing is known. */
  public Run(
      String id,
      Origin origin,
      Application application,
      Configuration configuration,
      Input input,
      Execution execution,
      List<NodeUse> nodes) {
    this(id, origin, application, configuration, input, execution, nodes, Site.UNKNOWN);
  }

  /** The id of a run that these parts identify, for example its name, start and host. */
  public static String idOf(List<String> parts) {
    Fingerprint fingerprint = Fingerprint.of("run");
    parts.forEach(fingerprint::add);
    return fingerprint.hex();
  }

  /** The kinds of the nodes, and the number of nodes of each. */
  public Cluster cluster() {
    return Cluster.of(nodes.stream().map(NodeUse::kind).toList());
  }

  /**
   * The amount that all nodes used, combined as {@link Resource#overNodes} says. If it is unknown
   * for a node, the result is unknown, with the reason of the first such node.
   */
  public Amount total(Resource resource) {
    DoubleSummaryStatistics amounts = new DoubleSummaryStatistics();
    for (NodeUse use : nodes) {
      Amount amount = use.amounts().getOrDefault(resource, NodeUse.NOT_RECORDED);
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
