// SPDX-License-Identifier: Apache-2.0
/**
 * Shares of the clusters: which jobs may start, and in which order, so that pools get what their
 * weights say. Entry class: {@link org.athanor.scheduler.pool.Pools}.
 *
 * <p>Only {@code PoolsFile.read} does I/O; there is no clock. All types are immutable.
 */
package org.athanor.scheduler.pool;
