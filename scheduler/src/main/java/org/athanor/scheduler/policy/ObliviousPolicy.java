// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The baseline of the dissertation's section 7.3.5: a random cluster of those that hold the job's
 * input, whatever its hardware. The job waits there for room. With one seed a job has the same
 * cluster each time.
 */
public final class ObliviousPolicy implements Policy {

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Room room = new Room(view);
    return Room.ready(view).stream().map(job -> decide(job, room, seed)).toList();
  }

  private static Decision decide(PendingJob job, Room room, long seed) {
    List<Candidate> all = room.candidates(job);
    List<Candidate> near = all.stream().filter(Candidate::holdsInput).toList();
    if (near.isEmpty()) {
      return new Decision.Defer(job.name(), all, "no cluster that can run it holds its input");
    }
    // Not Random: its first numbers hardly differ between seeds as near as those of like names.
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + job.name().hashCode());
    Candidate chosen = near.get(random.nextInt(near.size()));
    return chosen.fits()
        ? room.start(job, chosen, all, "a random cluster of those that hold its input")
        : new Decision.Defer(job.name(), all, "waits for room in " + chosen.cluster());
  }
}
