// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * The addresses of the pages, as a browser sees them. Immutable.
 *
 * @param base the path under which the proxy shows the pages, such as {@code
 *     /proxy/application_1_1}; empty without a proxy
 */
record Links(String base) {
  private static final Pattern BASE = Pattern.compile("(/[A-Za-z0-9_.-]+)*");

  Links {
    if (!BASE.matcher(base).matches()) {
      throw new IllegalArgumentException("base=" + base + ": must be a path of plain names");
    }
  }

  String session() {
    return base + "/";
  }

  String style() {
    return base + "/style.css";
  }

  String job(JobID job) {
    return base + "/job/" + job;
  }

  /** Returns the page of a job's tasks, from the beginning. */
  String tasks(JobID job, TaskType type) {
    return job(job) + "/" + nameOf(type);
  }

  /**
   * Returns a page of a job's tasks.
   *
   * @param state which ones, see {@link TaskPart#state}
   * @param from how many of them come before
   */
  String tasks(JobID job, TaskType type, String state, int from) {
    return tasks(job, type) + "?state=" + state + "&from=" + from;
  }

  String task(TaskID task) {
    return base + "/task/" + task;
  }

  /** Returns the same as JSON. */
  String json(String page) {
    return base + "/json" + page.substring(base.length());
  }

  /** Returns the name of a job's tasks in addresses. */
  static String nameOf(TaskType type) {
    return type.name().toLowerCase(Locale.ROOT) + "s";
  }
}
