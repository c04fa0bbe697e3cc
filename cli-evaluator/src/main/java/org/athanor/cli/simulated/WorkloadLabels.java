// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.file.Variant;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.JobRecord;
import org.athanor.simulator.run.Scenario;

/**
 * What is run, as workloads of an experiment: the whole scenario, and each job by itself if all
 * variants have few jobs, but more than one.
 */
final class WorkloadLabels {
  /** More jobs would make a report that nobody reads. */
  private static final int MOST_JOBS = 12;

  private static final String KIND = "simulation";

  private final String whole;
  private final List<Variant> variants;
  private final Set<String> jobs = new LinkedHashSet<>();

  /**
   * @param whole name of the scenario
   */
  WorkloadLabels(String whole, List<Variant> variants) {
    this.whole = whole;
    this.variants = variants;
    Set<String> names = new LinkedHashSet<>();
    boolean few = true;
    for (Variant variant : variants) {
      List<JobSpec> specs = variant.scenario().jobs();
      few &= specs.size() > 1 && specs.size() <= MOST_JOBS && distinct(specs);
      if (few) {
        specs.forEach(spec -> names.add(spec.name()));
      }
    }
    if (few && names.size() <= MOST_JOBS) {
      jobs.addAll(names);
    }
  }

  private static boolean distinct(List<JobSpec> specs) {
    return new HashSet<>(specs.stream().map(JobSpec::name).toList()).size() == specs.size();
  }

  /** The label of the whole scenario. */
  String whole() {
    return whole;
  }

  /** Whether jobs are workloads. */
  boolean hasJobs() {
    return !jobs.isEmpty();
  }

  /** The label of a job, if {@link #hasJobs}. */
  String of(JobRecord job) {
    return label(job.spec().name());
  }

  private String label(String job) {
    return job.equals(whole) ? "job " + job : job;
  }

  List<WorkloadInfo> all() {
    List<WorkloadInfo> all = new ArrayList<>();
    all.add(info(whole, Optional.empty()));
    jobs.forEach(job -> all.add(info(label(job), Optional.of(job))));
    return all;
  }

  /** Describes a job, or all of them. The size of the input is that of all variants, or unknown. */
  private WorkloadInfo info(String label, Optional<String> job) {
    Set<Long> sizes = new HashSet<>();
    Set<Integer> counts = new HashSet<>();
    Set<Integer> accesses = new HashSet<>();
    for (Variant variant : variants) {
      List<JobSpec> specs =
          variant.scenario().jobs().stream()
              .filter(spec -> job.isEmpty() || spec.name().equals(job.get()))
              .toList();
      if (!specs.isEmpty() || job.isEmpty()) {
        long accessed = job.isEmpty() ? accessedBytes(variant.scenario()) : 0;
        sizes.add(input(variant.scenario(), specs) + accessed);
        counts.add(specs.size());
        accesses.add(variant.scenario().accessCount());
      }
    }
    String input = job.isPresent() ? "a simulated job" : text(counts, accesses);
    if (sizes.size() > 1) {
      String reason = "the variants differ in it";
      return new WorkloadInfo(label, KIND, Optional.empty(), Optional.of(reason), input, Map.of());
    }
    return new WorkloadInfo(label, KIND, sizes.iterator().next(), input, Map.of());
  }

  private static String text(Set<Integer> jobs, Set<Integer> accesses) {
    List<String> parts = new ArrayList<>();
    if (!jobs.equals(Set.of(0))) {
      parts.add(numbers(jobs) + " simulated jobs");
    }
    if (!accesses.equals(Set.of(0))) {
      parts.add(numbers(accesses) + " simulated accesses of clients");
    }
    return String.join(", ", parts);
  }

  private static String numbers(Set<Integer> counts) {
    return String.join(" or ", counts.stream().sorted().map(count -> "" + count).toList());
  }

  /** What clients read and write. */
  private static long accessedBytes(Scenario scenario) {
    Map<String, Long> sizes = new HashMap<>();
    scenario.files().forEach(file -> sizes.put(file.path(), file.bytes()));
    long bytes = 0;
    for (AccessPlan plan : scenario.accesses()) {
      for (AccessPlan.Round round : plan.rounds()) {
        for (Access access : round.accesses()) {
          if (access instanceof Access.Write write) {
            sizes.put(access.path(), write.file().bytes());
          }
        }
      }
      for (AccessPlan.Round round : plan.rounds()) {
        bytes += round.accesses().stream().mapToLong(a -> sizes.getOrDefault(a.path(), 0L)).sum();
      }
    }
    return bytes;
  }

  private static long input(Scenario scenario, List<JobSpec> specs) {
    Map<String, Long> sizes = new HashMap<>();
    for (FileSpec file : scenario.files()) {
      sizes.put(file.path(), file.bytes());
    }
    return specs.stream().mapToLong(spec -> sizes.getOrDefault(spec.input(), 0L)).sum();
  }
}
