// SPDX-License-Identifier: Apache-2.0
/**
 * Runs that start by themselves: which times of a schedule get a run, and when it may start. Entry
 * class: {@link org.athanor.scheduler.trigger.Trigger}.
 *
 * <p>Does no I/O, and has no clock: the caller says what time it is. All types are immutable.
 */
package org.athanor.scheduler.trigger;
