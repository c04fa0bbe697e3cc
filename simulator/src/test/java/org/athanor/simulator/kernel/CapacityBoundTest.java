// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No resource is used beyond its capacity by more than the precision, even where filling goes in
 * circles: all flows use several resources about equally, so that a level has almost full influence
 * on others.
 */
class CapacityBoundTest {
  private static final int NETWORKS = 2000;
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  private final Random random = Seeds.of("capacity bound");

  @ParameterizedTest
  @ValueSource(doubles = {1e-2, 1e-4, 1e-8, 1e-12})
  void usesNoMoreThanTheCapacity(double precision) {
    for (int network = 0; network < NETWORKS; network++) {
      double use = fullest(precision);
      assertThat(use)
          .as("network %s, seed %s", network, Seeds.seed())
          .isLessThanOrEqualTo(1 / (1 - precision) + 1e-12);
    }
  }

  /** The use of the fullest resource of a random network, as a part of its capacity. */
  private double fullest(double precision) {
    Simulation simulation = new Simulation(precision);
    FlowNetwork network = simulation.flows();
    double[] capacities = new double[2 + random.nextInt(12)];
    double unlike = Math.pow(10, -3 * random.nextDouble());
    for (int i = 0; i < capacities.length; i++) {
      capacities[i] = Math.exp(unlike * random.nextGaussian());
      network.addResource(capacities[i]);
    }
    double[][] needs = needs(capacities.length);
    int[] flows = new int[needs.length];
    for (int i = 0; i < needs.length; i++) {
      int flow = i;
      Route.Builder route = new Route.Builder();
      for (int resource = 0; resource < capacities.length; resource++) {
        route.add(resource, needs[flow][resource]);
      }
      simulation.at(
          random.nextInt(3),
          () -> flows[flow] = network.start(route.build(), 1e9, NO_LIMIT, () -> {}));
    }
    simulation.runUntil(3);
    return fullest(network, capacities, needs, flows);
  }

  /** For each flow what it needs of each resource, 0 of some. */
  private double[][] needs(int resources) {
    double unlike = Math.pow(10, -3 * random.nextDouble());
    double[][] needs = new double[2 + random.nextInt(60)][resources];
    int most = 2 + random.nextInt(resources);
    for (double[] flow : needs) {
      int length = Math.min(resources, 2 + random.nextInt(most));
      random
          .ints(0, resources)
          .distinct()
          .limit(length)
          .forEach(resource -> flow[resource] = Math.exp(unlike * random.nextGaussian()));
    }
    return needs;
  }

  private static double fullest(
      FlowNetwork network, double[] capacities, double[][] needs, int[] flows) {
    double fullest = 0;
    for (int resource = 0; resource < capacities.length; resource++) {
      double use = 0;
      for (int i = 0; i < flows.length; i++) {
        use += network.rate(flows[i]) * needs[i][resource];
      }
      fullest = Math.max(fullest, use / capacities[resource]);
    }
    return fullest;
  }
}
