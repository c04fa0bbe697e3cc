// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.trigger;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.workflow.Schedule;
import org.athanor.scheduler.workflow.Schedule.CatchUp;
import org.athanor.scheduler.workflow.Schedule.Overlap;

/**
 * The state of a schedule. A time is considered once: clocks that go back do not bring it again. Of
 * times that passed while nobody considered them, the schedule says which have a run.
 *
 * @param considered of all times up to this one it was decided whether they have a run
 * @param open times whose runs have not started, at most {@link #MOST_OPEN}; the earliest first
 */
public record Trigger(
    String name, Schedule schedule, boolean paused, Instant considered, List<Firing> open) {

  /** While so many times wait, no more are considered. */
  public static final int MOST_OPEN = 100;

  /** A time is not late before it is so long ago. */
  static final Duration ON_TIME = Duration.ofMinutes(1);

  /**
   * What the time brought.
   *
   * @param trigger the next state
   * @param opened times that shall have a run, of which the journal may know some
   * @param leftOut the first of the times that are late and have no run
   */
  public record Advance(Trigger trigger, List<Firing> opened, Optional<Instant> leftOut) {}

  /** What is to be done about a time that is open. */
  public sealed interface Move {
    /** The time. */
    Firing firing();

    /** Its run starts. */
    record Start(Firing firing) implements Move {}

    /** It has no run. */
    record LeaveOut(Firing firing, String reason) implements Move {}
  }

  /** Considers the times up to now. */
  public Advance advance(Instant now) {
    if (paused || due(considered, now).isEmpty() || open.size() >= MOST_OPEN) {
      return new Advance(this, List.of(), Optional.empty());
    }
    Instant from = considered;
    Instant late = now.minus(ON_TIME);
    Optional<Instant> first = due(considered, late);
    Optional<Instant> leftOut = Optional.empty();
    List<Firing> opened = new ArrayList<>();
    if (schedule.catchUp() != CatchUp.ALL && first.isPresent()) {
      Optional<Instant> last = schedule.last(considered, late);
      boolean runs = schedule.catchUp() == CatchUp.LATEST && due(late, now).isEmpty();
      if (runs && last.isPresent()) {
        opened.add(Firing.of(last.get(), now));
      }
      leftOut = runs && last.equals(first) ? Optional.empty() : first;
      from = late;
    }
    Optional<Instant> next = due(from, now);
    while (next.isPresent() && open.size() + opened.size() < MOST_OPEN) {
      opened.add(Firing.of(next.get(), now));
      from = next.get();
      next = due(from, now);
    }
    return new Advance(new Trigger(name, schedule, paused, from, open), opened, leftOut);
  }

  private Optional<Instant> due(Instant after, Instant upTo) {
    return schedule.next(after).filter(time -> !time.isAfter(upTo));
  }

  /** With times that shall have a run. */
  public Trigger with(List<Firing> opened) {
    List<Firing> all = new ArrayList<>(open);
    all.addAll(opened);
    return new Trigger(name, schedule, paused, considered, List.copyOf(all));
  }

  /** Without a time, because its run has started, or because it has none. */
  public Trigger without(Firing firing) {
    return new Trigger(
        name,
        schedule,
        paused,
        considered,
        open.stream().filter(it -> !it.equals(firing)).toList());
  }

  /**
   * What is to be done next about one of the open times, the earliest first. A time is left out
   * only when somebody has looked at or after its limit: what came while nobody looked counts.
   *
   * @param data whether the data of a time exist
   * @param active whether a run of the workflow has not ended
   */
  public Optional<Move> move(Data data, boolean active) {
    if (paused) {
      return Optional.empty();
    }
    for (Firing firing : open) {
      boolean mayStart = !active || schedule.overlap() == Overlap.ALLOW;
      if (!data.exist(firing)) {
        if (data.wereMissing(firing, limit(firing))) {
          return Optional.of(
              new Move.LeaveOut(
                  firing,
                  "its data did not exist within " + schedule.dataLimit().toSeconds() + " s"));
        }
      } else if (mayStart) {
        return Optional.of(new Move.Start(firing));
      } else if (schedule.overlap() == Overlap.SKIP) {
        return Optional.of(new Move.LeaveOut(firing, "another run of it had not ended"));
      }
    }
    return Optional.empty();
  }

  /** What is known about data. */
  public interface Data {
    /** Whether all data of a time exist, as far as is known. */
    boolean exist(Firing firing);

    /** Whether a look that began at a moment or after it has found that some do not exist. */
    boolean wereMissing(Firing firing, Instant from);
  }

  /** Until when the data of a time are waited for. */
  public Instant limit(Firing firing) {
    return firing.opened().plus(schedule.dataLimit());
  }

  /** When {@link #advance} or {@link #move} does something by itself; empty for never. */
  public Optional<Instant> next() {
    if (paused) {
      return Optional.empty();
    }
    Optional<Instant> time = open.size() < MOST_OPEN ? schedule.next(considered) : Optional.empty();
    Optional<Instant> limit =
        schedule.data().isEmpty()
            ? Optional.empty()
            : open.stream()
                .map(Firing::opened)
                .min(Instant::compareTo)
                .map(opened -> opened.plus(schedule.dataLimit()));
    return time.isPresent() && limit.isPresent()
        ? time.filter(limit.get()::isAfter).or(() -> limit)
        : time.or(() -> limit);
  }
}
