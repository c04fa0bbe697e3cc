// SPDX-License-Identifier: Apache-2.0
/**
 * Saves the logs of a job's attempts where Hadoop's tools look for the logs of YARN's containers.
 * The output of each attempt is written to files of its own while it runs, and aggregated when the
 * job ends. Entry class: {@link org.athanor.engine.logs.JobLogs}.
 */
package org.athanor.engine.logs;
