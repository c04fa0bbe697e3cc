// SPDX-License-Identifier: Apache-2.0
/**
 * Serves the jobs of one engine to the clients of a cluster, as an application master of Hadoop's
 * MapReduce does: stock {@code mapred job} commands and {@code Job} objects find its address
 * through the resource manager. Entry class: {@link org.athanor.engine.master.ClientService}.
 *
 * <p>The package only translates between {@code MRClientProtocol} and {@link
 * org.athanor.engine.job.JobService} with its views. It must not import the data path (buffer,
 * sort, merge, run).
 */
package org.athanor.engine.master;
