// SPDX-License-Identifier: Apache-2.0
/**
 * Executes one job: passes events to its {@link org.athanor.engine.coordinator.JobCoordinator}, has
 * the {@link org.athanor.engine.worker.Worker} run its operations, and keeps the record that
 * clients see. Entry class: {@link org.athanor.engine.execution.JobExecution}.
 */
package org.athanor.engine.execution;
