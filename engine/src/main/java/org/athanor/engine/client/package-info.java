// SPDX-License-Identifier: Apache-2.0
/**
 * Connects Hadoop's own clients ({@code Job}, {@code JobClient}, {@code mapred job}, job control,
 * Pig, Hive) with the engine. Entry class: {@link
 * org.athanor.engine.client.AthanorClientProtocolProvider}, which Hadoop finds as a service when
 * {@code mapreduce.framework.name} is {@code athanor}.
 *
 * <p>The package only translates between Hadoop's protocol and {@link
 * org.athanor.engine.job.JobService} with its views. It may be called from any thread. It must not
 * import the data path (buffer, sort, merge, run).
 */
package org.athanor.engine.client;
