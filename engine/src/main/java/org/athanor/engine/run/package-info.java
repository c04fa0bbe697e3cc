// SPDX-License-Identifier: Apache-2.0
/**
 * Sorted map output. A {@link org.athanor.engine.run.Run} is the sorted output of a map attempt (or
 * of a merge), made by one thread and then read by any number through {@link
 * org.athanor.engine.run.RunCursor}s. There are two kinds. An {@link
 * org.athanor.engine.run.IndexedRun} leaves the records where the map put them and has an index in
 * sort order. What a {@link org.athanor.engine.run.RunWriter} writes has all partitions in
 * sequence, in blocks of whole records; each block is either in a buffer of the pool or in a spill
 * file.
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
