// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.JobView;

/**
 * The name of a job's history file. History servers read their list of jobs from the names: job,
 * submit time, user, name, finish time, maps, reduces, state, queue and start time, URL-encoded and
 * separated by {@code -}.
 */
final class HistoryFileName {
  /**
   * Maximum length of the job's encoded name; the default of {@code
   * mapreduce.jobhistory.jobname.limit}.
   */
  private static final int MAX_NAME = 50;

  private HistoryFileName() {}

  static String of(JobView job, EndedTasks tasks) {
    return String.join(
            "-",
            job.id().toString(),
            Long.toString(job.submitTime()),
            encode(job.user(), Integer.MAX_VALUE),
            encode(job.name(), MAX_NAME),
            Long.toString(job.finishTime()),
            Integer.toString(tasks.count(TaskType.MAP, TIPStatus.COMPLETE)),
            Integer.toString(tasks.count(TaskType.REDUCE, TIPStatus.COMPLETE)),
            job.state().toString(),
            encode(job.queue(), Integer.MAX_VALUE),
            Long.toString(job.startTime()))
        + ".jhist";
  }

  /**
   * Encodes a text, and cuts it between characters, never inside an encoded one. An empty text
   * becomes {@code NULL}, as in Hadoop.
   */
  private static String encode(String text, int limit) {
    if (text == null || text.isEmpty()) {
      return "NULL";
    }
    StringBuilder encoded = new StringBuilder();
    text.codePoints()
        .mapToObj(Character::toString)
        .map(c -> URLEncoder.encode(c, StandardCharsets.UTF_8).replace("-", "%2D"))
        .takeWhile(c -> encoded.length() + c.length() <= limit)
        .forEach(encoded::append);
    return encoded.toString();
  }
}
