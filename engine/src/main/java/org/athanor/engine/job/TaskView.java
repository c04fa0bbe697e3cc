// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;

/**
 * A snapshot of one task. Times and progress as in {@link JobView}.
 *
 * @param counters must not be changed
 * @param attempts in the order in which they started
 * @param locations hosts that store the task's split; empty for reduces
 */
public record TaskView(
    TaskID id,
    TIPStatus status,
    float progress,
    long startTime,
    long finishTime,
    Counters counters,
    Optional<TaskAttemptID> successfulAttempt,
    List<AttemptView> attempts,
    List<String> locations) {}
