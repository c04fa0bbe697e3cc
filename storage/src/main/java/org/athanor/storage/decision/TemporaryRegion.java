// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.storage.check.Checks;
import org.athanor.storage.view.FileFacts;

/**
 * The part of DUX's SSD cache for intermediate data and for input that was prefetched for jobs (K.
 * Ravindranathan, 2015, sections 6.1.4 and 6.1.7). {@link #counterBytes} is its StorageCounter: up
 * at a job's start, down at its end. Input of jobs that have ended stays until the space is needed;
 * the input that was used longest ago is evicted first.
 *
 * <p>A reserve is never promised to anybody, because predictions of intermediate data are too low
 * at times. Invariant: counter + reserve &le; capacity, and counter + idle input + reserve &le;
 * capacity. Immutable: each event gives another region.
 */
public final class TemporaryRegion {
  private final long capacityBytes;
  private final long reserveBytes;
  private final Map<String, Job> jobs;

  /** Input in the region by its number, that which was used longest ago first. */
  private final Map<Long, FileFacts> inputs;

  /**
   * What a job that runs takes of the region.
   *
   * @param intermediateBytes that it may write, from 0
   * @param inputs numbers of the files that it reads; those that are not in the region take nothing
   */
  public record Job(long intermediateBytes, Set<Long> inputs) {
    public Job {
      Checks.atLeast(0, "intermediateBytes", intermediateBytes);
      inputs = Set.copyOf(inputs);
    }
  }

  private TemporaryRegion(
      long capacityBytes, long reserveBytes, Map<String, Job> jobs, Map<Long, FileFacts> inputs) {
    this.capacityBytes = capacityBytes;
    this.reserveBytes = reserveBytes;
    this.jobs = jobs;
    this.inputs = inputs;
  }

  /**
   * An empty region.
   *
   * @param capacityBytes from 0
   * @param reserveBytes kept for intermediate data above its prediction, from 0 to the capacity
   */
  public static TemporaryRegion empty(long capacityBytes, long reserveBytes) {
    Checks.atLeast(0, "capacityBytes", capacityBytes);
    if (reserveBytes < 0 || reserveBytes > capacityBytes) {
      throw new IllegalArgumentException(
          "reserveBytes=" + reserveBytes + ": must be from 0 to " + capacityBytes);
    }
    return new TemporaryRegion(capacityBytes, reserveBytes, Map.of(), Map.of());
  }

  /**
   * A region as it is, such as after a restart. It may have more than its capacity, if that has
   * become smaller: then only jobs start that take nothing, until {@link #overflow} is evicted and
   * jobs have ended.
   *
   * @param capacityBytes from 0
   * @param reserveBytes from 0
   * @param jobs that run, by their names
   * @param inputs files in the region, that which was used longest ago first
   */
  public static TemporaryRegion of(
      long capacityBytes, long reserveBytes, Map<String, Job> jobs, List<FileFacts> inputs) {
    Checks.atLeast(0, "capacityBytes", capacityBytes);
    Checks.atLeast(0, "reserveBytes", reserveBytes);
    Map<Long, FileFacts> files = new LinkedHashMap<>();
    inputs.forEach(file -> files.put(file.id(), file));
    return new TemporaryRegion(capacityBytes, reserveBytes, new TreeMap<>(jobs), files);
  }

  /**
   * What a job gets.
   *
   * @param region after the job's start
   * @param prefetch input that must be copied into the region before the job starts
   * @param evict input that must be removed before that
   */
  public record Admission(TemporaryRegion region, List<FileFacts> prefetch, List<FileFacts> evict) {
    public Admission {
      prefetch = List.copyOf(prefetch);
      evict = List.copyOf(evict);
    }
  }

  /**
   * Starts a job; empty if there is not enough room even after all idle input was evicted. A job
   * that takes nothing more than there is always starts.
   *
   * @param job a name that no running job has
   * @param intermediateBytes what it will write to the region, from 0
   * @param input files that it will read from the region
   * @throws IllegalArgumentException if a job with that name runs
   */
  public Optional<Admission> start(String job, long intermediateBytes, List<FileFacts> input) {
    if (jobs.containsKey(job)) {
      throw new IllegalArgumentException("job " + job + " runs already: must be another name");
    }
    Checks.atLeast(0, "intermediateBytes", intermediateBytes);
    Map<Long, FileFacts> after = new LinkedHashMap<>(inputs);
    List<FileFacts> prefetch = new ArrayList<>();
    Set<Long> wanted = new HashSet<>();
    for (FileFacts file : input) {
      if (wanted.add(file.id())) {
        if (after.remove(file.id()) == null) {
          prefetch.add(file);
        }
        after.put(file.id(), file);
      }
    }
    Map<String, Job> running = new TreeMap<>(jobs);
    running.put(job, new Job(intermediateBytes, wanted));
    TemporaryRegion region = new TemporaryRegion(capacityBytes, reserveBytes, running, after);
    boolean takesMore = intermediateBytes > 0 || !prefetch.isEmpty();
    if (!takesMore) {
      return Optional.of(new Admission(region, prefetch, List.of()));
    }
    List<FileFacts> evict = region.overflow();
    if (region.surplus() > bytes(evict)) {
      return Optional.empty();
    }
    evict.forEach(file -> after.remove(file.id()));
    return Optional.of(new Admission(region, prefetch, evict));
  }

  /**
   * Idle input that must be evicted because the region has more than its capacity, that which was
   * used longest ago first; empty if it has not. Less than enough if jobs use the rest.
   */
  public List<FileFacts> overflow() {
    long surplus = surplus();
    Set<Long> used = used(jobs);
    List<FileFacts> evict = new ArrayList<>();
    for (FileFacts file : inputs.values()) {
      if (surplus > 0 && !used.contains(file.id())) {
        evict.add(file);
        surplus -= file.bytes();
      }
    }
    return evict;
  }

  private long surplus() {
    return Math.addExact(Math.addExact(intermediate(jobs), bytes(inputs.values())), reserveBytes)
        - capacityBytes;
  }

  /** Ends a job. Does nothing if it does not run. */
  public TemporaryRegion end(String job) {
    Map<String, Job> running = new TreeMap<>(jobs);
    running.remove(job);
    return new TemporaryRegion(capacityBytes, reserveBytes, running, inputs);
  }

  /** StorageCounter: intermediate data and input of the jobs that run, in bytes. */
  public long counterBytes() {
    Set<Long> used = used(jobs);
    long sum = intermediate(jobs);
    for (FileFacts file : inputs.values()) {
      sum += used.contains(file.id()) ? file.bytes() : 0;
    }
    return sum;
  }

  /** Bytes of input that no running job uses; they can be evicted. */
  public long idleBytes() {
    return intermediate(jobs) + bytes(inputs.values()) - counterBytes();
  }

  /** Bytes that a job can get, with those of idle input; below 0 if it has more than it may. */
  public long roomBytes() {
    return capacityBytes - reserveBytes - counterBytes();
  }

  /** Whether a file has a copy in the region. */
  public boolean holds(FileFacts file) {
    return inputs.containsKey(file.id());
  }

  private static long intermediate(Map<String, Job> jobs) {
    return jobs.values().stream().mapToLong(Job::intermediateBytes).reduce(0, Math::addExact);
  }

  private static long bytes(Collection<FileFacts> files) {
    return files.stream().mapToLong(FileFacts::bytes).reduce(0, Math::addExact);
  }

  private static Set<Long> used(Map<String, Job> jobs) {
    Set<Long> used = new HashSet<>();
    jobs.values().forEach(job -> used.addAll(job.inputs()));
    return used;
  }
}
