// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the history of ended jobs in Hadoop's own {@code .jhist} format, so that {@code mapred job
 * -history} and {@code JobHistoryParser} read it. Entry class: {@link
 * org.athanor.engine.history.JobHistoryWriter}. Works from {@link org.athanor.engine.job.JobView};
 * of the rest of the engine it may import {@code files} only.
 */
package org.athanor.engine.history;
