// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/**
 * A group of objects.
 *
 * @param depth 0 for the outermost level of groups
 * @param kind hwloc's number for the reason why it made the group
 * @param subkind distinguishes levels of one kind
 */
public record GroupAttributes(int depth, int kind, int subkind) implements ObjectAttributes {}
