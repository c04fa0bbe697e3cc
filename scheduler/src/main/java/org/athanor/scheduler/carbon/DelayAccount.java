// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.TopologicalOrder;
import org.athanor.scheduler.policy.View;

/**
 * How much later jobs end than they would without carbon, and how much later they may: all of them
 * together, by a part of the time from submission to end that they would have without carbon. That
 * is known from a {@link Shadow}. Whatever makes a job later counts: that it was made to wait, that
 * it runs on a slower cluster, and that it found no room because of other jobs.
 *
 * <p>Ended jobs are two sums. Of the others the ends that are expected count, of those that wait
 * the ends that they were promised. If a job took another time than predicted, it is taken to have
 * taken as many times longer without carbon, so that wrong predictions are no delays.
 *
 * <p>Jobs that come later can find less room because of one that was moved, and nobody knows them.
 * So a part of the bound is not given away, and for each moved job a reserve is kept: the delays
 * that there would be if the worst that came in such a time before came again.
 *
 * <p>It learns from views: a job that it sees no more has ended, or was withdrawn if it was not
 * started. Times are seconds since the first view. One thread.
 */
final class DelayAccount {
  /** Jobs that have ended, but wait in the shadow; more are taken to have started there. */
  private static final int MOST_BEHIND = 10_000;

  /** The part of the bound that moved jobs may use up; the rest is for what is not foreseen. */
  private static final double PART_OF_MOVED = 0.8;

  /** Times are rounded to milliseconds. */
  private static final double ROUNDING = 2e-3;

  private final Shadow shadow;
  private final double bound;
  private final Map<String, Entry> open = new LinkedHashMap<>();
  private final Map<String, Entry> behind = new LinkedHashMap<>(); // ended, but not in the shadow
  private Optional<Instant> origin = Optional.empty();
  private double lastSeen;
  private long number;
  private double endedWithout;
  private double endedDelays;
  private double room;

  private enum Phase {
    WAITS,
    IS_STARTED,
    RUNS
  }

  /** A job. */
  private static final class Entry {
    private final String shadowName;
    private final double since;
    private Phase phase = Phase.WAITS;
    private double start;
    private double predicted; // seconds from its start
    private double end; // expected, until it has ended
    private double roomSince = Double.NaN; // if it waits for room
    private double promised; // an end while it waits; not in the future if none was promised
    private double plain; // the end if it did not wait, while it waits
    private double extraFrom; // when it begins to use more than it would without carbon
    private int others; // that may come in such a time and find no room

    Entry(String shadowName, double since) {
      this.shadowName = shadowName;
      this.since = since;
    }
  }

  /**
   * Makes an account.
   *
   * @param bound part by which the mean time from submission to end may grow, from 0
   */
  DelayAccount(Policy base, double bound) {
    this.shadow = new Shadow(base);
    this.bound = bound;
  }

  /** Learns what has happened until a moment. */
  void observe(View view, Instant now, long seed) {
    if (origin.isEmpty()) {
      origin = Optional.of(now);
    }
    double time = seconds(now);
    Map<String, Reservation> running = new HashMap<>();
    for (ClusterState cluster : view.clusters()) {
      cluster.running().forEach(each -> running.put(each.job(), each));
    }
    Set<String> waiting = new HashSet<>();
    view.jobs().forEach(job -> waiting.add(job.name()));
    removeOthers(waiting, running.keySet(), time);
    running.forEach((job, it) -> runs(job, time, seconds(it.expectedEnd())));
    add(view, time);
    shadow.look(view);
    shadow.advance(now, seed);
    behind.values().removeIf(this::isSettled);
    room = PART_OF_MOVED * bound * endedWithout - endedDelays;
    lastSeen = time;
    project(view, time);
  }

  private double seconds(Instant time) {
    return Starts.seconds(origin.orElseThrow(), time);
  }

