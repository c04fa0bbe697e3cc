// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * phi-Sched (K. Ravindranathan, dissertation, Virginia Tech 2015, algorithm 4 and section 7.1.5):
 * the clusters with room for the job, by predicted time. It starts on the first one that holds its
 * input. If only others have room, it waits for one that holds it, and is then started on the first
 * other one, with a copy of the input. The wait is as long as that copy would take, but at most a
 * limit: our reading of the "pre-specified time".
 */
public final class PhiPolicy implements Policy {
  private final Duration longestWait;

  /** Makes the policy with the limit of waits for a cluster that holds a job's input. */
  public PhiPolicy(Duration longestWait) {
    this.longestWait = longestWait;
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Room room = new Room(view);
    return Room.ready(view).stream().map(job -> decide(job, room, now)).toList();
  }

  private Decision decide(PendingJob job, Room room, Instant now) {
    List<Candidate> sorted = room.fastestFirst(job);
    List<Candidate> free = sorted.stream().filter(Candidate::fits).toList();
    Optional<Candidate> near = free.stream().filter(Candidate::holdsInput).findFirst();
    if (near.isPresent()) {
      return room.start(
          job, near.get(), sorted, "the fastest cluster with room of those that hold its input");
    }
    if (free.isEmpty()) {
      return new Decision.Defer(job.name(), sorted, "no cluster has room");
    }
    Candidate other = free.get(0);
    Duration copy = Duration.ofMillis((long) Math.ceil(other.copySeconds() * 1000));
    Instant until = job.since().plus(copy.compareTo(longestWait) < 0 ? copy : longestWait);
    return until.isAfter(now)
        ? new Decision.Wait(
            job.name(), until, sorted, "no cluster that holds its input has room; waits for one")
        : room.start(
            job,
            other,
            sorted,
            "the fastest cluster with room; none that holds its input got room in time");
  }
}
