// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.TaskView;

/**
 * Which attempts ran when on which Worker: for each Worker, lanes of attempts that did not run at
 * once. If there are more than {@value #MOST} attempts, only the last ones. Immutable.
 *
 * @param begin of the first attempt, in ms since the epoch
 * @param end of the last one, or now; later than {@code begin}
 * @param workers lanes by the Worker's number
 * @param left how many earlier attempts are left out
 */
record Timeline(long begin, long end, Map<Integer, List<Lane>> workers, int left) {
  static final int MOST = 2000;

  /** Attempts of which each began after the one before had ended. */
  record Lane(List<AttemptView> attempts) {}

  /**
   * Makes the timeline of a job.
   *
   * @param now in ms since the epoch, when attempts that run end for the timeline
   */
  static Timeline of(List<TaskView> maps, List<TaskView> reduces, long now) {
    List<AttemptView> all = new ArrayList<>();
    addBegun(maps, all);
    addBegun(reduces, all);
    all.sort(Comparator.comparingLong(AttemptView::startTime));
    int left = Math.max(0, all.size() - MOST);
    List<AttemptView> shown = all.subList(left, all.size());
    long begin = shown.isEmpty() ? now : shown.get(0).startTime();
    long end = begin + 1;
    Map<Integer, List<Lane>> workers = new TreeMap<>();
    for (AttemptView attempt : shown) {
      end = Math.max(end, endOf(attempt, now));
      add(workers.computeIfAbsent(attempt.worker(), worker -> new ArrayList<>()), attempt, now);
    }
    return new Timeline(begin, end, workers, left);
  }

  private static void addBegun(List<TaskView> tasks, List<AttemptView> all) {
    for (TaskView task : tasks) {
      task.attempts().stream().filter(attempt -> attempt.startTime() > 0).forEach(all::add);
    }
  }

  /** Returns when an attempt has ended, or now. */
  static long endOf(AttemptView attempt, long now) {
    return attempt.finishTime() > 0 ? attempt.finishTime() : Math.max(now, attempt.startTime());
  }

  private static void add(List<Lane> lanes, AttemptView attempt, long now) {
    for (Lane lane : lanes) {
      AttemptView last = lane.attempts().get(lane.attempts().size() - 1);
      if (endOf(last, now) <= attempt.startTime()) {
        lane.attempts().add(attempt);
        return;
      }
    }
    lanes.add(new Lane(new ArrayList<>(List.of(attempt))));
  }

  static boolean isMap(AttemptView attempt) {
    return attempt.id().getTaskType() == TaskType.MAP;
  }
}
