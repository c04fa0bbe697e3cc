// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.Serializable;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One job as its client saw it when it first saw it complete.
 *
 * @param id the job's identifier
 * @param name the job's name
 * @param state SUCCEEDED, FAILED or KILLED
 * @param mapProgress from 0 to 1
 * @param reduceProgress from 0 to 1
 * @param failureInfo what the framework says of a failure, or an empty text
 * @param counters value by "group|name"
 * @param mapReports one line for each map task: state and progress; empty under {@code local}
 * @param reduceReports the same for the reduce tasks
 * @param events one line for each completion event: kind of task, task, status
 * @param problems contradictions between these, as sentences; must be empty
 */
public record ObservedJob(
    String id,
    String name,
    String state,
    float mapProgress,
    float reduceProgress,
    String failureInfo,
    SortedMap<String, Long> counters,
    List<String> mapReports,
    List<String> reduceReports,
    List<String> events,
    List<String> problems)
    implements Serializable {

  static ObservedJob unfinished(String id) {
    return new ObservedJob(
        id,
        "unknown",
        "NOT COMPLETE",
        0,
        0,
        "",
        new TreeMap<>(),
        List.of(),
        List.of(),
        List.of(),
        List.of("the program ended before its job"));
  }

  public boolean succeeded() {
    return state.equals("SUCCEEDED");
  }

  boolean saysWhyItFailed() {
    return !failureInfo.isBlank() && !failureInfo.equals("NA") && !failureInfo.equals("null");
  }

  /** The value of a counter, 0 if the job has no such counter. */
  public long counter(String group, String counter) {
    return counters.getOrDefault(group + "|" + counter, 0L);
  }

  public long counter(Enum<?> counter) {
    return counter(counter.getDeclaringClass().getName(), counter.name());
  }
}
