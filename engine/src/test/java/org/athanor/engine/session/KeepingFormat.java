// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.athanor.engine.session.HeldCode.Hold;

/** Writes to the history's {@link KeptRecords}. */
public final class KeepingFormat extends OutputFormat<Text, BytesWritable> {
  @Override
  public RecordWriter<Text, BytesWritable> getRecordWriter(TaskAttemptContext context) {
    KeptRecords kept = History.current().kept();
    TaskAttemptID attempt = context.getTaskAttemptID();
    Hold by = HistoryJob.hold(context, attempt, "writes");
    kept.begin(attempt, by);
    return new RecordWriter<>() {
      @Override
      public void write(Text key, BytesWritable value) {
        kept.write(attempt, by, record(key, value));
      }

      @Override
      public void close(TaskAttemptContext unused) {}
    };
  }

  private static KeptRecords.Written record(Text key, BytesWritable value) {
    ByteBuffer bytes = ByteBuffer.wrap(value.getBytes(), 0, value.getLength());
    int map = bytes.getInt();
    int mapAttempt = bytes.getInt();
    int number = bytes.getInt();
    CRC32 checksum = new CRC32();
    checksum.update(
        value.getBytes(), HistoryJob.VALUE_HEADER, value.getLength() - HistoryJob.VALUE_HEADER);
    String content =
        String.join(
            " ",
            key.toString(),
            "map" + map,
            String.valueOf(number),
            String.valueOf(value.getLength()),
            Long.toHexString(checksum.getValue()));
    return new KeptRecords.Written(content, new KeptRecords.Source(map, mapAttempt));
  }

  @Override
  public void checkOutputSpecs(JobContext context) {}

  @Override
  public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
    return new KeepingCommitter();
  }
}
