// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.athanor.engine.worker.WorkArea;

/**
 * What the parts of one attempt have in common.
 *
 * @param conf the attempt's own copy of the job's configuration
 * @param work memory of the attempt's thread
 */
record AttemptScope(
    JobFacts job, JobConf conf, TaskAttemptID id, AttemptReporter reporter, WorkArea work) {}
