// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.ObjectWritable;
import org.apache.hadoop.mapreduce.InputSplit;

/** A split of a Hadoop input format. It must be a Writable, as Hadoop's own splits are. */
record HadoopSplit(int number, InputSplit split) implements SourceSplit {

  @Override
  public String splitId() {
    return Integer.toString(number);
  }

  /** Whether a host has the data. */
  boolean isOn(String host) throws IOException, InterruptedException {
    return List.of(split.getLocations()).contains(host);
  }

  private void write(DataOutputBuffer out) throws IOException {
    out.writeInt(number);
    new ObjectWritable(split).write(out);
  }

  private static HadoopSplit read(DataInputStream in) throws IOException {
    int number = in.readInt();
    ObjectWritable written = new ObjectWritable();
    written.setConf(new Configuration(false));
    written.readFields(in);
    return new HadoopSplit(number, (InputSplit) written.get());
  }

  /** Serializer of one split. */
  static final class Serializer implements SimpleVersionedSerializer<HadoopSplit> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(HadoopSplit split) throws IOException {
      return new ListSerializer().serialize(List.of(split));
    }

    @Override
    public HadoopSplit deserialize(int version, byte[] bytes) throws IOException {
      return new ListSerializer().deserialize(version, bytes).get(0);
    }
  }

  /** Serializer of the splits that are not assigned yet. */
  static final class ListSerializer implements SimpleVersionedSerializer<List<HadoopSplit>> {
    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(List<HadoopSplit> splits) throws IOException {
      DataOutputBuffer out = new DataOutputBuffer();
      out.writeInt(splits.size());
      for (HadoopSplit split : splits) {
        split.write(out);
      }
      return Arrays.copyOf(out.getData(), out.getLength());
    }

    @Override
    public List<HadoopSplit> deserialize(int version, byte[] bytes) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
      int count = in.readInt();
      List<HadoopSplit> splits = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        splits.add(read(in));
      }
      return splits;
    }
  }
}
