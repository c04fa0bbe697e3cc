// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.synthetic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.athanor.cluster.SystemDetails;
import org.athanor.cluster.SystemInfo;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.Total;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * Writes the directory of an experiment that never ran: {@code results.json}, samples, logs. The
 * same shape gives the same bytes.
 */
public final class SyntheticExperiment {

  private static final Instant STARTED = Instant.parse("2026-03-01T08:00:00Z");
  private static final Map<String, String> VERSIONS =
      Map.of(
          "hadoop", "3.5.0", "athanor", "0.1.0", "spark", "4.3.0", "flink", "2.3.0", "tez",
          "0.10.5");
  private static final long INPUT_BYTES = 32_000_000_000L;

  private final Shape shape;
  private final SplittableRandom random;

  private SyntheticExperiment(Shape shape) {
    this.shape = shape;
    this.random = new SplittableRandom(shape.seed());
  }

  public static Results write(Shape shape, Path directory) throws IOException {
    Files.createDirectories(directory);
    Results results = new SyntheticExperiment(shape).results(directory);
    ResultsFile.write(results, directory);
    return results;
  }

  private Results results(Path directory) throws IOException {
    List<TrialResult> trials = new ArrayList<>();
    for (int nodes : shape.nodeCounts()) {
      for (String workload : shape.workloads()) {
        for (int repetition = 0; repetition <= shape.repetitions(); repetition++) {
          for (String framework : shape.frameworks()) {
            TrialKey key = new TrialKey(framework, workload, nodes, repetition);
            Incident incident = shape.incidents() ? Incident.of(key) : Incident.NONE;
            if (incident == Incident.DISTURBED) {
              trials.add(trial(key, 1, incident, true, directory, trials.size()));
              trials.add(trial(key, 2, Incident.NONE, false, directory, trials.size()));
            } else {
              trials.add(trial(key, 1, incident, false, directory, trials.size()));
            }
          }
        }
      }
    }
    int nodes = shape.nodeCounts().stream().max(Integer::compare).orElseThrow();
    return Results.builder()
        .athanor("0.1.0")
        .name(shape.nodeCounts().size() > 1 ? "frameworks-vs-workloads" : "synthetic")
        .started(STARTED)
        .baseline(shape.frameworks().get(0))
        .filesystem(nodes > 1 ? "hdfs" : "local")
        .coresPerNode(16)
        .memoryBytesPerNode(48_000_000_000L)
        .frameworks(shape.frameworks().stream().map(SyntheticExperiment::framework).toList())
        .workloads(shape.workloads().stream().map(SyntheticExperiment::workload).toList())
        .nodes(java.util.stream.IntStream.range(0, nodes).mapToObj(this::node).toList())
        .trials(trials)
        .skipped(
            shape.incidents()
                ? List.of(
                    new Results.Skip(
                        "spark", "testdfsio", "it has no program for the spark interface"))
                : List.of())
        .build();
  }

  private TrialResult trial(
      TrialKey key, int attempt, Incident incident, boolean superseded, Path root, int number)
      throws IOException {
    SyntheticJob job =
        SyntheticJob.of(key.framework(), key.workload(), key.nodes(), shape.seconds());
    double disturbed = incident == Incident.DISTURBED || incident == Incident.SHAKEN ? 1 : 0;
    double wall =
        incident == Incident.TIME_OUT
            ? 180 * shape.seconds()
            : job.seconds() * (1 + random.nextDouble(-.03, .04) + .14 * disturbed);
    if (incident == Incident.FAILURE) {
      wall *= .4;
    }
    String directory = "trials/" + key.id() + (attempt > 1 ? "-a" + attempt : "");
    Files.createDirectories(root.resolve(directory));
    Files.writeString(root.resolve(directory).resolve("stdout.log"), incident.output());
    Files.writeString(root.resolve(directory).resolve("stderr.log"), incident.errors());
    List<NodeUse> uses = new ArrayList<>();
    for (int n = 0; n < key.nodes(); n++) {
      SyntheticSamples samples =
          new SyntheticSamples(
              job,
              wall,
              true,
              1 + .05 * Math.sin(n * 2.1) - (n == 2 ? .09 : 0),
              n == 1 ? disturbed : 0,
              random.split());
      String file = directory + "/samples-node" + (n + 1) + ".csv";
      if (shape.shared() && key.repetition() > 1) {
        TrialKey first = new TrialKey(key.framework(), key.workload(), key.nodes(), 1);
        int other = random.nextInt(key.nodes());
        file = "trials/" + first.id() + "/samples-node" + (other + 1) + ".csv";
        samples.sum();
      } else {
        samples.write(root.resolve(file));
      }
      uses.add(
          new NodeUse(
              shape.nodeCounts().equals(List.of(1)) ? "localhost" : "node" + (n + 1),
              totals(key.framework(), samples.totals, n),
              file));
    }
    return TrialResult.builder(key, directory)
        .attempt(attempt)
        .started(STARTED.plusSeconds(number * 140L))
        .outcome(incident.outcome())
        .reason(incident.reason())
        .wallSeconds(Math.round(wall * 1000) / 1000d)
        .disturbance(incident.disturbance())
        .superseded(superseded)
        .phases(job.phases(wall))
        .nodes(uses)
        .build();
  }

