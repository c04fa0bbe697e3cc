// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.EnumMap;
import java.util.Map;
import org.athanor.simulator.mapreduce.AttemptRecord;

/** The times of tasks by kind, from slot to end: those of attempts that did their work. */
final class TaskTimes {
  private final Map<TaskKind, DurationHistogram> byKind = new EnumMap<>(TaskKind.class);

  void add(AttemptRecord attempt) {
    if (attempt.outcome() != AttemptRecord.Outcome.DONE) {
      return;
    }
    double seconds = attempt.end() - attempt.start();
    if (attempt.reduce()) {
      add(TaskKind.REDUCE, seconds);
    } else {
      add(TaskKind.MAP, seconds);
      add(
          switch (attempt.locality()) {
            case NODE -> TaskKind.NODE_LOCAL_MAP;
            case RACK -> TaskKind.RACK_LOCAL_MAP;
            case ANY -> TaskKind.OTHER_RACK_MAP;
          },
          seconds);
    }
  }

  private void add(TaskKind kind, double seconds) {
    byKind.computeIfAbsent(kind, unused -> new DurationHistogram()).add(seconds);
  }

  /** Kinds of which there were tasks. */
  Map<TaskKind, Distribution> distributions() {
    Map<TaskKind, Distribution> all = new EnumMap<>(TaskKind.class);
    byKind.forEach((kind, histogram) -> all.put(kind, histogram.distribution()));
    return all;
  }
}
