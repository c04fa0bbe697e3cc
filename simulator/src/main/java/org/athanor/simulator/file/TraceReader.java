// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.List;
import java.util.Optional;
import org.athanor.simulator.file.HdfsReader.Hdfs;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.trace.SwimJob;
import org.athanor.simulator.trace.SwimWorkload;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** The key {@code trace}. */
final class TraceReader {
  private static final String REMEDY = ", or set divide bytes by";

  private final ClusterFacts cluster;
  private final Hdfs hdfs;
  private final Queues queues;
  private final Traces traces;
  private final JobLimits limits;

  TraceReader(ClusterFacts cluster, Hdfs hdfs, Queues queues, Traces traces, JobLimits limits) {
    this.cluster = cluster;
    this.hdfs = hdfs;
    this.queues = queues;
    this.traces = traces;
    this.limits = limits;
  }

  /** Reads the trace's jobs. If anything is wrong, it is reported and there are none. */
  void read(Place place, Workload workload) {
    int before = place.problems().size();
    Section section = new Section(place, "a trace", Keys.TRACES);
    double divisor = section.get(Keys.DIVISOR).orElse(1.0);
    long slots = cluster.reduceSlots();
    int reduces =
        section.get(Keys.MOST_REDUCES).orElse((int) Math.max(1, Math.min(1_000_000, slots)));
    String queue = queues.of(section, place);
    Place file = section.place(Keys.FILE).orElse(place);
    Optional<List<SwimJob>> jobs = section.get(Keys.FILE).flatMap(name -> traces.read(name, file));
    if (jobs.isEmpty() || place.problems().size() > before) {
      return;
    }
    SwimWorkload made =
        traces.workload(
            new Traces.Use(
                jobs.get(), queue, divisor, hdfs.blockBytes(), hdfs.replication(), reduces));
    if (slots == 0 && made.jobs().stream().anyMatch(job -> job.reduces() > 0)) {
      file.report("its jobs have reduces, but no node runs reduces; give nodes slots");
    }
    for (FileSpec each : made.files()) {
      String noRoom = workload.add(each);
      if (!noRoom.isEmpty()) {
        file.report(noRoom + REMEDY);
        return;
      }
    }
    for (JobSpec job : made.jobs()) {
      String noRoom = workload.add(job, file, REMEDY);
      if (!noRoom.isEmpty()) {
        file.report("output of job " + job.name() + ": " + noRoom + REMEDY);
        return;
      }
      for (JobLimits.Excess each :
          limits.excesses(job, workload.inputBytes(job), workload.maps(job))) {
        file.report(each.key().name() + " of job " + job.name() + ": " + each.problem() + REMEDY);
        return;
      }
    }
  }
}
