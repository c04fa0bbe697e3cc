// SPDX-License-Identifier: Apache-2.0
/**
 * Sources of readings on this machine: one {@link org.athanor.agent.probe.Probe} for each part of
 * the machine. Classes that read the kernel's files are separate from those that parse their text.
 * All classes must be used by one thread, the agent's, and avoid allocation: the whole package may
 * use 1 % of one core. Depends on {@code results} only.
 */
package org.athanor.agent.probe;
