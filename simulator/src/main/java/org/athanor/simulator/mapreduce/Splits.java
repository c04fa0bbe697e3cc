// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;

/**
 * The equal parts of a job's input that its maps read; without a file they read nothing. A map is
 * near its input if it is near the block in the middle of it.
 */
final class Splits {
  private final SimulatedFile file;
  private final FileSystem files;
  private final int count;

  /**
   * Creates splits.
   *
   * @param file null if the job has no input
   * @param maps their number; 0 for one for each block, or one for an empty file
   */
  Splits(FileSystem files, SimulatedFile file, int maps) {
    this.files = files;
    this.file = file;
    this.count = maps > 0 ? maps : Math.max(1, file.blocks());
  }

  int count() {
    return count;
  }

  boolean hasPlaces() {
    return file != null && file.blocks() > 0;
  }

  /** Bytes of each split; a split that is a block has its bytes. */
  double bytes(int split) {
    if (!hasPlaces()) {
      return 0;
    }
    return count == file.blocks() ? file.bytesOf(split) : (double) file.bytes() / count;
  }

  /** How many blocks each split has, at most; 1 if it is less than one. */
  int blocksOfEach() {
    return hasPlaces() ? Math.max(1, (file.blocks() + count - 1) / count) : 1;
  }

  private int block(int split) {
    return (int) ((2L * split + 1) * file.blocks() / (2L * count));
  }

  /** Number of replicas of the block that a split is in; see {@link #device}. */
  int replicas(int split) {
    return files.replicas(file, block(split));
  }

  /** A device of those that the last call of {@link #replicas} counted. */
  int device(int index) {
    return files.found(index);
  }

  /**
   * The device from which a node reads a block of a split; {@link FileSystem#NOWHERE} if it is
   * lost.
   *
   * @param position of the block in the split, above 0 and below 1
   */
  int source(int split, double position, int reader) {
    int block = position == 0.5 ? block(split) : (int) ((split + position) * file.blocks() / count);
    return files.read(file, block, reader);
  }
}
