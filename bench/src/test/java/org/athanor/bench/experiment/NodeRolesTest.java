// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class NodeRolesTest {

  @Test
  void givesTheLastNodesToServicesAndTheFirstToADedicatedMaster() {
    Map<String, Integer> services = new LinkedHashMap<>();
    services.put("kafka", 2);
    services.put("load", 1);
    List<String> nodes = List.of("m", "w1", "w2", "k1", "k2", "l1");
    NodeRoles roles = new NodeRoles(true, services);
    assertThat(roles.workers(nodes)).containsExactly("w1", "w2");
    assertThat(roles.service("kafka", nodes)).containsExactly("k1", "k2");
    assertThat(roles.service("load", nodes)).containsExactly("l1");
    assertThat(roles.service("other", nodes)).isEmpty();
    assertThat(new NodeRoles(false, services).workers(nodes)).containsExactly("m", "w1", "w2");
    assertThat(NodeRoles.ALL_WORK.workers(nodes)).isEqualTo(nodes);
  }

  @Test
  void everyNodeHasOneRole() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      boolean dedicated = random.nextBoolean();
      Map<String, Integer> services = new LinkedHashMap<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        services.put("s" + i, 1 + random.nextInt(3));
      }
      NodeRoles roles = new NodeRoles(dedicated, services);
      List<Integer> nodes =
          IntStream.range(0, roles.others() + 1 + random.nextInt(5)).boxed().toList();
      List<Integer> all = new ArrayList<>(dedicated ? nodes.subList(0, 1) : List.of());
      all.addAll(roles.workers(nodes));
      services.forEach(
          (role, count) -> {
            assertThat(roles.service(role, nodes)).hasSize(count);
            all.addAll(roles.service(role, nodes));
          });
      assertThat(all).as("seed %d", seed).isEqualTo(nodes);
      assertThat(roles.workers(nodes)).hasSize(nodes.size() - roles.others());
    }
  }

  /** As when the last nodes do not answer. */
  @Test
  void hasNoWorkersIfThereAreTooFewNodes() {
    NodeRoles roles = new NodeRoles(true, Map.of("kafka", 2));
    assertThat(roles.workers(List.of())).isEmpty();
    assertThat(roles.workers(List.of("m"))).isEmpty();
    assertThat(roles.workers(List.of("m", "w", "k"))).isEmpty();
  }
}