  /** Jobs that are there no more have ended, or were withdrawn. One that failed may come again. */
  private void removeOthers(Set<String> waiting, Set<String> running, double time) {
    for (Iterator<Map.Entry<String, Entry>> each = open.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<String, Entry> next = each.next();
      Entry entry = next.getValue();
      boolean waits = waiting.contains(next.getKey());
      if (running.contains(next.getKey()) || (waits && entry.phase != Phase.RUNS)) {
        continue;
      }
      each.remove();
      if (entry.phase == Phase.WAITS) {
        shadow.forget(entry.shadowName);
      } else {
        entry.end = Math.max(lastSeen, Math.min(time, entry.end));
        if (!isSettled(entry)) {
          behind.put(entry.shadowName, entry);
        }
      }
    }
    while (behind.size() > MOST_BEHIND) {
      Entry first = behind.values().iterator().next();
      behind.remove(first.shadowName);
      Instant start = Starts.plus(origin.orElseThrow(), first.start);
      settle(first, new Shadow.Run("", start, first.predicted));
    }
  }

  private void runs(String job, double time, double expectedEnd) {
    Entry entry = open.get(job);
    if (entry != null) {
      if (entry.phase == Phase.WAITS) {
        entry.start = time;
        entry.predicted = expectedEnd - time;
      }
      entry.phase = Phase.RUNS;
      entry.end = Math.max(time, expectedEnd);
    }
  }

  /** Jobs that are seen late, because others held them back, count from then on. */
  private void add(View view, double time) {
    Map<String, PendingJob> added = new LinkedHashMap<>();
    for (PendingJob job : view.jobs()) {
      Entry entry = open.get(job.name());
      if (entry == null) {
        entry = new Entry(job.name() + " " + number++, Math.max(seconds(job.since()), time));
        open.put(job.name(), entry);
        added.put(job.name(), job);
      }
      entry.phase = Phase.WAITS; // also if a start was decided that did not come to pass
    }
    added.values().forEach(job -> shadow.add(renamed(job)));
  }

  /** With names that no other job ever has: one that is tried again is another job. */
  private PendingJob renamed(PendingJob job) {
    Set<String> after = new HashSet<>();
    for (String before : job.after()) {
      if (open.containsKey(before)) {
        after.add(open.get(before).shadowName);
      }
    }
    return new PendingJob(
        open.get(job.name()).shadowName,
        job.priority(),
        after,
        job.since(),
        job.needs(),
        job.input(),
        job.offers(),
        job.deadline());
  }

  /** Counts a job that has ended, if it has started in the shadow. */
  private boolean isSettled(Entry entry) {
    Optional<Shadow.Run> run = shadow.run(entry.shadowName);
    run.ifPresent(known -> settle(entry, known));
    return run.isPresent();
  }

  private void settle(Entry entry, Shadow.Run run) {
    double ratio = entry.predicted > 0 ? (entry.end - entry.start) / entry.predicted : 1;
    double without = seconds(run.start()) + run.seconds() * ratio;
    endedWithout += without - entry.since;
    endedDelays += entry.end - without;
    shadow.forget(entry.shadowName);
  }

  /** Counts the jobs that have not ended. */
  private void project(View view, double time) {
    Map<String, Double> ends = new HashMap<>();
    Map<String, Double> ofShadow = new HashMap<>();
    open.forEach(
        (name, entry) -> {
          room -= reserve(entry, time);
          if (entry.phase != Phase.WAITS) {
            enter(entry, name, entry.end, without(entry, entry.end), ends, ofShadow);
          }
        });
    List<PendingJob> order = TopologicalOrder.latestFirst(view);
    for (int i = order.size() - 1; i >= 0; i--) {
      PendingJob job = order.get(i);
      Entry entry = open.get(job.name());
      double fastest = fastest(job, view);
      double end = latest(job, ends, time) + fastest;
      double without = without(entry, latest(job, ofShadow, time) + fastest);
      entry.plain = end;
      entry.end = Math.max(end, entry.promised);
      enter(entry, job.name(), entry.end, without, ends, ofShadow);
    }
  }

  private void enter(
      Entry entry,
      String name,
      double end,
      double without,
      Map<String, Double> ends,
      Map<String, Double> ofShadow) {
    ends.put(name, end);
    ofShadow.put(name, without);
    room += PART_OF_MOVED * bound * (without - entry.since) - (end - without);
  }

  /** Jobs that come evenly while a moved one has room wait for half of that time, on average. */
  private static double reserve(Entry entry, double time) {
    return reserve(entry.others, entry.end - Math.max(time, entry.extraFrom));
  }

  private static double reserve(int others, double seconds) {
    return others * Math.max(0, seconds) / 2;
  }

