// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.Optional;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.file.HdfsReader.Hdfs;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.run.Scenario;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** Converts the document of one variant to a scenario. */
final class ScenarioParser {
  private static final double PRECISION = 1e-6;

  private final Traces traces;

  ScenarioParser(Traces traces) {
    this.traces = traces;
  }

  /**
   * Reads a scenario. Returns empty and reports problems if anything is wrong with it.
   *
   * @param top the mapping at the top of the document
   */
  Optional<Scenario> parse(Place document, Section top) {
    int before = document.problems().size();
    Optional<ClusterSpec> cluster = top.place(Keys.CLUSTER).flatMap(ClusterReader::read);
    Queues queues = Queues.read(top);
    long seed = top.get(Keys.SEED).orElse(1L);
    double precision = top.get(Keys.PRECISION).orElse(PRECISION);
    if (cluster.isEmpty()) {
      return Optional.empty();
    }
    ClusterFacts facts = new ClusterFacts(cluster.get());
    Hdfs hdfs = HdfsReader.read(top, facts);
    MapReduceSettings mapReduce = MapReduceReader.read(top, facts, hdfs);
    Workload workload = new Workload(facts);
    JobsReader jobs = new JobsReader(facts, hdfs, queues);
    TraceReader trace = new TraceReader(facts, hdfs, queues, traces);
    top.place(Keys.JOBS).ifPresent(place -> jobs.read(place, workload));
    top.place(Keys.TRACE).ifPresent(place -> trace.read(place, workload));
    if (top.place(Keys.JOBS).isEmpty() && top.place(Keys.TRACE).isEmpty()) {
      document.report("there are no jobs; must have jobs or trace");
    }
    return document.problems().size() > before
        ? Optional.empty()
        : Optional.of(
            new Scenario(
                facts.spec(),
                hdfs.rules(),
                mapReduce,
                queues.scheduling(),
                workload.files(),
                workload.jobs(),
                seed,
                precision));
  }
}
