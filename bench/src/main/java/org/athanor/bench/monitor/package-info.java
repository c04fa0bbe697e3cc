// SPDX-License-Identifier: Apache-2.0
/**
 * Measures what nodes do during a trial. {@link org.athanor.bench.monitor.NodeMonitors} is the
 * runner's side: it starts an agent on each node, a small JVM of its own that takes the samples.
 * Depends on {@code result} and {@code cluster} only.
 */
package org.athanor.bench.monitor;
