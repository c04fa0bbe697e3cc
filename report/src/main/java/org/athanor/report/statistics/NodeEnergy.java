// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.athanor.results.NodePower;
import org.athanor.results.NodePower.State;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.TrialResult;

/**
 * What meters outside the nodes say about the counted trials of a group.
 *
 * @param group the group
 * @param joules sums over the nodes, of the trials in which all nodes have an energy
 * @param watts sums of mean powers over the nodes, of the same trials
 * @param trials how many trials are counted
 * @param estimated trials in which an energy is estimated
 * @param reasons why energies are estimated or not known → the number of trials
 * @param domains what was metered
 */
public record NodeEnergy(
    Group group,
    Optional<Sample> joules,
    Optional<Sample> watts,
    int trials,
    int estimated,
    Map<String, Integer> reasons,
    List<String> domains) {

  /** The groups of a study that have meters, in its order. */
  public static List<NodeEnergy> of(Summary summary) {
    List<NodeEnergy> metered = new ArrayList<>();
    for (Group group : summary.groups()) {
      if (group.counted().stream().anyMatch(NodeEnergy::hasMeter)) {
        metered.add(of(group));
      }
    }
    return metered;
  }

  private static boolean hasMeter(TrialResult trial) {
    return trial.nodes().stream().anyMatch(use -> use.power().isPresent());
  }

  private static NodeEnergy of(Group group) {
    List<Double> joules = new ArrayList<>();
    List<Double> watts = new ArrayList<>();
    int estimated = 0;
    Map<String, Integer> reasons = new LinkedHashMap<>();
    TreeSet<String> domains = new TreeSet<>();
    for (TrialResult trial : group.counted()) {
      double energy = 0;
      double power = 0;
      boolean known = true;
      boolean exact = true;
      TreeSet<String> why = new TreeSet<>();
      for (NodeUse use : trial.workers()) {
        if (use.power().isEmpty()) {
          why.add(use.node() + " has no meter");
          known = false;
          continue;
        }
        NodePower node = use.power().get();
        domains.add(node.domain());
        node.reason().ifPresent(why::add);
        exact &= node.state() == State.MEASURED;
        if (node.energy() instanceof Reading.Value amount
            && node.power() instanceof Reading.Value mean) {
          energy += amount.amount();
          power += mean.amount();
        } else {
          known = false;
        }
      }
      if (known) {
        joules.add(energy);
        watts.add(power);
        estimated += exact ? 0 : 1;
      }
      why.forEach(reason -> reasons.merge(reason, 1, Integer::sum));
    }
    return new NodeEnergy(
        group,
        sample(joules),
        sample(watts),
        group.counted().size(),
        estimated,
        reasons,
        List.copyOf(domains));
  }

  private static Optional<Sample> sample(List<Double> values) {
    return values.isEmpty()
        ? Optional.empty()
        : Optional.of(Sample.of(values.stream().mapToDouble(Double::doubleValue).toArray()));
  }

  /** How many trials are measured, estimated and unknown, and why. */
  public String state() {
    int known = joules.map(Sample::size).orElse(0);
    List<String> parts = new ArrayList<>();
    part(parts, known - estimated, "measured");
    part(parts, estimated, "estimated");
    part(parts, trials - known, "unavailable");
    StringBuilder text = new StringBuilder(String.join(", ", parts));
    reasons.forEach(
        (reason, count) -> text.append("; ").append(count).append(" × ").append(reason));
    return text.toString();
  }

  private static void part(List<String> parts, int count, String state) {
    if (count > 0) {
      parts.add(count + " " + state);
    }
  }
}
