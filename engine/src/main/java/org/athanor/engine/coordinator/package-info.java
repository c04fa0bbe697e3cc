// SPDX-License-Identifier: Apache-2.0
/**
 * Decides what a job does next. {@link org.athanor.engine.coordinator.JobCoordinator} is a
 * deterministic state machine: events in, commands out; no threads, no clock, no I/O, nothing of
 * Hadoop but identifiers. Whoever drives it serialises the calls.
 */
package org.athanor.engine.coordinator;
