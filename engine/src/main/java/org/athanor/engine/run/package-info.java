// SPDX-License-Identifier: Apache-2.0
/**
 * Sorted map output. A {@link org.athanor.engine.run.Run} is the sorted output of a map attempt or
 * of a merge. One thread makes it; any number of threads then read it through {@link
 * org.athanor.engine.run.RunCursor}s. There are two kinds. An {@link
 * org.athanor.engine.run.IndexedRun} leaves the records where the map wrote them and has an index
 * in sort order. A run of a {@link org.athanor.engine.run.RunWriter} has its partitions in
 * sequence, in blocks of whole records. Each block is either in a buffer of the pool or in a spill
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
 * In a spill file, length and CRC32C precede each block, both 4 bytes little-endian. A record is
 * always in one block; a record larger than a buffer has a block of its own.
 */
package org.athanor.engine.run;
