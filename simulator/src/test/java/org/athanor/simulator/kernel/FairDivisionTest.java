// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random flows: the rates at each moment are those of the definition. */
class FairDivisionTest {
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;
  private static final double CLOSE = 1e-9;
  private static final double FINEST = 1e-12;

  /** A flow as the test knows it. */
  private static final class Flow {
    private final int[] resources;
    private final double[] needs;
    private final double limit;
    private final double amount;
    private int number;

    Flow(int[] resources, double[] needs, double limit, double amount) {
      this.resources = resources;
      this.needs = needs;
      this.limit = limit;
      this.amount = amount;
    }
  }

  private final List<Flow> flows = new ArrayList<>();
  private int ended;
  private double amountEnded;

  @Test
  void ratesAreMaxMinFairWithEqualNeeds() {
    Random random = Seeds.of("max-min");
    for (int round = 0; round < 40; round++) {
      run(random, round, false, FINEST);
    }
  }

  @Test
  void eachFlowHasABottleneckWithUnequalNeeds() {
    Random random = Seeds.of("bottlenecks");
    for (int round = 0; round < 40; round++) {
      run(random, round, true, FINEST);
    }
  }

  /**
   * Most levels are left alone, without a look at the flows of the resource. All that a flow could
   * still get is what the precision allows.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-2, 1e-3, 1e-5})
  void eachFlowHasABottleneckWithinThePrecision(double precision) {
    Random random = Seeds.of("precision");
    for (int round = 0; round < 40; round++) {
      run(random, round, round % 2 == 0, precision);
    }
  }

  private void run(Random random, int round, boolean unequal, double precision) {
    double close = precision == FINEST ? CLOSE : 2 * precision;
    flows.clear();
    ended = 0;
    amountEnded = 0;
    Simulation simulation = new Simulation(precision);
    FlowNetwork network = simulation.flows();
    double[] capacities = new double[2 + random.nextInt(20)];
    for (int i = 0; i < capacities.length; i++) {
      capacities[i] = 1 + random.nextInt(100);
      network.addResource(capacities[i]);
    }
    int count = 150;
    double started = 0;
    long at = 0;
    for (int i = 0; i < count; i++) {
      at += random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000_000);
      Flow plan = flow(random, capacities.length, unequal);
      started += plan.amount;
      simulation.at(at, () -> start(network, plan));
    }
    for (long moment = 0; moment <= at; moment += 777_000_000) {
      simulation.runUntil(moment);
      String message = "seed " + Seeds.seed() + ", round " + round + ", moment " + moment;
      check(network, capacities, message, close);
      if (!unequal && precision == FINEST) {
        checkRates(network, capacities, message);
      }
    }
    simulation.run();
    assertThat(ended).isEqualTo(count);
    assertThat(network.active()).isZero();
    assertThat(amountEnded).isEqualTo(started, within(1e-6));
    for (int i = 0; i < capacities.length; i++) {
      assertThat(network.use(i)).isEqualTo(0);
      assertThat(network.served(i))
          .isLessThanOrEqualTo(capacities[i] * simulation.seconds() * (1 + close));
    }
  }

  private static Flow flow(Random random, int resources, boolean unequal) {
    int length = 1 + random.nextInt(Math.min(6, resources));
    int[] route = random.ints(0, resources).distinct().limit(length).toArray();
    double[] needs = new double[length];
    for (int i = 0; i < length; i++) {
      needs[i] = unequal ? Math.pow(10, random.nextDouble() * 4 - 2) : 1;
    }
    double limit = random.nextInt(4) == 0 ? 0.1 + random.nextInt(20) : NO_LIMIT;
    return new Flow(route, needs, limit, random.nextInt(100));
  }

  private void start(FlowNetwork network, Flow flow) {
    Route.Builder route = new Route.Builder();
    for (int i = 0; i < flow.resources.length; i++) {
      route.add(flow.resources[i], flow.needs[i]);
    }
    flows.add(flow);
    flow.number =
        network.start(
            route.build(),
            flow.amount,
            flow.limit,
            () -> {
              ended++;
              amountEnded += flow.amount;
              flows.remove(flow);
            });
  }

  private void check(FlowNetwork network, double[] capacities, String message, double close) {
    double[] use = new double[capacities.length];
    double[] most = new double[capacities.length];
    for (Flow flow : flows) {
      for (int i = 0; i < flow.resources.length; i++) {
        double used = network.rate(flow.number) * flow.needs[i];
        use[flow.resources[i]] += used;
        most[flow.resources[i]] = Math.max(most[flow.resources[i]], used);
      }
    }
    for (int i = 0; i < capacities.length; i++) {
      assertThat(use[i]).as(message).isLessThanOrEqualTo(capacities[i] * (1 + close));
      assertThat(network.use(i)).as(message).isEqualTo(use[i], within(CLOSE * capacities[i]));
    }
    for (Flow flow : flows) {
      assertThat(hasBottleneck(network, flow, use, most, capacities, close))
          .as("%s: bottleneck of flow %s", message, flow.number)
          .isTrue();
    }
  }

  private void checkRates(FlowNetwork network, double[] capacities, String message) {
    double[] expected = progressiveFilling(capacities);
    for (int i = 0; i < flows.size(); i++) {
      assertThat(network.rate(flows.get(i).number))
          .as(message)
          .isEqualTo(expected[i], within(CLOSE * expected[i]));
    }
  }

  private static boolean hasBottleneck(
      FlowNetwork network,
      Flow flow,
      double[] use,
      double[] most,
      double[] capacities,
      double close) {
    double rate = network.rate(flow.number);
    if (rate >= flow.limit * (1 - close)) {
      return true;
    }
    for (int i = 0; i < flow.resources.length; i++) {
      int resource = flow.resources[i];
      if (use[resource] >= capacities[resource] * (1 - close)
          && rate * flow.needs[i] >= most[resource] * (1 - close)) {
        return true;
      }
    }
    return false;
  }

  /** The textbook's algorithm: all rates grow together until a resource is full. */
  private double[] progressiveFilling(double[] capacities) {
    double[] rates = new double[flows.size()];
    boolean[] fixed = new boolean[flows.size()];
    double[] rest = capacities.clone();
    double level = 0;
    for (int left = flows.size(); left > 0; ) {
      double step = Double.POSITIVE_INFINITY;
      int[] growing = new int[capacities.length];
      for (int i = 0; i < rates.length; i++) {
        if (!fixed[i]) {
          step = Math.min(step, flows.get(i).limit - level);
          for (int resource : flows.get(i).resources) {
            growing[resource]++;
          }
        }
      }
      for (int r = 0; r < rest.length; r++) {
        if (growing[r] > 0) {
          step = Math.min(step, rest[r] / growing[r]);
        }
      }
      level += step;
      for (int r = 0; r < rest.length; r++) {
        rest[r] -= step * growing[r];
      }
      for (int i = 0; i < rates.length; i++) {
        if (fixed[i]) {
          continue;
        }
        boolean stops = flows.get(i).limit <= level * (1 + 1e-13);
        for (int resource : flows.get(i).resources) {
          stops |= rest[resource] <= capacities[resource] * 1e-13;
        }
        if (stops) {
          fixed[i] = true;
          rates[i] = level;
          left--;
        }
      }
    }
    return rates;
  }
}
