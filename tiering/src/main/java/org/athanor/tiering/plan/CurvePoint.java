// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

/**
 * What an SSD cache of a size would have served, had its content been planned before each period.
 *
 * @param bytes size of the cache
 * @param accesses share of the accesses that it serves
 * @param read share of the bytes that it serves, if each access reads the whole file
 * @param lastValue the share of accesses, had files been ranked by those of the period before
 * @param lfu likewise, by all accesses before
 * @param perfect likewise, by the accesses of the period itself, which nobody knows before
 */
public record CurvePoint(
    long bytes, Share accesses, Share read, Share lastValue, Share lfu, Share perfect) {}
