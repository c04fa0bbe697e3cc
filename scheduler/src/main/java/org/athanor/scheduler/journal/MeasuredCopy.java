// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

/**
 * A copy of an input that took place.
 *
 * @param region that it was made to
 * @param bytes above 0
 * @param seconds above 0
 */
public record MeasuredCopy(String region, double bytes, double seconds) {}
