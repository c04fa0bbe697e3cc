// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.trace;

/**
 * A job of a SWIM trace.
 *
 * @param name such as {@code job17}
 * @param submitSeconds since the beginning of the trace, from 0
 * @param inputBytes from 0
 * @param shuffleBytes from 0; 0 for a job of maps only
 * @param outputBytes from 0
 * @param inputPath empty if the trace has no paths
 */
public record SwimJob(
    String name,
    double submitSeconds,
    long inputBytes,
    long shuffleBytes,
    long outputBytes,
    String inputPath) {}
