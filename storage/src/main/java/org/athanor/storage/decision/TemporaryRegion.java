// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.ArrayList;
import java.util.Collections;
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

  private record Job(long intermediateBytes, Set<Long> inputs) {}

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
   * Starts a job; empty if there is not enough room even after all idle input was evicted.
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
    running.put(job, new Job(intermediateBytes, Collections.unmodifiableSet(wanted)));
    long surplus =
        Math.addExact(Math.addExact(intermediate(running), bytes(after)), reserveBytes)
            - capacityBytes;
    List<FileFacts> evict = new ArrayList<>();
    Set<Long> used = used(running);
    for (FileFacts file : inputs.values()) {
      if (surplus > 0 && !used.contains(file.id())) {
        after.remove(file.id());
        evict.add(file);
        surplus -= file.bytes();
      }
    }
    if (surplus > 0) {
      return Optional.empty();
    }
    TemporaryRegion region = new TemporaryRegion(capacityBytes, reserveBytes, running, after);
    return Optional.of(new Admission(region, prefetch, evict));
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
    return intermediate(jobs) + bytes(inputs) - counterBytes();
  }

  /** Bytes that a job can get, with those of idle input. */
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

  private static long bytes(Map<Long, FileFacts> files) {
    return files.values().stream().mapToLong(FileFacts::bytes).reduce(0, Math::addExact);
  }

  private static Set<Long> used(Map<String, Job> jobs) {
    Set<Long> used = new HashSet<>();
    jobs.values().forEach(job -> used.addAll(job.inputs()));
    return used;
  }
}
