// SPDX-License-Identifier: Apache-2.0
/**
 * Policies that choose a cluster for each job of workflows. Entry class: {@link
 * org.athanor.scheduler.policy.Policy}.
 *
 * <p>A policy is a function of a view, a moment and a seed; it has no state, clock or I/O, and may
 * be used by any thread. Daemon and simulator run the same classes.
 */
package org.athanor.scheduler.policy;
