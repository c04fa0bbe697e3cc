// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.List;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * A snapshot of one attempt at a task. Times and progress as in {@link JobView}.
 *
 * @param counters not to be changed
 * @param status the text the task set for itself, empty if none
 * @param diagnostics what went wrong, each as text of one or more lines; empty if nothing did
 * @param shuffleFinishTime reduce attempts: when all map output was at hand; 0 for maps
 * @param sortFinishTime when sorting ended (maps: map phase's end; reduces: begin of reducing), 0
 *     if it has not
 */
public record AttemptView(
    TaskAttemptID id,
    TaskStatus.State state,
    TaskStatus.Phase phase,
    float progress,
    String status,
    long startTime,
    long shuffleFinishTime,
    long sortFinishTime,
    long finishTime,
    Counters counters,
    List<String> diagnostics) {}
