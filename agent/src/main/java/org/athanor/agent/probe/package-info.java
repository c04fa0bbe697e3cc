// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of readings on this machine: one {@link org.athanor.agent.probe.Probe} for each part of
 * it. What opens and reads the kernel's files is apart from what understands their text. Everything
 * here belongs to one thread, the agent's, and nothing allocates more than it must: the whole
 * package has 1 % of one core. Depends on {@code results} only.
 */
package org.athanor.agent.probe;
