// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** What a reduce has copied, against sets of maps, while maps end and nodes are lost. */
class CopiedOutputsTest {
  private static final int ROUNDS = 400;
  private static final int STEPS = 80;
  private static final int NODES = 5;
  private static final int MAPS = 12;

  private final Random random = Seeds.of("copied outputs");
  private MapOutputs outputs;

  private static Cluster cluster() {
    NodeSpec node = new NodeSpec("w", 1, 1, 1, List.of(), Slots.NONE, Power.NONE);
    return new Cluster(ClusterSpec.ofEqual(node, NODES), new Simulation().flows());
  }

  private CopiedOutputs copies;

  /** The model: where ready outputs are, and what is asked for, copied, and on its way. */
  private final Map<Integer, Integer> ready = new HashMap<>();

  private final Set<Integer> copied = new HashSet<>();
  private final Map<Fetch, Set<Integer>> active = new HashMap<>();
  private final List<Fetch> order = new ArrayList<>();

  @Test
  void eachMapIsCopiedOnce() {
    for (int round = 0; round < ROUNDS; round++) {
      boolean byNode = random.nextBoolean();
      outputs = new MapOutputs(MAPS, cluster(), byNode);
      copies = new CopiedOutputs(outputs);
      ready.clear();
      copied.clear();
      active.clear();
      order.clear();
      for (int step = 0; step < STEPS; step++) {
        step();
        for (int source = 0; source < outputs.sources(); source++) {
          assertThat(copies.ready(source))
              .as("round %d, step %d, -Dathanor.test.seed=%d", round, step, Seeds.seed())
              .isEqualTo(wanted(source).size());
        }
        assertThat(copies.copied()).isEqualTo(copied.size());
      }
    }
  }

  private void step() {
    int node = random.nextInt(NODES);
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> mapEnds(node);
      case 3, 4 -> ask(outputs.source(node));
      case 5, 6 -> fetchEnds();
      default -> lose(node);
    }
  }

  private void mapEnds(int node) {
    int map = random.nextInt(MAPS);
    if (!ready.containsKey(map)) {
      ready.put(map, node);
      outputs.add(map, node);
    }
  }

  private Set<Integer> wanted(int source) {
    Set<Integer> wanted = new HashSet<>();
    ready.forEach(
        (map, node) -> {
          boolean isAsked = active.values().stream().anyMatch(maps -> maps.contains(map));
          if (outputs.source(node) == source && !copied.contains(map) && !isAsked) {
            wanted.add(map);
          }
        });
    return wanted;
  }

  private void ask(int source) {
    Set<Integer> wanted = wanted(source);
    if (!wanted.isEmpty()) {
      Fetch fetch = copies.ask(source);
      assertThat(fetch.maps()).isEqualTo(wanted.size());
      active.put(fetch, wanted);
      order.add(fetch);
    }
  }

  private void fetchEnds() {
    if (!order.isEmpty()) {
      Fetch fetch = order.remove(random.nextInt(order.size()));
      copies.done(fetch);
      copied.addAll(active.remove(fetch));
    }
  }

  private void lose(int node) {
    copies.lose(node, order);
    Set<Integer> lost = new HashSet<>();
    ready.forEach(
        (map, on) -> {
          if (on == node) {
            lost.add(map);
          }
        });
    assertThat(outputs.lose(node).stream().boxed()).containsExactlyInAnyOrderElementsOf(lost);
    ready.keySet().removeAll(lost);
    for (Fetch fetch : order) {
      active.get(fetch).removeAll(lost);
      assertThat(fetch.maps()).isEqualTo(active.get(fetch).size());
    }
    for (int map : lost) {
      assertThat(copies.hasLost(map)).isEqualTo(copied.contains(map));
    }
  }
}
