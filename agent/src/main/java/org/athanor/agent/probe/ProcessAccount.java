// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of a set of processes that start and end. It is computed from repeated readings of the
 * processes that live.
 *
 * <p>When a process ends, the kernel adds its time and that of its children to the child time of
 * the process that waits for it. So the sum of own time and child time over all living members is
 * complete as long as the parent of each ended process is a living member, however short the
 * process lived. In two other cases this class retains the time of an ended member:
 *
 * <ul>
 *   <li>Its parent is not a member (it is the first process of a tree): all its time if the
 *       parent's child time is known, else its time at the last reading.
 *   <li>Its parent does not wait for it: its time at the last reading.
 * </ul>
 *
 * The error is thus the time that such a process used between the last reading and its end, at most
 * one interval, and the time of a whole tree that started and ended between two readings.
 *
 * <p>All times are in ticks of 10 ms. This class does no I/O. It must be used by one thread.
 */
final class ProcessAccount {

  private Map<Integer, ProcessStat> members = new HashMap<>();
  private Map<Integer, Long> reapers = Map.of();
  private long live;
  private long retained;
  private long base;

  /** Starts again from zero with these members. */
  void begin(Collection<ProcessStat> now, Map<Integer, Long> reaped) {
    members = byPid(now);
    reapers = reaped;
    retained = 0;
    live = sum();
    base = live;
  }

  /**
   * Adds a reading of all members that live.
   *
   * @param reaped child ticks of processes that are not members but parents of members. Left out
   *     are unknown ones and parents that also wait for processes that are not members.
   * @param mostTicks the most ticks that all processors together can have run since the last
   *     reading
   */
  void update(Collection<ProcessStat> now, Map<Integer, Long> reaped, long mostTicks) {
    Map<Integer, ProcessStat> next = byPid(now);
    Map<Integer, Long> ended = new HashMap<>();
    for (ProcessStat member : members.values()) {
      if (!lives(member, next)) {
        ended.merge(reaper(member, next), member.treeTicks(), Long::sum);
      }
    }
    for (Map.Entry<Integer, Long> entry : ended.entrySet()) {
      retained += unreported(next, entry.getKey(), entry.getValue(), reaped, mostTicks);
    }
    members = next;
    reapers = reaped;
    live = sum();
  }

  /** Ticks since {@link #begin}. */
  long ticks() {
    return Math.max(0, live + retained - base);
  }

  /**
   * The process that waits for a member, according to the last reading: its closest ancestor that
   * has not ended too.
   */
  private int reaper(ProcessStat member, Map<Integer, ProcessStat> next) {
    ProcessStat parent = members.get(member.parent());
    int generations = members.size();
    int pid = member.parent();
    while (parent != null && !lives(parent, next) && generations-- > 0) {
      pid = parent.parent();
      parent = members.get(pid);
    }
    return pid;
  }

  /** The part of the time of ended processes that is not in the child time of living members. */
  private long unreported(
      Map<Integer, ProcessStat> next,
      int reaper,
      long ended,
      Map<Integer, Long> reaped,
      long mostTicks) {
    ProcessStat member = next.get(reaper);
    if (member != null) {
      ProcessStat before = members.get(reaper);
      long known = before != null && before.same(member) ? before.childTicks() : 0;
      return Math.max(0, ended - (member.childTicks() - known));
    }
    Long now = reaped.get(reaper);
    Long before = reapers.get(reaper);
    if (now == null || before == null) {
      return ended;
    }
    return Math.max(ended, Math.min(now - before, ended + mostTicks));
  }

  private static boolean lives(ProcessStat member, Map<Integer, ProcessStat> next) {
    ProcessStat now = next.get(member.pid());
    return now != null && now.same(member);
  }

  private long sum() {
    long sum = 0;
    for (ProcessStat member : members.values()) {
      sum += member.treeTicks();
    }
    return sum;
  }

  private static Map<Integer, ProcessStat> byPid(Collection<ProcessStat> now) {
    Map<Integer, ProcessStat> map = new HashMap<>(now.size() * 2);
    now.forEach(stat -> map.put(stat.pid(), stat));
    return map;
  }
}
