// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Cases whose times follow from a formula. */
class ClosedFormsTest {
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  /** A nanosecond, the unit of time. */
  private static final Offset<Double> EXACT = within(1.001e-9);

  private final Simulation simulation = new Simulation();
  private final FlowNetwork network = simulation.flows();
  private final List<Double> ends = new ArrayList<>();

  private int start(Route route, double amount) {
    return network.start(route, amount, NO_LIMIT, () -> ends.add(simulation.seconds()));
  }

  @Test
  void oneFlowTakesItsAmountByTheLeastCapacity() {
    int fast = network.addResource(200);
    int slow = network.addResource(30);
    start(Route.over(fast, slow), 100);
    simulation.run();
    assertThat(ends).hasSize(1);
    assertThat(ends.get(0)).isEqualTo(100 / 30.0, EXACT);
    assertThat(network.served(fast)).isEqualTo(100);
    assertThat(network.active()).isZero();
  }

  @Test
  void equalFlowsShareALink() {
    int link = network.addResource(100);
    for (int i = 0; i < 7; i++) {
      start(Route.over(link), 50);
    }
    simulation.run();
    assertThat(ends).hasSize(7).allSatisfy(end -> assertThat(end).isEqualTo(3.5, EXACT));
  }

  /** Processor sharing: the k-th shortest of n ends when it and what all others got is served. */
  @Test
  void unequalFlowsEndInTheOrderOfTheirAmounts() {
    int link = network.addResource(10);
    double[] amounts = {5, 1, 3, 8};
    for (double amount : amounts) {
      start(Route.over(link), amount);
    }
    simulation.run();
    double[] expected = {0.4, 1.0, 1.4, 1.7};
    for (int i = 0; i < 4; i++) {
      assertThat(ends.get(i)).isEqualTo(expected[i], EXACT);
    }
  }

  @Test
  void aLaterFlowSlowsAnEarlierOne() {
    int link = network.addResource(100);
    start(Route.over(link), 300);
    simulation.after(1, () -> start(Route.over(link), 100));
    simulation.run();
    assertThat(ends.get(0)).isEqualTo(3, EXACT);
    assertThat(ends.get(1)).isEqualTo(4, EXACT);
  }

  /** Bertsekas and Gallager: what one flow cannot use, the others share. */
  @Test
  void aFlowThatIsSlowElsewhereLeavesTheRest() {
    int shared = network.addResource(90);
    int narrow = network.addResource(10);
    int slow = start(Route.over(shared, narrow), 1000);
    int one = start(Route.over(shared), 1000);
    int other = start(Route.over(shared), 1000);
    simulation.runUntil(1);
    assertThat(network.rate(slow)).isEqualTo(10);
    assertThat(network.rate(one)).isEqualTo(40);
    assertThat(network.rate(other)).isEqualTo(40);
  }

  /** One long flow over n links, and a short one on each: all get half. */
  @Test
  void theParkingLotGivesHalf() {
    int[] links = new int[5];
    for (int i = 0; i < links.length; i++) {
      links[i] = network.addResource(100);
    }
    List<Integer> flows = new ArrayList<>(List.of(start(Route.over(links), 1000)));
    for (int link : links) {
      flows.add(start(Route.over(link), 1000));
    }
    simulation.runUntil(1);
    assertThat(flows).allSatisfy(flow -> assertThat(network.rate(flow)).isEqualTo(50));
  }

  @Test
  void aLimitHoldsAndWhatItLeavesIsUsed() {
    int link = network.addResource(100);
    int limited = network.start(Route.over(link), 100, 20, () -> ends.add(simulation.seconds()));
    int other = start(Route.over(link), 400);
    simulation.runUntil(1_000_000_000);
    assertThat(network.rate(limited)).isEqualTo(20);
    assertThat(network.rate(other)).isEqualTo(80);
    simulation.run();
    assertThat(ends).containsExactly(5.0, 5.0);
  }

