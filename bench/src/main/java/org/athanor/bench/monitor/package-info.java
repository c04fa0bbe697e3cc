// SPDX-License-Identifier: Apache-2.0
/**
 * The runner's side of the agents, which sample the nodes during a trial. {@link
 * org.athanor.bench.monitor.NodeMonitors} installs and starts one on each node and collects what
 * they sample.
 */
package org.athanor.bench.monitor;
