// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

/**
 * The output of a map's attempt for the partitions of one assignment.
 *
 * @param assignment the number of the assignment, see {@code Command.Assign}
 * @param map the index of the map task
 * @param attempt the number of the attempt at it
 */
public record Output(int assignment, int map, int attempt) {}
