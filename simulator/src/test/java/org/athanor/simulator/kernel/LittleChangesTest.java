// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Levels that are left alone without a look at the flows are those that would be left alone after
 * it: the histories of random networks are the same to the bit. The digests are of histories for
 * which {@code FairDivision.changesLittle} returned false; to renew them, let it do that once.
 */
class LittleChangesTest {
  private static final int NETWORKS = 30;

  private final Digest digest = new Digest();
  private long fillings;
  private long withoutFlows;

  @ParameterizedTest
  @CsvSource({
    "1e-2, 4946103934533488318, 0.5",
    "1e-3, 3126335451630575416, 0.4",
    "1e-4, 9059070380548309210, 0.25",
    "1e-6, 2762171468481814640, 0.1"
  })
  void historiesAreThoseOfALookAtAllFlows(double precision, long expected, double leastPart) {
    for (int network = 0; network < NETWORKS; network++) {
      run(new Random(network), precision);
    }
    assertThat(digest.value()).isEqualTo(expected);
    assertThat((double) withoutFlows / fillings).isGreaterThan(leastPart);
  }

  @Test
  void errorsOfSumsDoNotAddUp() {
    double precision = 1e-8;
    Simulation simulation = new Simulation(precision);
    FlowNetwork network = simulation.flows();
    int shared = network.addResource(1);
    int narrow = network.addResource(1);
    Route alone = new Route.Builder().add(shared, 1).build();
    Route both = new Route.Builder().add(shared, 1).add(narrow, 1).build();
    int[] lasting = new int[10];
    for (int i = 0; i < lasting.length; i++) {
      lasting[i] = network.start(alone, 1e15, Double.POSITIVE_INFINITY, () -> {});
    }
    simulation.runUntil(1000);
    for (int burst = 0; burst < 3; burst++) {
      network.setCapacity(narrow, 1);
      simulation.runUntil(simulation.now() + 1000);
      network.setCapacity(narrow, precision / 10);
      int[] brief = new int[100_000];
      for (int i = 0; i < brief.length; i++) {
        brief[i] = network.start(both, 1e15, Double.POSITIVE_INFINITY, () -> {});
      }
      simulation.runUntil(simulation.now() + 1000);
      for (int flow : brief) {
        network.stop(flow);
      }
      simulation.runUntil(simulation.now() + 1000);
    }
    double used = 0;
    for (int flow : lasting) {
      used += network.rate(flow);
    }
    assertThat(network.use(shared)).isCloseTo(used, within(precision / 100));
  }

  private void run(Random random, double precision) {
    Simulation simulation = new Simulation(precision);
    FlowNetwork network = simulation.flows();
    int resources = 2 + random.nextInt(30);
    for (int i = 0; i < resources; i++) {
      double crowding = random.nextInt(3) == 0 ? 0.3 * random.nextDouble() : 0;
      network.addResource(1 + random.nextInt(100), crowding);
    }
    boolean equal = random.nextBoolean();
    // Many flows at once, or few.
    int pace = 1 << (20 + random.nextInt(11));
    long at = 0;
    for (int flow = 0; flow < 500; flow++) {
      at += random.nextInt(4) == 0 ? 0 : random.nextInt(pace);
      start(simulation, random, at, resources, equal, pace);
      if (random.nextInt(50) == 0) {
        int resource = random.nextInt(resources);
        double units = 1 + random.nextInt(100);
        simulation.at(at, () -> network.setCapacity(resource, units));
      }
    }
    simulation.run();
    fillings += network.fillings().all();
    withoutFlows += network.fillings().withoutFlows();
    for (int i = 0; i < resources; i++) {
      digest.add(network.served(i));
      digest.add(network.contendedSeconds(i));
    }
  }

  private void start(
      Simulation simulation, Random random, long at, int resources, boolean equal, int pace) {
    FlowNetwork network = simulation.flows();
    Route.Builder route = new Route.Builder();
    int length = 1 + random.nextInt(Math.min(7, resources));
    for (int i = 0; i < length; i++) {
      // Many flows share the first resource.
      int resource = random.nextInt(3) == 0 ? 0 : random.nextInt(resources);
      route.add(resource, equal ? 1 : StrictMath.pow(10, random.nextDouble() * 4 - 2));
    }
    double limit = random.nextInt(4) == 0 ? 0.1 + random.nextInt(20) : Double.POSITIVE_INFINITY;
    double amount = random.nextInt(100);
    long stopAfter = random.nextInt(10) == 0 ? 1 + 5L * random.nextInt(pace) : 0;
    simulation.at(
        at,
        () -> {
          boolean[] over = {false};
          int flow =
              network.start(
                  route.build(),
                  amount,
                  limit,
                  () -> {
                    over[0] = true;
                    digest.add(simulation.seconds());
                  });
          if (stopAfter > 0) {
            simulation.at(
                simulation.now() + stopAfter,
                () -> {
                  if (!over[0]) {
                    digest.add(network.left(flow));
                    network.stop(flow);
                  }
                });
          }
        });
  }

  /** A number for a sequence of numbers, in which each bit counts. */
  private static final class Digest {
    private long value;

    void add(double number) {
      value = value * 1_000_003 + Double.doubleToLongBits(number);
    }

    long value() {
      return value;
    }
  }
}
