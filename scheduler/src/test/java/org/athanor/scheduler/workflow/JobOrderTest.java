// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class JobOrderTest {

  @Test
  void putsEachJobAfterThoseThatItDependsOn() {
    Random random = Seeds.of("JobOrderTest");
    for (int round = 0; round < 200; round++) {
      int count = 1 + random.nextInt(12);
      List<String> names = IntStream.range(0, count).mapToObj(i -> "j" + i).toList();
      List<Dependency> dependencies = new ArrayList<>();
      for (int later = 1; later < count; later++) {
        for (int earlier = 0; earlier < later; earlier++) {
          if (random.nextInt(3) == 0) {
            dependencies.add(dependency(names.get(earlier), names.get(later)));
          }
        }
      }
      JobOrder order = new JobOrder(names, dependencies);
      assertThat(order.circle()).as("seed %s, round %s", Seeds.seed(), round).isEmpty();
      assertThat(order.jobs()).containsExactlyInAnyOrderElementsOf(names);
      for (Dependency dependency : dependencies) {
        assertThat(order.jobs().indexOf(dependency.on()))
            .as("seed %s, round %s, %s", Seeds.seed(), round, dependency)
            .isLessThan(order.jobs().indexOf(dependency.job()));
      }
    }
  }

  @Test
  void namesACircle() {
    JobOrder order =
        new JobOrder(
            List.of("a", "b", "c", "d"),
            List.of(
                dependency("a", "b"),
                dependency("b", "c"),
                dependency("c", "d"),
                dependency("d", "b")));
    assertThat(order.circle()).containsExactly("b", "c", "d", "b");
  }

  @Test
  void ordersAChainThatIsLongerThanAnyStackOfCalls() {
    List<String> names = IntStream.range(0, 50_000).mapToObj(i -> "j" + i).toList();
    List<Dependency> dependencies =
        IntStream.range(1, names.size())
            .mapToObj(i -> dependency(names.get(i - 1), names.get(i)))
            .toList();
    List<String> order = new JobOrder(names, dependencies).jobs();
    assertThat(order.get(0)).isEqualTo("j49999");
    assertThat(order.get(49_999)).isEqualTo("j0");
  }

  private static Dependency dependency(String job, String on) {
    return new Dependency(job, on, Optional.empty());
  }
}
