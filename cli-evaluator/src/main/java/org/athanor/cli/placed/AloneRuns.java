// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.run.ClustersResult;
import org.athanor.simulator.run.ClustersRun;
import org.athanor.simulator.run.Placer;
import org.athanor.simulator.run.Scenario;

/**
 * Simulates each job alone on each cluster. Jobs that are the same but for their names and times
 * are simulated once.
 */
final class AloneRuns {
  private final Map<String, Scenario> clusters;
  private final Map<Shape, Alone> known = new HashMap<>();

  /** All that the time of a job alone depends on. */
  private record Shape(String cluster, JobSpec job, Optional<FileSpec> input) {}

  AloneRuns(Map<String, Scenario> clusters) {
    this.clusters = clusters;
  }

  /** Each job's time and energy, by cluster, by the job's name. */
  Map<String, Map<String, Alone>> all() {
    Map<String, Map<String, Alone>> all = new HashMap<>();
    clusters.forEach(
        (cluster, scenario) -> {
          Map<String, FileSpec> files = new HashMap<>();
          scenario.files().forEach(file -> files.put(file.path(), file));
          for (JobSpec job : scenario.jobs()) {
            Optional<FileSpec> input = Optional.ofNullable(files.get(job.input()));
            all.computeIfAbsent(job.name(), name -> new LinkedHashMap<>())
                .put(cluster, alone(cluster, scenario, job, input));
          }
        });
    return all;
  }

  private Alone alone(String cluster, Scenario scenario, JobSpec job, Optional<FileSpec> input) {
    String path = "/alone";
    Optional<FileSpec> file =
        input.map(
            it -> new FileSpec(path, it.bytes(), it.blockBytes(), it.replication(), it.types()));
    JobSpec same =
        new JobSpec(
            "alone",
            job.queue(),
            0,
            file.isPresent() ? path : "",
            job.maps(),
            job.reduces(),
            job.shuffleBytes(),
            job.outputBytes(),
            job.mapCyclesPerByte(),
            job.reduceCyclesPerByte());
    Shape shape = new Shape(cluster, same, file);
    Alone found = known.get(shape);
    if (found == null) {
      found = simulate(scenario, same, file);
      known.put(shape, found);
    }
    return found;
  }

  private static Alone simulate(Scenario scenario, JobSpec job, Optional<FileSpec> input) {
    Scenario alone =
        new Scenario(
            scenario.cluster(),
            scenario.hdfs(),
            scenario.mapReduce(),
            scenario.scheduling(),
            input.stream().toList(),
            List.of(job),
            scenario.seed(),
            scenario.precision());
    Placer here =
        (submitted, ended, sites) -> submitted.forEach(each -> sites.start(each.name(), "here", 0));
    ClustersResult result = ClustersRun.run(Map.of("here", alone), here);
    return new Alone(result.makespan(), result.joulesBeyondIdle());
  }
}
