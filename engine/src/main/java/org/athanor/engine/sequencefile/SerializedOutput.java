// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.athanor.engine.serialization.FieldWriter;
import org.athanor.engine.serialization.SerializedField;

/**
 * An output format for identity reducers that writes what {@link SequenceFileOutputFormat} writes,
 * from records as bytes.
 */
public final class SerializedOutput
    extends SequenceFileOutputFormat<SerializedField, SerializedField> {

  /** Returns whether a reduce with an identity reducer can use this format. */
  public static boolean suits(TaskAttemptContext context)
      throws IOException, ClassNotFoundException {
    Configuration conf = context.getConfiguration();
    Class<?> format = context.getOutputFormatClass();
    return format == SequenceFileOutputFormat.class
        && !getCompressOutput(context)
        && context.getOutputKeyClass() == context.getMapOutputKeyClass()
        && context.getOutputValueClass() == context.getMapOutputValueClass()
        && FieldWriter.isKnown(context.getOutputKeyClass(), conf)
        && FieldWriter.isKnown(context.getOutputValueClass(), conf);
  }

  @Override
  public RecordWriter<SerializedField, SerializedField> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    SequenceFile.Writer out =
        getSequenceWriter(context, context.getOutputKeyClass(), context.getOutputValueClass());
    return new RecordWriter<>() {
      @Override
      public void write(SerializedField key, SerializedField value) throws IOException {
        out.appendRaw(key.data(), key.offset(), key.length(), value);
      }

      @Override
      public void close(TaskAttemptContext unused) throws IOException {
        out.close();
      }
    };
  }
}
