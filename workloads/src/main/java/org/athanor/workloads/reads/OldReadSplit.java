// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.mapred.FileSplit;

/** The same as {@link ReadSplit} in Hadoop's older API. */
public final class OldReadSplit extends FileSplit {
  private int fileIndex;

  /** For Hadoop, which then reads the fields. */
  public OldReadSplit() {}

  OldReadSplit(FileSplit section, int fileIndex) throws IOException {
    super(section.getPath(), section.getStart(), section.getLength(), section.getLocations());
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
