// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Flows that share links end when SimGrid says; src/test/simgrid/shared_links.py made the cases.
 */
class SharedLinksTest {
  private static final double NANOS = 1e9;

  /** Times are whole nanoseconds, and each moment at which rates change is rounded to one. */
  private static final double CLOSE = 1e-7;

  @TestFactory
  Stream<DynamicTest> flowsEndWhenSimGridSays() throws IOException {
    try (InputStream text = SharedLinksTest.class.getResourceAsStream("shared-links.json")) {
      JsonNode cases = new JsonMapper().readTree(text).get("cases");
      assertThat(cases).hasSizeGreaterThan(20);
      return cases
          .valueStream()
          .map(each -> DynamicTest.dynamicTest(each.get("name").asString(), () -> check(each)));
    }
  }

  private static void check(JsonNode given) {
    Simulation simulation = new Simulation();
    FlowNetwork network = simulation.flows();
    given.get("resources").forEach(r -> network.addResource(r.get("capacity").asDouble()));
    JsonNode flows = given.get("flows");
    double[] ends = new double[flows.size()];
    for (int i = 0; i < ends.length; i++) {
      int flow = i;
      JsonNode each = flows.get(i);
      int[] resources =
          IntStream.range(0, each.get("resources").size())
              .map(at -> number(given, each.get("resources").get(at)))
              .toArray();
      simulation.at(
          Math.round(each.get("start").asDouble() * NANOS),
          () ->
              network.start(
                  Route.over(resources),
                  each.get("bytes").asDouble(),
                  Double.POSITIVE_INFINITY,
                  () -> ends[flow] = simulation.seconds()));
    }
    simulation.run();
    for (int i = 0; i < ends.length; i++) {
      double end = flows.get(i).get("end").asDouble();
      assertThat(ends[i]).as("end of flow %d", i).isEqualTo(end, within(CLOSE));
    }
  }

  private static int number(JsonNode given, JsonNode name) {
    JsonNode all = given.get("resources");
    return IntStream.range(0, all.size())
        .filter(i -> all.get(i).get("name").equals(name))
        .findFirst()
        .orElseThrow();
  }
}
