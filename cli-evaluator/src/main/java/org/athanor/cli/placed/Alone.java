// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

/**
 * A job alone on a cluster that holds its input.
 *
 * @param seconds from submission to end
 * @param joules beyond those of idle nodes
 */
record Alone(double seconds, double joules) {}
