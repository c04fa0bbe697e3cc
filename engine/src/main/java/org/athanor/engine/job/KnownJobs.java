// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.mapreduce.JobID;

/**
 * The jobs that clients can ask about: all that have not ended, and those that have ended last. Not
 * thread-safe.
 *
 * @param <J> what is known of a job
 */
public final class KnownJobs<J> {
  private final int most;
  private final Map<JobID, J> jobs = new LinkedHashMap<>();
  private final Set<JobID> ended = new LinkedHashSet<>(); // of jobs, in the order of their ends

  /**
   * @param most number of ended jobs, from 0
   */
  public KnownJobs(int most) {
    this.most = most;
  }

  /** Adds a job that has not ended. */
  public void add(JobID id, J job) {
    jobs.put(id, job);
  }

  /** Notes that a job has ended, and forgets the one that has ended first if there are too many. */
  public void ended(JobID id) {
    if (jobs.containsKey(id) && ended.add(id) && ended.size() > most) {
      Iterator<JobID> first = ended.iterator();
      jobs.remove(first.next());
      first.remove();
    }
  }

  /** Forgets a job; nothing happens if there is no such job. */
  public void remove(JobID id) {
    jobs.remove(id);
    ended.remove(id);
  }

  /** Forgets all jobs. */
  public void clear() {
    jobs.clear();
    ended.clear();
  }

  public Optional<J> get(JobID id) {
    return Optional.ofNullable(jobs.get(id));
  }

  /** Returns the jobs in the order in which they were added. */
  public List<J> all() {
    return List.copyOf(jobs.values());
  }
}
