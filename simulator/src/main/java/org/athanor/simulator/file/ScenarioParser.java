// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.file.HdfsReader.Hdfs;
import org.athanor.simulator.manage.ManagerRules;
import org.athanor.simulator.mapreduce.MapReduceSettings;
import org.athanor.simulator.run.Failures;
import org.athanor.simulator.run.Scenario;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** Converts the document of one variant to a scenario. */
final class ScenarioParser {
  private static final double PRECISION = 1e-6;

  private final Traces traces;
  private final Sources sources;
  private final Path directory;
  private final boolean placed;

  /**
   * @param directory that relative paths start at
   * @param placed whether jobs are placed on several clusters
   */
  ScenarioParser(Path directory, Sources sources, boolean placed) {
    this.directory = directory;
    this.placed = placed;
    traces = new Traces(directory);
    this.sources = sources;
  }

  /**
   * Reads a scenario. Returns empty and reports problems if anything is wrong with it.
   *
   * @param top the mapping at the top of the document
   * @param seed instead of that of the document
   */
  Optional<Scenario> parse(Place document, Section top, OptionalLong seed) {
    int before = document.problems().size();
    boolean hasJobs = has(top, Keys.JOBS, Keys.TRACE);
    Optional<ClusterSpec> cluster =
        top.place(Keys.CLUSTER).flatMap(place -> ClusterReader.read(place, hasJobs));
    Queues queues = Queues.read(top);
    long chance = seed.orElse(top.get(Keys.SEED).orElse(1L));
    double precision = top.get(Keys.PRECISION).orElse(PRECISION);
    if (cluster.isEmpty()) {
      return Optional.empty();
    }
    ClusterFacts all = new ClusterFacts(cluster.get());
    Hdfs hdfs = HdfsReader.read(top, all, directory);
    ClusterFacts facts = hdfs.rules().placement().isPresent() ? all.withoutMemory() : all;
    MapReduceSettings mapReduce = MapReduceReader.read(top, facts, hdfs);
    Workload workload = new Workload(facts, mapReduce.output(), !placed);
    JobLimits limits = new JobLimits(facts, mapReduce);
    ProfileReader profiles =
        new ProfileReader(sources.runs(), mapReduce.start().processCoreSeconds());
    JobsReader jobs = new JobsReader(facts, hdfs, queues, profiles, limits, placed);
    TraceReader trace = new TraceReader(facts, hdfs, queues, traces, limits);
    top.place(Keys.JOBS).ifPresent(place -> jobs.read(place, workload));
    top.place(Keys.TRACE).ifPresent(place -> trace.read(place, workload));
    // Not the generator of the simulation, which begins with the same seed.
    SplittableRandom random = new SplittableRandom(~chance);
    AccessesReader accesses = new AccessesReader(facts, sources.logs(), directory, random.split());
    ClientsReader clients = new ClientsReader(facts, hdfs, random.split());
    top.place(Keys.ACCESSES).ifPresent(place -> accesses.read(place, workload));
    top.place(Keys.CLIENTS).ifPresent(place -> clients.read(place, workload));
    workload.reportOutputsWithoutRoom();
    if (!hasJobs && !has(top, Keys.ACCESSES, Keys.CLIENTS)) {
      document.report("there is nothing to do; must have jobs, trace, accesses or clients");
    }
    Optional<ManagerRules> manager =
        top.place(Keys.MANAGER)
            .flatMap(place -> new ManagerReader(facts, hdfs, workload.files()).read(place));
    FailuresReader failures = new FailuresReader(facts, random.split());
    Optional<Failures> failing = top.place(Keys.FAILURES).map(failures::read);
    if (failing.isPresent() && top.place(Keys.MANAGER).isPresent()) {
      top.place(Keys.FAILURES)
          .orElseThrow()
          .report("the model has no failures while a manager moves files; remove one of them");
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
                chance,
                precision,
                failing.orElseGet(Failures::none),
                workload.accesses(),
                manager));
  }

  private static boolean has(Section top, Key<?>... keys) {
    return List.of(keys).stream().anyMatch(key -> top.place(key).isPresent());
  }
}
