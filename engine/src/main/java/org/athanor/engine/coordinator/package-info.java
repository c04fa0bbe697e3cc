// SPDX-License-Identifier: Apache-2.0
/**
 * Decides what a job does next. {@link org.athanor.engine.coordinator.JobCoordinator} is a
 * deterministic state machine that turns events into commands. It has no threads, no clock and no
 * I/O, and uses no class of Hadoop. Its caller serialises the calls.
 */
package org.athanor.engine.coordinator;
