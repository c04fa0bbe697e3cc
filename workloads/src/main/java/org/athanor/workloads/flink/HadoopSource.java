// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.function.SerializableSupplier;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Reads files with a Hadoop input format.
 *
 * @param <K> keys of the format
 * @param <V> values of the format
 * @param <T> records made of key and value
 */
final class HadoopSource<K, V, T> implements Source<T, HadoopSplit, List<HadoopSplit>> {
  private static final long serialVersionUID = 1;

  /** Makes a record of a key and a value. Both objects are reused for the next record. */
  interface Conversion<K, V, T> extends Serializable {
    T convert(K key, V value) throws IOException;
  }

  private final HadoopSettings settings;
  private final SerializableSupplier<FileInputFormat<K, V>> format;
  private final Conversion<K, V, T> conversion;

  private HadoopSource(
      HadoopSettings settings,
      SerializableSupplier<FileInputFormat<K, V>> format,
      Conversion<K, V, T> conversion) {
    this.settings = settings;
    this.format = format;
    this.conversion = conversion;
  }

  /** Returns the records of a file, or of the files in a directory. */
  static <K, V, T> SingleOutputStreamOperator<T> read(
      StreamExecutionEnvironment flink,
      String uri,
      SerializableSupplier<FileInputFormat<K, V>> format,
      Conversion<K, V, T> conversion,
      TypeInformation<T> type)
      throws IOException {
    Job job = Job.getInstance();
    FileInputFormat.setInputPaths(job, uri);
    HadoopSettings settings = new HadoopSettings(job.getConfiguration());
    return flink
        .fromSource(
            new HadoopSource<>(settings, format, conversion),
            WatermarkStrategy.noWatermarks(),
            "read",
            type)
        .setParallelism(flink.getParallelism());
  }

  /** Returns the lines of a text. */
  static DataStream<String> lines(StreamExecutionEnvironment flink, String uri) throws IOException {
    return read(
        flink,
        uri,
        TextInputFormat::new,
        (LongWritable offset, Text line) -> line.toString(),
        Types.STRING);
  }

  /** Opens a split. */
  RecordReader<K, V> open(InputSplit split) throws IOException, InterruptedException {
    TaskAttemptContext context = new TaskAttemptContextImpl(settings.get(), new TaskAttemptID());
    RecordReader<K, V> reader = format.get().createRecordReader(split, context);
    reader.initialize(split, context);
    return reader;
  }

  T current(RecordReader<K, V> reader) throws IOException, InterruptedException {
    return conversion.convert(reader.getCurrentKey(), reader.getCurrentValue());
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<T, HadoopSplit> createReader(SourceReaderContext context) {
    return new HadoopReader<>(this, context);
  }

  @Override
  public SplitEnumerator<HadoopSplit, List<HadoopSplit>> createEnumerator(
      SplitEnumeratorContext<HadoopSplit> context) throws IOException {
    List<HadoopSplit> splits = new ArrayList<>();
    for (InputSplit split : format.get().getSplits(Job.getInstance(settings.get()))) {
      splits.add(new HadoopSplit(splits.size(), split));
    }
    return new HadoopSplits(context, splits);
  }

  @Override
  public SplitEnumerator<HadoopSplit, List<HadoopSplit>> restoreEnumerator(
      SplitEnumeratorContext<HadoopSplit> context, List<HadoopSplit> left) {
    return new HadoopSplits(context, left);
  }

  @Override
  public SimpleVersionedSerializer<HadoopSplit> getSplitSerializer() {
    return new HadoopSplit.Serializer();
  }

  @Override
  public SimpleVersionedSerializer<List<HadoopSplit>> getEnumeratorCheckpointSerializer() {
    return new HadoopSplit.ListSerializer();
  }
}
