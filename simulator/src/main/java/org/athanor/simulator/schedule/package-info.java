// SPDX-License-Identifier: Apache-2.0
/**
 * Which job is served next: first come first served, fair, or by the capacities of queues. Entry
 * class: {@link org.athanor.simulator.schedule.JobOrder}.
 */
package org.athanor.simulator.schedule;
