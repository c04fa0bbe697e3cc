// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of a set of processes that come and go, from looks at those that live.
 *
 * <p>When a process ends, the kernel adds its time and that of its children to the child time of
 * whoever waits for it. So the sum over all members that live, of their own and their children's
 * time, loses nothing, however short a child's life, as long as its parent is a member and lives
 * on. What remains is kept here:
 *
 * <ul>
 *   <li>A member whose parent is none (the first process of a tree): its time up to the last look
 *       at it, or, if the parent's child time is known, all of it.
 *   <li>A member whose parent does not wait for it: its time up to the last look.
 * </ul>
 *
 * The error is thus what such a process used between the last look and its end, never more than one
 * interval of it, and what a whole tree used that began and ended between two looks.
 *
 * <p>In ticks of 10 ms. Pure; belongs to one thread.
 */
final class ProcessAccount {

  private Map<Integer, ProcessStat> members = new HashMap<>();
  private Map<Integer, Long> reapers = Map.of();
  private long live;
  private long kept;
  private long base;

  /** Starts again from zero with these members. */
  void begin(Collection<ProcessStat> now, Map<Integer, Long> reaped) {
    members = byPid(now);
    reapers = reaped;
    kept = 0;
    live = sum();
    base = live;
  }

  /**
   * Takes in a look at all members that live.
   *
   * @param reaped child ticks of processes that are no members but the parents of some; those not
   *     known, and any that also wait for processes of others, left out
   * @param mostTicks what all processors together can have run since the last look
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
      kept += notIn(next, entry.getKey(), entry.getValue(), reaped, mostTicks);
    }
    members = next;
    reapers = reaped;
    live = sum();
  }

  /** Ticks since {@link #begin}. */
  long ticks() {
    return Math.max(0, live + kept - base);
  }

  /**
   * Who waits for it, as far as the last look tells: its closest ancestor that has not ended too.
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

  /** How much of the time of ended processes is not in what members that live report. */
  private long notIn(
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
