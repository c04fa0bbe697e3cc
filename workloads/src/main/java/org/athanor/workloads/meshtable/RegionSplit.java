// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** The rows of a mesh in one region of a table. */
public final class RegionSplit extends InputSplit implements Writable {
  private byte[] start = {};
  private byte[] stop = {};
  private String host = "";

  /** For Hadoop, which then reads the fields. */
  public RegionSplit() {}

  /**
   * @param start least key
   * @param stop key after the rows
   * @param host of the region's server; empty if unknown
   */
  RegionSplit(byte[] start, byte[] stop, String host) {
    this.start = start.clone();
    this.stop = stop.clone();
    this.host = host;
  }

  byte[] start() {
    return start.clone();
  }

  byte[] stop() {
    return stop.clone();
  }

  /** Unknown, so all are the same. */
  @Override
  public long getLength() {
    return 1;
  }

  @Override
  public String[] getLocations() {
    return host.isEmpty() ? new String[0] : new String[] {host};
  }

  @Override
  public void write(DataOutput out) throws IOException {
    write(start, out);
    write(stop, out);
    out.writeUTF(host);
  }

  private static void write(byte[] key, DataOutput out) throws IOException {
    out.writeInt(key.length);
    out.write(key);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    start = read(in);
    stop = read(in);
    host = in.readUTF();
  }

  private static byte[] read(DataInput in) throws IOException {
    byte[] key = new byte[in.readInt()];
    in.readFully(key);
    return key;
  }

  /** Returns what messages say of the split. */
  @Override
  public String toString() {
    return host.isEmpty() ? "region on no server" : "region on " + host;
  }
}
