// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;

/** What a task writes to HDFS, block by block; a task that writes nothing has one empty part. */
final class TaskOutput {
  private static final int[] NO_DEVICES = {};

  private final FileSystem files;
  private final SimulatedFile file;
  private int begun;

  TaskOutput(FileSystem files, SimulatedFile file) {
    this.files = files;
    this.file = file;
  }

  /** Number of parts, from 1. */
  int parts() {
    return Math.max(1, file.blocks());
  }

  long bytes(int part) {
    return file.blocks() == 0 ? 0 : file.bytesOf(part);
  }

  /** Begins to write the next part. */
  void begin(int part, int writer) {
    if (file.blocks() > 0) {
      files.writeBlock(file, part, writer);
      begun = part + 1;
    }
  }

  /** The devices that have a part, or get it. */
  int[] devices(int part) {
    return file.blocks() == 0 ? NO_DEVICES : file.replicas(part);
  }

  /** Loses what a node has of it; false if a part of it is on no other. */
  boolean survives(int node) {
    files.forget(file, node);
    for (int part = 0; part < begun; part++) {
      if (devices(part).length == 0) {
        return false;
      }
    }
    return true;
  }

  void close() {
    files.close(file);
  }

  /** Gives its room back. */
  void discard() {
    files.discard(file);
  }
}
