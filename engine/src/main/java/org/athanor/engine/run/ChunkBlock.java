// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import java.util.List;

/**
 * A block of a chunk: whole records of one or more partitions, in the order of the run. Its array
 * is not changed any more.
 */
public final class ChunkBlock {
  private final byte[] data;
  private final int length;
  private final List<Part> parts;

  /**
   * The records of one partition in a block.
   *
   * @param offset where the first of them begins in the block
   * @param hadoopBytes their size in Hadoop's intermediate format
   */
  public record Part(int partition, int offset, long records, long hadoopBytes) {}

  /**
   * @param length how many bytes of the array are records
   * @param parts in the order of their offsets
   */
  public ChunkBlock(byte[] data, int length, List<Part> parts) {
    this.data = data;
    this.length = length;
    this.parts = List.copyOf(parts);
  }

  public byte[] data() {
    return data;
  }

  public int length() {
    return length;
  }

  public List<Part> parts() {
    return parts;
  }
}
