// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.NodeUse;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Study;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * The trials of a study by groups: frameworks × workloads × numbers of nodes, in the order of the
 * experiment. Immutable.
 */
public final class Summary {

  private final Study study;
  private final boolean memoryEnergy;
  private final boolean memoryPower;
  private final List<Integer> nodeCounts;
  private final Map<Cell, Group> groups = new LinkedHashMap<>();
  private final Family<Cell> speedUps;

  private Summary(Study study) {
    this.study = study;
    List<TrialResult> counted = study.trials().stream().filter(TrialResult::counts).toList();
    List<TrialResult> withEnergy = counted.stream().filter(NodeTotals::hasEnergy).toList();
    List<NodeUse> nodesWithEnergy = counted.stream().flatMap(NodeTotals::withEnergy).toList();
    this.memoryEnergy =
        !withEnergy.isEmpty() && withEnergy.stream().allMatch(NodeTotals::hasMemoryEnergy);
    this.memoryPower =
        !nodesWithEnergy.isEmpty()
            && nodesWithEnergy.stream().allMatch(NodeTotals::hasMemoryEnergy);
    this.nodeCounts =
        study.trials().stream().map(trial -> trial.key().nodes()).distinct().sorted().toList();
    Map<Cell, List<TrialResult>> trials = new LinkedHashMap<>();
    for (TrialResult trial : study.trials()) {
      trials.computeIfAbsent(Cell.of(trial.key()), unused -> new ArrayList<>()).add(trial);
    }
    for (WorkloadInfo workload : study.workloads()) {
      for (int nodes : nodeCounts) {
        for (FrameworkInfo framework : study.frameworks()) {
          Cell cell = new Cell(framework.label(), workload.label(), nodes);
          List<TrialResult> all = trials.get(cell);
          if (all != null) {
            groups.put(
                cell,
                new Group(
                    framework.label(),
                    workload.label(),
                    nodes,
                    Optional.of(workload),
                    memoryEnergy,
                    all.stream().filter(TrialResult::counts).toList(),
                    all.stream().filter(trial -> !trial.counts()).toList()));
          }
        }
      }
    }
    this.speedUps = Family.of(overBaseline());
  }

  private Map<Cell, Times> overBaseline() {
    Map<Cell, Times> times = new LinkedHashMap<>();
    groups.forEach(
        (cell, group) -> {
          if (!cell.framework().equals(study.baseline())) {
            Optional.ofNullable(
                    groups.get(new Cell(study.baseline(), cell.workload(), cell.nodes())))
                .flatMap(baseline -> Times.of(study, baseline, group))
                .ifPresent(found -> times.put(cell, found));
          }
        });
    return times;
  }

  public static Summary of(Study study) {
    return new Summary(study);
  }

  public Study study() {
    return study;
  }

  /**
   * Whether energies include that of memory. They do if it is known for every counted trial that
   * has an energy, since energies with and without memory must not be compared.
   */
  public boolean memoryEnergy() {
    return memoryEnergy;
  }

  /**
   * Whether the power of single nodes includes that of memory. It does if it is known for every
   * node of a counted trial whose packages' power is known, also for those that do not work: the
   * nodes of a figure must be comparable.
   */
  public boolean memoryPower() {
    return memoryPower;
  }

  public List<Group> groups() {
    return List.copyOf(groups.values());
  }

  /** A group; empty if none of its trials has ended. */
  public Optional<Group> group(String framework, String workload, int nodes) {
    return Optional.ofNullable(groups.get(new Cell(framework, workload, nodes)));
  }

  /** Numbers of nodes, ascending. */
  public List<Integer> nodeCounts() {
    return nodeCounts;
  }

  /**
   * The speed-up of a group over the baseline; empty for the baseline itself, and if one of them
   * has no times. All speed-ups of a study form one family.
   */
  public Optional<SpeedUp> speedUp(Group group) {
    return speedUps.speedUp(new Cell(group.framework(), group.workload(), group.nodes()));
  }

  /** Sentences on what the verdicts of {@link #speedUp} mean, to be shown below them. */
  public List<String> notes() {
    return speedUps.notes();
  }

  /**
   * A ranking for each workload and number of nodes that has groups. The leads of all rankings form
   * one family.
   */
  public List<Ranking> rankings() {
    List<Ranking.Rivals> all = new ArrayList<>();
    Map<Integer, Times> leads = new LinkedHashMap<>();
    for (WorkloadInfo workload : study.workloads()) {
      for (int nodes : nodeCounts) {
        List<Group> groups =
            this.groups.values().stream()
                .filter(group -> group.workload().equals(workload.label()))
                .filter(group -> group.nodes() == nodes)
                .toList();
        if (!groups.isEmpty()) {
          Ranking.Rivals rivals = Ranking.Rivals.of(workload.label(), nodes, groups);
          int index = all.size();
          all.add(rivals);
          rivals.lead(study).ifPresent(times -> leads.put(index, times));
        }
      }
    }
    Family<Integer> family = Family.of(leads);
    List<Ranking> rankings = new ArrayList<>();
    for (Ranking.Rivals rivals : all) {
      rankings.add(Ranking.of(rivals, family.speedUp(rankings.size())));
    }
    return rankings;
  }

  private record Cell(String framework, String workload, int nodes) {
    static Cell of(TrialKey key) {
      return new Cell(key.framework(), key.workload(), key.nodes());
    }
  }
}
