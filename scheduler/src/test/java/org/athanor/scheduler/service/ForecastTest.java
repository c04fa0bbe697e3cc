// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.athanor.scheduler.catalogue.MergedRuns;
import org.athanor.scheduler.clusters.ClusterMonitors;
import org.athanor.scheduler.clusters.ClustersFile;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.journal.MeasuredCopy;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.pool.PoolsFile;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run would do, with what was measured of copies, and with pools. */
class ForecastTest {
  @TempDir private Path directory;

  private List<Forecast.Planned> plan(
      String clusters, String jobs, Pools pools, Site site, List<MeasuredCopy> copies)
      throws Exception {
    Path file = Files.writeString(directory.resolve("clusters.yaml"), clusters);
    Path workflow = Files.writeString(directory.resolve("w.yaml"), "jobs:\n" + jobs);
    WorkflowTree tree = WorkflowTree.read(workflow, Map.of());
    assertThat(tree.problems()).isEmpty();
    try (ClusterMonitors monitors =
        ClusterMonitors.start(
            ClustersFile.read(file).clusters(),
            tag -> true,
            ClusterMonitors.Settings.USUAL,
            Clock.systemUTC())) {
      return Forecast.of(
          tree,
          new Forecast.Basis(
              Policies.named("finish-time"),
              1,
              pools,
              MergedRuns.NONE,
              new CoreUse(),
              NodePowers.withoutCatalogue(monitors),
              copies,
              monitors.network()),
          monitors,
          site);
    }
  }

  private static String job(String name, String more) {
    return "  " + name + ": {type: shell, command: [x], estimate: 100s" + more + "}\n";
  }

  @Test
  void poolsLimitWhatRunsAtOnce() throws Exception {
    Path file =
        Files.writeString(directory.resolve("pools.yaml"), "pools: {one: {jobs: 1}, two: {}}\n");
    String clusters = "clusters: {a: {kind: local, cores: 8, memory: 32g}}\n";
    String jobs = job("x", ", pool: one") + job("y", ", pool: one") + job("z", ", pool: two");
    Map<String, Duration> ends = new HashMap<>();
    plan(clusters, jobs, new Pools(PoolsFile.read(file).pools()), new LocalSite(), List.of())
        .forEach(each -> ends.put(each.job(), each.until()));
    assertThat(ends.values().stream().map(Duration::toSeconds).sorted())
        .containsExactly(100L, 100L, 200L);
    assertThat(ends.get("z")).isEqualTo(Duration.ofSeconds(100));
  }

  /** One that was measured, and one after the other, as the scheduler makes them. */
  @Test
  void copiesTakeWhatTheyTookAndWaitForEachOther() throws Exception {
    String clusters =
        """
        clusters:
          near: {kind: local, cores: 1, memory: 8g, region: east}
          far: {kind: local, cores: 1, memory: 8g, region: west}
          farther: {kind: local, cores: 1, memory: 8g, region: west}
        regions: {east: /east, west: /west}
        """;
    List<String> jobs = new ArrayList<>();
    for (String name : List.of("x", "y", "z")) {
      Files.writeString(directory.resolve(name), "12345678");
      jobs.add(job("j-" + name, ", inputs: " + name));
    }
    List<Forecast.Planned> planned =
        plan(
            clusters,
            String.join("", jobs),
            new Pools(List.of()),
            new LocalSite(new RegionsOnDisk(directory, 0)),
            List.of(new MeasuredCopy("west", 80, 100)));
    String ends =
        planned.stream()
            .map(each -> each.cluster() + " " + each.until().toSeconds())
            .sorted()
            .collect(Collectors.joining(", "));
    assertThat(ends)
        .as("a copy takes 10 s")
        .isIn("far 110, farther 120, near 100", "far 120, farther 110, near 100");
  }
}
