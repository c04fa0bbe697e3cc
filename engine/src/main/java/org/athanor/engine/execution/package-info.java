// SPDX-License-Identifier: Apache-2.0
/**
 * Carries a job through: drives its {@link org.athanor.engine.coordinator.JobCoordinator}, has
 * operations run by the {@link org.athanor.engine.worker.Worker}, keeps the record that clients
 * see. Entry class: {@link org.athanor.engine.execution.JobExecution}.
 */
package org.athanor.engine.execution;
