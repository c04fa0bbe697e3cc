// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/**
 * A group of objects.
 *
 * @param depth 0 for the outermost level of groups
 * @param kind why hwloc made the group, a number of its own
 * @param subkind tells levels of one kind apart
 */
public record GroupAttributes(int depth, int kind, int subkind) implements ObjectAttributes {}
