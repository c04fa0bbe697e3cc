// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

/**
 * A process that no later one is taken for.
 *
 * @param pid its number, and that of its group and session
 * @param startTicks when it started, in clock ticks after the boot
 * @param boot identifies the boot of the machine
 */
public record ProcessId(long pid, long startTicks, String boot) {}