  private Map<Total, Reading> totals(String framework, Map<Total, Double> sums, int node) {
    Map<Total, Reading> totals = new TreeMap<>();
    for (Total total : Total.values()) {
      Double sum = sums.get(total);
      totals.put(
          total,
          sum == null
              ? Reading.unavailable(total.id() + ": not supported by this processor")
              : Reading.of(Math.round(sum * 1000) / 1000d, total.unit()));
    }
    double instructions =
        sums.getOrDefault(Total.CPU_OWN, 0d) * 2.6e9 * (framework.equals("athanor") ? 1.31 : 1.12);
    double cycles = sums.getOrDefault(Total.CPU_OWN, 0d) * 2.6e9;
    double variation = 1 + .03 * Math.sin(node * 3.3);
    totals.put(Total.INSTRUCTIONS, Reading.of(Math.rint(instructions), Total.INSTRUCTIONS.unit()));
    totals.put(Total.CYCLES, Reading.of(Math.rint(cycles), Total.CYCLES.unit()));
    totals.put(Total.IPC, Reading.of(instructions / cycles, Total.IPC.unit()));
    totals.put(Total.BRANCH_MISSES, Reading.of(.021 * variation, Total.BRANCH_MISSES.unit()));
    totals.put(Total.L1_MISSES, Reading.of(.034 * variation, Total.L1_MISSES.unit()));
    totals.put(Total.L3_MISSES, Reading.of(.28 * variation, Total.L3_MISSES.unit()));
    count(totals, Total.BRANCHES, Math.rint(instructions / 6));
    count(totals, Total.BRANCHES_MISSED, Math.rint(.021 * variation * instructions / 6));
    count(totals, Total.L1_LOADS, Math.rint(instructions / 4));
    count(totals, Total.L1_LOADS_MISSED, Math.rint(.034 * variation * instructions / 4));
    count(totals, Total.L3_ACCESSES, Math.rint(instructions / 90));
    count(totals, Total.L3_ACCESSES_MISSED, Math.rint(.28 * variation * instructions / 90));
    for (Total total : List.of(Total.L2_ACCESSES, Total.L2_ACCESSES_MISSED)) {
      totals.put(
          total, Reading.unavailable("perf: event l2_rqsts.miss not supported by this processor"));
    }
    totals.put(
        Total.L2_MISSES,
        Reading.unavailable("perf: event l2_rqsts.miss not supported by this processor"));
    return totals;
  }

  private static void count(Map<Total, Reading> totals, Total total, double count) {
    totals.put(total, Reading.of(count, total.unit()));
  }

  private static FrameworkInfo framework(String label) {
    return new FrameworkInfo(
        label,
        label,
        VERSIONS.getOrDefault(label, "1.0"),
        label.equals("spark") || label.equals("flink") ? "standalone" : "yarn",
        "17.0.15 (Eclipse Adoptium)",
        label.equals("spark")
            ? Map.of("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
            : Map.of());
  }

  private static WorkloadInfo workload(String label) {
    return new WorkloadInfo(
        label,
        label,
        label.equals("kmeans") ? Optional.empty() : Optional.of(INPUT_BYTES),
        Optional.of(
            label.equals("kmeans")
                ? "the size of the input is not known: permission denied"
                : WorkloadInfo.GENERATED),
        label.equals("terasort") ? "TeraGen records, seed 1" : "random text, seed 1",
        Map.of());
  }

  private NodeInfo node(int index) {
    return new NodeInfo(
        shape.nodeCounts().equals(List.of(1)) ? "localhost" : "node" + (index + 1),
        new SystemInfo(
            "node" + (index + 1),
            "Debian GNU/Linux 12 (bookworm)",
            "6.1.0-28-amd64",
            "x86_64",
            "Intel(R) Xeon(R) CPU E5-2660 0 @ 2.20GHz",
            16,
            64_000_000_000L,
            Optional.of("performance"),
            Optional.empty(),
            Optional.of("17.0.15 (Eclipse Adoptium)"),
            Optional.of("/usr/lib/jvm/java-17"),
            Optional.empty(),
            new SystemDetails(
                Optional.of("on"),
                Optional.of("madvise"),
                List.of("sda: ST4000NM0035-1V4, hard disk or virtual, 4001 GB"),
                List.of("/: ext4", "/data: xfs"),
                List.of("eth0: 10000 Mb/s"))),
        Map.of(
            "events",
            "perf: event l2_rqsts.miss not supported by this processor; L2 misses are not shown",
            "lustre",
            "/proc/fs/lustre: no such directory; no Lustre client is mounted"));
  }
}
