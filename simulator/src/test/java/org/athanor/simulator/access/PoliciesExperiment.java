// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.DeviceSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.PolicySelection;
import org.athanor.simulator.hdfs.ReplicaSelection;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import tools.jackson.databind.JsonNode;

/**
 * A mode of a round of {@code benchmarks/storage policies}, simulated: replicas are where they were
 * in HDFS, and are read where they were read there, or where the policy says. Nothing is fitted:
 * rates are those that DataNodes were limited to.
 */
final class PoliciesExperiment {
  static final List<String> PHASES = List.of("write", "read", "grep");

  /**
   * What a phase comes to.
   *
   * @param throughput in MB/s, as TestDFSIO counts it: all bytes by the sum of the files' times.
   *     Clients that share a device count as much as they are served unevenly.
   * @param deviceSeconds the mean, over the devices that were read, of the seconds until the last
   *     reader of a device has ended, which does not depend on how its readers share it; NaN for
   *     other phases than read
   */
  record Outcome(double throughput, double deviceSeconds) {}

  /** DataNodes send four bytes of checksum for each 512, and count them in reads only. */
  private static final double DATA_OF_READS = 512.0 / 516;

  /** What one reader can get from another host, as hybrid is told. */
  private static final double PATH = 125e6;

  /** What passes a DataNode's limit at once after a pause, in seconds of its rate. */
  private static final double ALLOWANCE = 0.5;

  private static final double PAUSE_SECONDS = 7.5;

  /** Starts are kept in whole nanoseconds, so they are not exactly what was asked for. */
  private static final double CLOCK = 1e-6;

  private final JsonNode run;
  private final Simulation simulation = new Simulation();
  private final Cluster cluster = new Cluster(spec(), simulation.flows());
  private final List<AccessRecord> records = new ArrayList<>();
  private final Clients clients;
  private ReplicaSelection selection;

  /** Reads that were submitted at once and have not chosen a replica, in their order. */
  private final Deque<JsonNode> undecided = new ArrayDeque<>();

  /** Where each client reads a path. */
  private final Map<String, String> read = new HashMap<>();

  private PoliciesExperiment(JsonNode run) {
    this.run = run;
    FileSystem files =
        new FileSystem(
            cluster, (request, space) -> places(request.path(), request.writer()), this::select);
    clients = new Clients(simulation, cluster, files, records::add);
  }

  /** Each phase, with the replicas that were read. */
  static Map<String, Outcome> withChoicesOf(JsonNode run) {
    return new PoliciesExperiment(run).all(phase -> recorded(run, phase));
  }

  /** The same; the mode's policy chooses the replicas. */
  static Map<String, Outcome> withPolicy(JsonNode run, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String mode = run.get("mode").asString();
    return new PoliciesExperiment(run)
        .all(
            phase ->
                (reader, replicas, count, of) ->
                    new PolicySelection(
                            TiersExperiment.retrieval(mode, PATH),
                            TiersExperiment.TIERS,
                            Regions.none(),
                            random)
                        .select(reader, replicas, count, of));
  }

  /** Each phase, as it was measured. */
  static Map<String, Outcome> measured(JsonNode run) {
    Map<String, Outcome> all = new HashMap<>();
    for (String phase : PHASES) {
      double bytes = 0;
      double seconds = 0;
      Map<String, Double> ends = new HashMap<>();
      for (JsonNode access : run.get("phases").get(phase).get("accesses")) {
        double took = access.get("seconds").asDouble();
        bytes += access.get("bytes").asDouble();
        seconds += took;
        if (phase.equals("read")) {
          ends.merge(name(most(access)), took, Math::max);
        }
      }
      all.put(phase, new Outcome(bytes / seconds / 1e6, mean(ends)));
    }
    return all;
  }

  /** How replicas are chosen in a phase. */
  private interface Choices {
    ReplicaSelection of(String phase);
  }

  private Map<String, Outcome> all(Choices choices) {
    Map<String, Outcome> outcomes = new HashMap<>();
    for (String phase : PHASES) {
      selection = choices.of(phase);
      records.clear();
      double start = simulation.seconds() + PAUSE_SECONDS;
      if (phase.equals("grep")) {
        oneAfterTheOther(start);
      } else {
        accesses(phase).forEach(access -> clients.submit(of(phase, access, start)));
        undecided.addAll(phase.equals("read") ? accesses(phase) : List.of());
      }
      simulation.run();
      outcomes.put(phase, outcome(phase, start));
    }
    return outcomes;
  }

  /** Selects a replica, and keeps of reads which it was: each file has one block. */
  private int select(int reader, int[] replicas, int count, Cluster of) {
    int device = selection.select(reader, replicas, count, of);
    if (!undecided.isEmpty()) {
      JsonNode access = undecided.remove();
      assertThat(access.get("client").asInt()).isEqualTo(reader);
      read.put(
          reader + access.get("path").asString(),
          of.nodeOf(device) + of.device(device).type().name());
    }
    return device;
  }

