// SPDX-License-Identifier: Apache-2.0
/**
 * Sorted map output. A {@link org.athanor.engine.run.Run} is the sorted output of a map attempt (or
 * of a merge), all partitions in sequence, in blocks of whole records; each block is either in a
 * buffer of the pool or in a spill file. Written once by one thread ({@link
 * org.athanor.engine.run.RunWriter}), then read by any number ({@link
 * org.athanor.engine.run.RunCursor}).
 *
 * <p>A block:
 *
 * <pre>
 *  0        4        8            8+k            8+k+v
 *  +--------+--------+-------------+---------------+--- next record
 *  | keyLen | valLen | key bytes   | value bytes   |        ints little-endian
 *  +--------+--------+-------------+---------------+---
 * </pre>
 *
 * In a spill file a block is preceded by its length and its CRC32C, both 4 bytes little-endian. A
 * record never crosses the end of a block; one that is larger than a buffer has a block of its own.
 */
package org.athanor.engine.run;
