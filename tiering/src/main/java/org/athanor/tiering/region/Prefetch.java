// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.region.RequestBox.Entry;

/**
 * Copies the input of a job to SSDs as long as its request holds: it is looked at between the files
 * that are copied together. For the thread of {@link RegionManager}.
 */
final class Prefetch {
  private final RequestBox box;
  private final RegionMoves moves;
  private final Duration lease;

  Prefetch(RequestBox box, RegionMoves moves, Duration lease) {
    this.box = box;
    this.moves = moves;
    this.lease = lease;
  }

  /** Whether a request holds. */
  enum Request {
    HOLDS,
    /** There is none any more. */
    VANISHED,
    /** It was not renewed for the lease, by the time in which it was looked at. */
    LAPSED
  }

  /**
   * What was copied.
   *
   * @param missing why files are not on SSDs, by their numbers
   * @param request whether it holds still
   */
  record Result(Map<Long, String> missing, Request request) {}

  /**
   * Copies files.
   *
   * @param files in the region, as they were looked at
   * @param clock that nobody sets, in nanoseconds
   */
  Result copy(Entry entry, Map<HeldFile, FileState> files, LongSupplier clock)
      throws InterruptedException {
    Leases leases = new Leases(lease);
    leases.look(List.of(entry), clock.getAsLong());
    Request[] request = {Request.HOLDS};
    Map<Long, String> missing =
        moves.prefetch(
            files,
            () -> {
              request[0] = look(entry, leases, clock.getAsLong());
              return request[0] == Request.HOLDS;
            });
    return new Result(missing, request[0]);
  }

  private Request look(Entry entry, Leases leases, long nowNanos) throws InterruptedException {
    try {
      OptionalLong stamp = box.stamp(entry.name());
      if (stamp.isEmpty()) {
        return Request.VANISHED;
      }
      leases.look(List.of(entry.withStamp(stamp.getAsLong())), nowNanos);
      return leases.hasEnded(entry.name()) ? Request.LAPSED : Request.HOLDS;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      return Request.HOLDS; // as nobody knows better
    }
  }
}
