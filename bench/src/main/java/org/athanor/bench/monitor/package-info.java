// SPDX-License-Identifier: Apache-2.0
/**
 * What the nodes do during a trial. {@link org.athanor.bench.monitor.NodeMonitors} is the runner's
 * side; it starts an agent on each node, which samples in its own small JVM. Depends on {@code
 * result} and {@code cluster} only.
 */
package org.athanor.bench.monitor;
