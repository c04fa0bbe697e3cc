// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the history of ended jobs in Hadoop's own {@code .jhist} format, so that {@code mapred job
 * -history} and {@code JobHistoryParser} read it. Entry class: {@link
 * org.athanor.engine.history.JobHistoryWriter}. It reads a job's {@link
 * org.athanor.engine.job.JobView}. Of the rest of the engine, the package may import {@code files}
 * and {@code thread} only.
 */
package org.athanor.engine.history;
