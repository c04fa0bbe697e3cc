// SPDX-License-Identifier: Apache-2.0
/**
 * Free memory of the machine for trials. {@link org.athanor.agent.memory.MemoryHolder} is a process
 * of its own, started for a trial; it imports nothing else of Athanor.
 */
package org.athanor.agent.memory;