  /** Each client reads its files in the order of the command. */
  private void oneAfterTheOther(double start) {
    Map<Integer, Deque<JsonNode>> byClient = new HashMap<>();
    for (JsonNode access : accesses("grep")) {
      byClient.computeIfAbsent(access.get("client").asInt(), any -> new ArrayDeque<>()).add(access);
    }
    byClient.values().forEach(files -> next(files, start));
  }

  private void next(Deque<JsonNode> files, double start) {
    JsonNode file = files.poll();
    if (file != null) {
      clients.submit(of("grep", file, start), () -> next(files, simulation.seconds()));
    }
  }

  private List<JsonNode> accesses(String phase) {
    return run.get("phases").get(phase).get("accesses").valueStream().toList();
  }

  private Access of(String phase, JsonNode access, double start) {
    int client = access.get("client").asInt();
    String path = access.get("path").asString();
    if (!phase.equals("write")) {
      return new Access.Read(start, client, path);
    }
    int replicas = run.get("places").get(path).size();
    long bytes = access.get("bytes").asLong();
    return new Access.Write(
        start, client, new FileSpec(path, bytes, run.get("block").asLong(), replicas));
  }

  /** Less what passes at once at the beginning, when all devices have been idle. */
  private Outcome outcome(String phase, double start) {
    double bytes = 0;
    double seconds = 0;
    Map<String, Double> ends = new HashMap<>();
    for (AccessRecord each : records) {
      double took = each.seconds() - (each.startSeconds() < start + CLOCK ? ALLOWANCE : 0);
      bytes += each.bytes();
      seconds += took;
      if (phase.equals("read")) {
        ends.merge(read.get(each.node() + each.path()), took, Math::max);
      }
    }
    return new Outcome(bytes / seconds / 1e6, mean(ends));
  }

  private static double mean(Map<String, Double> ends) {
    return ends.values().stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /** Where most of a file was read. */
  private static JsonNode most(JsonNode access) {
    return access
        .get("from")
        .valueStream()
        .max(Comparator.comparingLong(from -> from.get(2).asLong()))
        .orElseThrow();
  }

  /** The name of a host's device of a type. */
  private static String name(JsonNode place) {
    return place.get(0).asInt() + place.get(1).asString();
  }

  /** The devices of a file's replicas, the writer's own first, as HDFS writes them. */
  private int[] places(String path, int writer) {
    return run.get("places")
        .get(path)
        .valueStream()
        .map(place -> device(place.get(0).asInt(), place.get(1).asString()))
        .sorted(Comparator.comparing(device -> cluster.nodeOf(device) != writer))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private int device(int node, String type) {
    for (int i = 0; i < cluster.blockDevices(node); i++) {
      int device = cluster.blockDevice(node, i);
      if (cluster.device(device).type() == DeviceType.valueOf(type)) {
        return device;
      }
    }
    throw new IllegalArgumentException("host " + node + " has no " + type);
  }

  /** Readers and the places of what they read, and where they read it, in turn. */
  private static ReplicaSelection recorded(JsonNode run, String phase) {
    Map<String, Deque<JsonNode>> chosen = new HashMap<>();
    for (JsonNode access : run.get("phases").get(phase).get("accesses")) {
      if (!access.get("from").isEmpty()) {
        String places =
            run.get("places")
                .get(access.get("path").asString())
                .valueStream()
                .map(place -> place.get(0).asInt() + place.get(1).asString())
                .sorted()
                .toList()
                .toString();
        chosen
            .computeIfAbsent(access.get("client").asInt() + places, any -> new ArrayDeque<>())
            .add(most(access));
      }
    }
    return (reader, replicas, count, cluster) -> {
      String places =
          Arrays.stream(replicas, 0, count)
              .mapToObj(device -> cluster.nodeOf(device) + cluster.device(device).type().name())
              .sorted()
              .toList()
              .toString();
      JsonNode from = chosen.get(reader + places).remove();
      String wanted = name(from);
      return Arrays.stream(replicas, 0, count)
          .filter(
              device ->
                  wanted.equals(cluster.nodeOf(device) + cluster.device(device).type().name()))
          .findFirst()
          .orElseThrow();
    };
  }

  private static ClusterSpec spec() {
    return new ClusterSpec(
        TiersExperiment.cluster().racks().stream()
            .map(
                rack ->
                    new RackSpec(
                        rack.nodes().stream().map(PoliciesExperiment::withoutChecksums).toList(),
                        rack.uplinkBytesPerSecond()))
            .toList());
  }

  private static NodeSpec withoutChecksums(NodeSpec node) {
    return new NodeSpec(
        node.name(),
        node.cores(),
        node.cyclesPerSecond(),
        node.linkBytesPerSecond(),
        node.devices().stream().map(PoliciesExperiment::withoutChecksums).toList(),
        node.slots(),
        node.power());
  }

  private static DeviceSpec withoutChecksums(DeviceSpec device) {
    return new DeviceSpec(
        device.type(),
        device.readBytesPerSecond() * DATA_OF_READS,
        device.writeBytesPerSecond(),
        device.crowding(),
        device.capacityBytes(),
        device.use(),
        device.power());
  }
}
