// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** A part of a file, which knows the section that is open at its start. */
public final class MeshSplit extends FileSplit {
  private String section = "";

  /** For Hadoop, which then reads the fields. */
  public MeshSplit() {}

  MeshSplit(Path file, long start, long length, String[] hosts, String section) {
    super(file, start, length, hosts);
    this.section = section;
  }

  /** Returns the name of the section that is open at the start; empty if none is. */
  String section() {
    return section;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    super.write(out);
    out.writeUTF(section);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    super.readFields(in);
    section = in.readUTF();
  }
}
