// SPDX-License-Identifier: Apache-2.0
/**
 * Carries runs out: journals each step, then does what it commands, and lets a policy choose
 * clusters. Entry class: {@link org.athanor.scheduler.service.Scheduler}.
 *
 * <p>One thread decides, the caller of {@code Scheduler.work}; effects run on {@code
 * athanor-effects} and {@code athanor-signals}, and what may wait for a ResourceManager on threads
 * of its cluster.
 */
package org.athanor.scheduler.service;
