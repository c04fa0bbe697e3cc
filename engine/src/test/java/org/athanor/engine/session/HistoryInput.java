// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Makes the records of a map, which depend on the job's seed and on the map. */
public final class HistoryInput extends InputFormat<Text, BytesWritable> {
  @Override
  public List<InputSplit> getSplits(JobContext context) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RecordReader<Text, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  /** The input of a map: no more than its number. */
  public static final class Split extends InputSplit implements Writable {
    private int map;

    public Split() {}

    Split(int map) {
      this.map = map;
    }

    @Override
    public long getLength() {
      return 1;
    }

    @Override
    public String[] getLocations() {
      return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeInt(map);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      map = in.readInt();
    }
  }

  private static final class Reader extends RecordReader<Text, BytesWritable> {
    private static final int KEYS = 30;

    private Random random;
    private int map;
    private int attempt;
    private int records;
    private int mostBytes;
    private int read;
    private Text key;
    private BytesWritable value;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) {
      map = ((Split) split).map;
      random = new Random(context.getConfiguration().getLong(HistoryJob.SEED, 0) * 1000 + map);
      attempt = context.getTaskAttemptID().getId();
      records = random.nextInt(context.getConfiguration().getInt(HistoryJob.MAP_RECORDS, 0) + 1);
      mostBytes = context.getConfiguration().getInt(HistoryJob.MOST_BYTES, 0);
    }

    @Override
    public boolean nextKeyValue() {
      if (read == records) {
        return false;
      }
      key = new Text("key" + random.nextInt(KEYS));
      boolean isLarge = random.nextInt(50) == 0;
      byte[] bytes = new byte[HistoryJob.VALUE_HEADER + random.nextInt(isLarge ? mostBytes : 100)];
      random.nextBytes(bytes);
      ByteBuffer.wrap(bytes).putInt(map).putInt(attempt).putInt(read);
      value = new BytesWritable(bytes);
      read++;
      return true;
    }

    @Override
    public Text getCurrentKey() {
      return key;
    }

    @Override
    public BytesWritable getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() {
      return records == 0 ? 1 : (float) read / records;
    }

    @Override
    public void close() {}
  }
}
