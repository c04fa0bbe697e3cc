// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.TaskView;

/**
 * Some of a job's tasks of a type, as many as a page shows.
 *
 * @param state {@value #ALL}, or the state in which the tasks are
 * @param from how many tasks in that state come before
 * @param count how many tasks are in that state
 * @param total how many tasks there are
 */
record TaskPart(TaskType type, String state, int from, int count, int total, List<TaskView> tasks) {
  static final String ALL = "all";

  /** The states of tasks, as in addresses. */
  static final List<String> STATES = List.of("pending", "running", "complete", "failed", "killed");

  /** The most tasks on a page. */
  static final int PAGE = 200;

  /** Takes the part that a query wants; what it says wrong is ignored. */
  static TaskPart of(TaskType type, List<TaskView> all, Map<String, String> query) {
    String wanted = query.getOrDefault("state", ALL);
    String state = STATES.contains(wanted) ? wanted : ALL;
    List<TaskView> chosen =
        state.equals(ALL) ? all : all.stream().filter(task -> nameOf(task).equals(state)).toList();
    int from = Math.min(natural(query.get("from")), Math.max(0, chosen.size() - 1));
    return new TaskPart(
        type,
        state,
        from,
        chosen.size(),
        all.size(),
        List.copyOf(chosen.subList(from, Math.min(chosen.size(), from + PAGE))));
  }

  /** Returns the state of a task, as in addresses. */
  static String nameOf(TaskView task) {
    return task.status().name().toLowerCase(Locale.ROOT);
  }

  private static int natural(String number) {
    try {
      return number == null ? 0 : Math.max(0, Integer.parseInt(number));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
