// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.OptionalDouble;

/**
 * A job on a cluster whose duration or energy is asked for.
 *
 * @param bytes size of its input, from 0
 * @param estimatedSeconds the user's estimate, above 0
 */
public record Question(
    String application, String cluster, double bytes, OptionalDouble estimatedSeconds) {}
