// SPDX-License-Identifier: Apache-2.0
/**
 * How Hadoop's own clients ({@code Job}, {@code JobClient}, {@code mapred job}, job control, Pig,
 * Hive) reach the engine: Hadoop finds {@link
 * org.athanor.engine.client.AthanorClientProtocolProvider} as a service when {@code
 * mapreduce.framework.name} is {@code athanor}.
 *
 * <p>Translates only: everything is answered from {@link org.athanor.engine.job.JobService} and the
 * views it gives. Called from any thread. Must not import the data path (buffer, sort, merge, run).
 */
package org.athanor.engine.client;
