// SPDX-License-Identifier: Apache-2.0
/**
 * The simulation kernel: events in the order of simulated time, and flows that share resources. It
 * knows no cluster and no job. Entry class: {@link org.athanor.simulator.kernel.Simulation}.
 */
package org.athanor.simulator.kernel;