  private double without(Entry entry, double otherwise) {
    return shadow
        .run(entry.shadowName)
        .map(run -> seconds(run.start()) + run.seconds())
        .orElse(otherwise);
  }

  private static double latest(PendingJob job, Map<String, Double> ends, double time) {
    double latest = time;
    for (String before : job.after()) {
      latest = Math.max(latest, ends.getOrDefault(before, time));
    }
    return latest;
  }

  /** The fastest that is predicted; 0 if nothing is. */
  private static double fastest(PendingJob job, View view) {
    double fastest = Double.POSITIVE_INFINITY;
    for (Map.Entry<String, Offer> offer : job.offers().entrySet()) {
      if (offer.getValue().seconds().isPresent()) {
        fastest =
            Math.min(
                fastest,
                offer.getValue().seconds().get().middle() + view.copySeconds(job, offer.getKey()));
      }
    }
    return Double.isInfinite(fastest) ? 0 : fastest;
  }

  /**
   * Where and when a job may run otherwise than the other policy wants.
   *
   * @param end predicted
   * @param extraFrom from when until the end it uses more than it would without carbon; not before
   *     the end if never
   * @param others jobs that may come in that time and find no room
   */
  record Move(Instant end, Instant extraFrom, int others) {}

  /** By when a job may end, so that the bound is kept. */
  Instant latestEnd(PendingJob job, int jobsAfter) {
    Entry entry = open.get(job.name());
    double own = entry.end + reserve(entry, lastSeen) + Math.min(room, 1e9) / (1 + jobsAfter);
    return Starts.plus(origin.orElseThrow(), own + ROUNDING);
  }

  /** Whether the bound is kept if a job is moved, and its reserve too. */
  boolean allows(PendingJob job, int jobsAfter, Move move) {
    Entry entry = open.get(job.name());
    double more = reserve(move) - reserve(entry, lastSeen);
    return (seconds(move.end()) - entry.end) * (1 + jobsAfter) + more <= room + ROUNDING;
  }

  private double reserve(Move move) {
    return reserve(move.others(), Starts.seconds(move.extraFrom(), move.end()));
  }

  /** When a job would end without carbon, as far as that is known. */
  Instant endWithout(PendingJob job) {
    Entry entry = open.get(job.name());
    return Starts.plus(origin.orElseThrow(), without(entry, entry.plain));
  }

  /** Nothing is left that could be given to a job, with what it was given. */
  boolean isUsedUp(PendingJob job, int jobsAfter) {
    return room + given(open.get(job.name()), jobsAfter) <= 0;
  }

  private double given(Entry entry, int jobsAfter) {
    return (entry.end - entry.plain) * (1 + jobsAfter) + reserve(entry, lastSeen);
  }

  /** A job is moved: it is promised to end at a time. */
  void promise(PendingJob job, int jobsAfter, Move move) {
    Entry entry = open.get(job.name());
    double promised = seconds(move.end());
    room -= (promised - entry.end) * (1 + jobsAfter) + reserve(move) - reserve(entry, lastSeen);
    entry.end = promised;
    entry.promised = promised;
    entry.extraFrom = seconds(move.extraFrom());
    entry.others = move.others();
  }

  /** A job waits for room now, or not. */
  void waitsForRoom(PendingJob job, boolean waits, Instant now) {
    Entry entry = open.get(job.name());
    if (!waits) {
      entry.roomSince = Double.NaN;
    } else if (Double.isNaN(entry.roomSince)) {
      entry.roomSince = seconds(now);
    }
  }

  /** For how many seconds a job has waited for room. */
  double waitedForRoom(PendingJob job, Instant now) {
    double since = open.get(job.name()).roomSince;
    return Double.isNaN(since) ? 0 : seconds(now) - since;
  }

  /** A job is not moved, or no more. */
  void release(PendingJob job, int jobsAfter) {
    Entry entry = open.get(job.name());
    room += given(entry, jobsAfter);
    entry.end = entry.plain;
    entry.promised = 0;
    entry.others = 0;
  }

  /** A job is started. */
  void start(Decision.Start start, View view, Instant now) {
    Entry entry = open.get(start.job());
    entry.phase = Phase.IS_STARTED;
    entry.start = seconds(now);
    entry.predicted = Shadow.seconds(start, view);
    entry.end = entry.start + entry.predicted;
  }
}
