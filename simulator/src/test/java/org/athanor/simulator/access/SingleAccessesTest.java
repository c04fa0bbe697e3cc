// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.Power;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.StockPlacement;
import org.athanor.simulator.hdfs.StockSelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes of one client, and of two or four that share a device or a link, as {@code
 * benchmarks/storage single --output single.json} measured them on a real HDFS of three hosts with
 * a disk each. Nothing is fitted: rates are those that DataNodes and links were limited to.
 */
class SingleAccessesTest {
  private static final int HOSTS = 3;
  private static final double MIB = 1 << 20;

  /** DataNodes send four bytes of checksum for each 512, and count them in reads only. */
  private static final double DATA_OF_READS = 512.0 / 516;

  /** TCP over Ethernet: 1448 bytes of a frame of 1514. */
  private static final double DATA_OF_FRAMES = 1448.0 / 1514;

  private static final DeviceSpec DISK =
      new DeviceSpec(
          DeviceType.DISK,
          12 * MIB * DATA_OF_READS,
          8 * MIB,
          0,
          1L << 40,
          DeviceUse.HDFS,
          Power.NONE);

  /** What passes a DataNode's limit at once after a pause, in seconds of its rate. */
  private static final double ALLOWANCE = 0.5;

  private static final double MOST_ERROR = 0.05;

  /** A case: seconds until its last access has ended, measured in each round, and simulated. */
  private record Compared(List<Double> measured, double simulated, double allowance) {
    double mean() {
      return measured.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    double error(double without) {
      return (simulated - without) / mean() - 1;
    }
  }

  @Test
  void accessesTakeAsLongAsMeasured() throws IOException {
    Map<String, Compared> all = new LinkedHashMap<>();
    JsonNode runs = measured();
    for (JsonNode run : runs) {
      double simulated = Arrays.stream(simulate(run, runs)).max().orElseThrow();
      double allowance = run.get("link").isNull() ? ALLOWANCE : 0;
      all.computeIfAbsent(
              run.get("mode").asString(),
              any -> new Compared(new ArrayList<>(), simulated, allowance))
          .measured()
          .add(last(run));
    }
    StringBuilder table = new StringBuilder("s: measured, simulated, error, with the allowance\n");
    all.forEach((name, one) -> table.append(line(name, one)));
    System.out.println(table);
    assertThat(all).hasSizeGreaterThan(10);
    all.forEach(
        (name, one) ->
            assertThat(Math.abs(one.error(one.allowance())))
                .as("error of: %s", name)
                .isLessThan(MOST_ERROR));
  }

  private static double last(JsonNode run) {
    return run.get("accesses")
        .valueStream()
        .mapToDouble(access -> access.get("seconds").asDouble())
        .max()
        .orElseThrow();
  }

  private static String line(String name, Compared one) {
    return String.format(
        Locale.ROOT,
        "%-46s %6.2f  %6.2f  %+5.1f %%  %+5.1f %%%n",
        name,
        one.mean(),
        one.simulated(),
        100 * one.error(0),
        100 * one.error(one.allowance()));
  }

  private static JsonNode measured() throws IOException {
    try (InputStream text = SingleAccessesTest.class.getResourceAsStream("single.json")) {
      return new JsonMapper().readTree(text).get("single");
    }
  }

  /** The seconds of each access of a case; what it reads was written by a case before. */
  private static double[] simulate(JsonNode run, JsonNode before) {
    String link = run.get("link").asString("");
    NodeSpec node =
        new NodeSpec("host", 1, 1e9, rateOf(link), List.of(DISK), Slots.NONE, Power.NONE);
    Simulation simulation = new Simulation();
    Cluster cluster = new Cluster(ClusterSpec.ofEqual(node, HOSTS), simulation.flows());
    SplittableRandom random = new SplittableRandom(1);
    FileSystem files =
        new FileSystem(
            cluster, new StockPlacement(random.split()), new StockSelection(random.split()));
    Map<String, Double> seconds = new HashMap<>();
    Clients clients =
        new Clients(simulation, cluster, files, done -> seconds.put(done.path(), done.seconds()));
    JsonNode accesses = run.get("accesses");
    for (JsonNode access : accesses) {
      if (access.get("kind").asString().equals("read")) {
        clients.submit(written(access.get("path").asString(), before));
      }
    }
    simulation.run();
    double start = simulation.seconds();
    for (JsonNode access : accesses) {
      String path = access.get("path").asString();
      clients.submit(
          access.get("kind").asString().equals("read")
              ? new Access.Read(start, access.get("client").asInt(), path)
              : write(start, access, run));
    }
    simulation.run();
    return accesses
        .valueStream()
        .mapToDouble(access -> seconds.get(access.get("path").asString()))
        .toArray();
  }

  private static Access written(String path, JsonNode runs) {
    for (JsonNode run : runs) {
      for (JsonNode access : run.get("accesses")) {
        if (access.has("replicas") && access.get("path").asString().equals(path)) {
          return write(0, access, run);
        }
      }
    }
    throw new IllegalArgumentException(path + ": no case writes it");
  }

  private static Access.Write write(double start, JsonNode access, JsonNode run) {
    return new Access.Write(
        start,
        access.get("client").asInt(),
        new FileSpec(
            access.get("path").asString(),
            access.get("bytes").asLong(),
            run.get("block").asLong(),
            access.get("replicas").asInt()));
  }

  /** Bytes of blocks that a link such as 50mbit carries in a second; without a limit, very many. */
  private static double rateOf(String link) {
    if (link.isEmpty()) {
      return 1e10;
    }
    double bits = 1e6 * Double.parseDouble(link.substring(0, link.length() - "mbit".length()));
    return bits / 8 * DATA_OF_FRAMES * DATA_OF_READS;
  }
}
