// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

/**
 * What a policy achieved.
 *
 * @param meanCompletion mean seconds from a job's submission to its end
 * @param makespan seconds from the beginning to the end of the last job
 * @param meanDuration mean seconds that jobs ran, with copies of inputs
 * @param joules of all jobs
 * @param missed jobs that ended after their deadline
 */
record Outcome(
    double meanCompletion, double makespan, double meanDuration, double joules, int missed) {}
