// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.athanor.simulator.run.ClusterRun;
import org.athanor.simulator.run.Failures;
import org.athanor.simulator.run.NodeFailure;
import org.athanor.simulator.run.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key {@code failures}. The cluster has four nodes in two racks. */
class FailuresFileTest {
  private static ScenarioText scenario(String failures) {
    return ScenarioText.valid().plus("failures: " + failures + "\n");
  }

  @Test
  void readsNodesAndSettings() {
    Failures failures =
        scenario("{nodes: [{at: 10s, node: 3}, {at: 1m, node: 1}], dead after: 5s, streams: 4}")
            .scenario()
            .failures();
    assertThat(failures)
        .isEqualTo(new Failures(List.of(new NodeFailure(2, 10), new NodeFailure(0, 60)), 5, 4));
    assertThat(scenario("{nodes: [{at: 10s, node: 3}]}").scenario().failures())
        .isEqualTo(Failures.of(new NodeFailure(2, 10)));
  }

  @Test
  void readsWhenNodesAreBack() {
    assertThat(
            scenario("{nodes: [{at: 10s, node: 3, back after: 1m}, {at: 20s, rack: 1}]}")
                .scenario()
                .failures()
                .nodes())
        .containsExactlyInAnyOrder(
            new NodeFailure(2, 10, 70), new NodeFailure(0, 20), new NodeFailure(1, 20));
  }

  /** The named node is not drawn; other seeds draw others. */
  @Test
  void drawsNodes() {
    Variant variant =
        scenario("{nodes: [{at: 10s, count: 2}, {at: 20s, node: 2}]}").read().variants().get(0);
    boolean differs = false;
    for (int seed = 1; seed <= 20; seed++) {
      List<NodeFailure> nodes = variant.withSeed(seed).scenario().failures().nodes();
      assertThat(nodes).hasSize(3).contains(new NodeFailure(1, 20));
      assertThat(nodes.stream().filter(node -> node.seconds() == 10)).hasSize(2);
      assertThat(variant.withSeed(seed).scenario().seed()).isEqualTo(seed);
      differs |= !nodes.equals(variant.scenario().failures().nodes());
    }
    assertThat(differs).isTrue();
  }

  /** Whole racks before nodes of a rack, and these before any: each seed has enough. */
  @Test
  void drawsWhereTheChoiceIsSmallestFirst() {
    Variant variant =
        scenario("{nodes: [{at: 10s, count: 1}, {at: 20s, rack: 1, count: 1}, {at: 30s, rack: 2}]}")
            .read()
            .variants()
            .get(0);
    for (int seed = 1; seed <= 20; seed++) {
      List<NodeFailure> nodes = variant.withSeed(seed).scenario().failures().nodes();
      assertThat(nodes).contains(new NodeFailure(2, 30), new NodeFailure(3, 30));
      assertThat(nodes).extracting(NodeFailure::node).containsExactlyInAnyOrder(0, 1, 2, 3);
      assertThat(nodes).extracting(NodeFailure::seconds).contains(10.0, 20.0);
    }
  }

  @Test
  void aRackFailsAsAWhole() {
    assertThat(scenario("{nodes: [{at: 10s, rack: 2}]}").scenario().failures().nodes())
        .containsExactlyInAnyOrder(new NodeFailure(2, 10), new NodeFailure(3, 10));
  }

  /** What the node ran is done again, and new replicas are made of what it had. */
  @Test
  void theyHaveTheirEffects() {
    RunResult result =
        ClusterRun.run(
            scenario("{nodes: [{at: 8s, node: 1}], dead after: 0s}").scenario(), job -> {});
    assertThat(result.losses().nodes()).isOne();
    assertThat(result.losses().attempts()).isPositive();
    assertThat(result.losses().replicatedBytes()).isPositive();
    assertThat(result.jobs().get(0).failure()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{nodes: []} | must be a list of failures, one or more",
        "{nodes: [{node: 1}]} | at",
        "{nodes: [{at: 1s, node: 5}]} | must be at most 4, the number of nodes",
        "{nodes: [{at: 1s, rack: 3}]} | must be at most 2, the number of racks",
        "{nodes: [{at: 1s, node: 1}, {at: 2s, node: 1}]} | node 1 fails twice; must fail at most once",
        "{nodes: [{at: 1s, node: 1, count: 2}]} | has node besides rack or count; must have node, or the others",
        "{nodes: [{at: 1s, count: 3}, {at: 2s, rack: 1}]} | 3 nodes fail; must be at most 2",
        "{nodes: [{at: 1s, node: 1, back after: 0s}]} | must be above 0s",
        "{nodes: [{at: 1s, nod: 1}]} | did you mean node?",
      })
  void refusesWhatIsImpossible(String failures, String problem) {
    assertThat(scenario(failures).problems())
        .hasSize(1)
        .first()
        .asString()
        .startsWith("s.yaml:16: ")
        .contains(problem);
  }

  @Test
  void refusesThemTogetherWithAManager() {
    assertThat(
            scenario("{nodes: [{at: 1s, node: 1}]}")
                .plus("manager: {decide: scarlett}\n")
                .problems())
        .anySatisfy(
            problem -> assertThat(problem).contains("no failures while a manager moves files"));
  }
}