  /**
   * A disk of one second per second: a reader at 100 MB/s and a writer at 50 get half of it each.
   */
  @Test
  void aDeviceDividesItsTime() {
    int disk = network.addResource(1);
    int reader = start(new Route.Builder().add(disk, 1 / 100.0).build(), 1000);
    int writer = start(new Route.Builder().add(disk, 1 / 50.0).build(), 1000);
    simulation.runUntil(1);
    assertThat(network.rate(reader)).isEqualTo(50, within(1e-9));
    assertThat(network.rate(writer)).isEqualTo(25, within(1e-9));
  }

  /** Each of two flows has its bottleneck in another resource, and leaves of it what it must. */
  @Test
  void needsThatCrossFindTheirDivision() {
    int one = network.addResource(3);
    int other = network.addResource(3);
    int first = start(new Route.Builder().add(one, 1).add(other, 2).build(), 1000);
    int second = start(new Route.Builder().add(one, 2).add(other, 1).build(), 1000);
    simulation.runUntil(1);
    assertThat(network.rate(first)).isEqualTo(1, within(1e-9));
    assertThat(network.rate(second)).isEqualTo(1, within(1e-9));
  }

  /** With c = 0.5: one flow at 100, two at 80 together. */
  @Test
  void aCrowdedDiskDoesLess() {
    int disk = network.addResource(100, 0.5);
    start(Route.over(disk), 100);
    start(Route.over(disk), 100);
    simulation.run();
    assertThat(ends.get(0)).isEqualTo(2.5, EXACT);
    assertThat(ends.get(1)).isEqualTo(2.5, EXACT);
    start(Route.over(disk), 100);
    simulation.run();
    assertThat(ends.get(2)).isEqualTo(3.5, EXACT);
  }

  @Test
  void aFlowWaitsForCapacity() {
    int link = network.addResource(100);
    start(Route.over(link), 100);
    simulation.at(500_000_000, () -> network.setCapacity(link, 0));
    simulation.at(2_000_000_000, () -> network.setCapacity(link, 50));
    simulation.run();
    assertThat(ends).hasSize(1);
    assertThat(ends.get(0)).isEqualTo(3, EXACT);
  }

  @Test
  void aFlowWithoutCapacityIsLeft() {
    int link = network.addResource(0);
    int flow = start(Route.over(link), 100);
    simulation.run();
    assertThat(ends).isEmpty();
    assertThat(network.active()).isOne();
    assertThat(network.left(flow)).isEqualTo(100);
  }

  @Test
  void aFlowThatIsStoppedLeavesWhatItHasDone() {
    int link = network.addResource(100);
    int flow = start(Route.over(link), 1000);
    start(Route.over(link), 100);
    simulation.at(1_000_000_000, () -> network.stop(flow));
    simulation.run();
    assertThat(ends.get(0)).isEqualTo(1.5, EXACT);
    assertThat(network.served(link)).isEqualTo(150, within(1e-9));
    assertThat(network.use(link)).isZero();
  }

  @Test
  void nothingTakesNoTime() {
    int link = network.addResource(100);
    start(Route.over(link), 0);
    network.start(Route.NONE, 0, 1, () -> ends.add(simulation.seconds()));
    simulation.run();
    assertThat(ends).containsExactly(0.0, 0.0);
  }

  @Test
  void wrongNumbersAreRefused() {
    int link = network.addResource(1);
    assertThatThrownBy(() -> network.addResource(-1)).hasMessageContaining("capacity=-1.0");
    assertThatThrownBy(() -> network.addResource(Double.NaN)).hasMessageContaining("capacity=NaN");
    assertThatThrownBy(() -> network.addResource(1, -1)).hasMessageContaining("crowding=-1.0");
    assertThatThrownBy(() -> start(Route.over(link), -1)).hasMessageContaining("amount=-1.0");
    assertThatThrownBy(() -> start(Route.NONE, 1)).hasMessageContaining("without resources");
    assertThatThrownBy(() -> new Route.Builder().add(0, Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> simulation.after(-1, () -> {})).hasMessageContaining("delay=-1.0");
    simulation.after(1, () -> {});
    simulation.run();
    assertThatThrownBy(() -> simulation.at(0, () -> {})).hasMessageContaining("before now");
  }
}
