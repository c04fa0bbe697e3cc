// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * A read: its name without the first character of its line, its bases and, in FASTQ, their
 * qualities as Phred+33 characters. Without qualities the last is empty. Not thread-safe.
 */
public final class Read implements Writable {
  /** The quality 0 as a character. */
  public static final int QUALITY_BASE = 33;

  private final Text name = new Text();
  private final Text bases = new Text();
  private final Text qualities = new Text();

  /** Returns the name with the comment that may follow it; changes are changes of the read. */
  public Text name() {
    return name;
  }

  /** Returns the bases as in the file; changes are changes of the read. */
  public Text bases() {
    return bases;
  }

  /** Returns one character for each base, or none; changes are changes of the read. */
  public Text qualities() {
    return qualities;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    name.write(out);
    bases.write(out);
    qualities.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    name.readFields(in);
    bases.readFields(in);
    qualities.readFields(in);
  }
}
