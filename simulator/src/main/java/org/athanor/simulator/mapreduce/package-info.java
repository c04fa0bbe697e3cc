// SPDX-License-Identifier: Apache-2.0
/**
 * Hadoop's MapReduce on a simulated cluster: jobs, their tasks, the shuffle, and the slots that
 * tasks get. Entry class: {@link org.athanor.simulator.mapreduce.JobTracker}.
 */
package org.athanor.simulator.mapreduce;
