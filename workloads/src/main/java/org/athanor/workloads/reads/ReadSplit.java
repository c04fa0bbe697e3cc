// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A section of a file of reads, which knows the place of its file in the input. */
public final class ReadSplit extends FileSplit {
  private int fileIndex;

  /** For Hadoop, which then reads the fields. */
  public ReadSplit() {}

  ReadSplit(Path file, long start, long length, String[] hosts, int fileIndex) {
    super(file, start, length, hosts);
    this.fileIndex = fileIndex;
  }

  /** Returns the index of the file among the input's files in the order of their paths. */
  public int fileIndex() {
    return fileIndex;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeInt(fileIndex);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    fileIndex = in.readInt();
  }
}
