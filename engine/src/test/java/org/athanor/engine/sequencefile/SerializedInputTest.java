// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.athanor.engine.serialization.SerializedField;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The format gives the same records as Hadoop's for any split, and reads as many bytes. */
class SerializedInputTest {
  private static final int SPLIT_BYTES = 200;

  @TempDir java.nio.file.Path directory;

  private final Configuration conf = new Configuration();
  private Path file;

  @BeforeEach
  void configure() {
    file = new Path(directory.resolve("file").toUri());
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.setInt("file.bytes-per-checksum", 50);
    conf.setInt("io.file.buffer.size", 150);
    conf.setClass(MRJobConfig.MAP_OUTPUT_KEY_CLASS, IntWritable.class, Object.class);
    conf.setClass(MRJobConfig.MAP_OUTPUT_VALUE_CLASS, BytesWritable.class, Object.class);
  }

  @ParameterizedTest
  @EnumSource
  void agreesWithHadoopsWhereverASplitBegins(CompressionType compression) throws Exception {
    write(compression);
    long length = file.getFileSystem(conf).getFileStatus(file).getLen();
    for (long start = 0; start < length; start++) {
      FileSplit split =
          new FileSplit(file, start, Math.min(SPLIT_BYTES, length - start), new String[0]);
      assertThat(read(new SerializedInput(), split))
          .as("split at %d", start)
          .isEqualTo(read(new SequenceFileInputFormat<Writable, Writable>(), split));
    }
  }

  private void write(CompressionType compression) throws IOException {
    Random random = Seeds.of(compression.toString());
    try (SequenceFile.Writer out =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(file),
            SequenceFile.Writer.keyClass(IntWritable.class),
            SequenceFile.Writer.valueClass(BytesWritable.class),
            SequenceFile.Writer.compression(compression),
            SequenceFile.Writer.syncInterval(90))) {
      for (int i = 0; i < 40; i++) {
        byte[] value = new byte[random.nextInt(random.nextInt(8) == 0 ? 400 : 40)];
        random.nextBytes(value);
        out.append(new IntWritable(random.nextInt()), new BytesWritable(value));
      }
    }
  }

  /** Returns the records, and as the last element how many bytes of files were read. */
  private <K, V> List<String> read(InputFormat<K, V> format, FileSplit split) throws Exception {
    long before = bytesRead();
    List<String> read = new ArrayList<>();
    TaskAttemptContext context = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    try (RecordReader<K, V> reader = format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        read.add(
            bytes(reader.getCurrentKey()) + bytes(reader.getCurrentValue()) + reader.getProgress());
      }
    }
    read.add((bytesRead() - before) + " bytes");
    return read;
  }

  private static String bytes(Object field) throws IOException {
    if (field instanceof SerializedField serialized) {
      return Arrays.toString(
          Arrays.copyOfRange(
              serialized.data(), serialized.offset(), serialized.offset() + serialized.length()));
    }
    DataOutputBuffer out = new DataOutputBuffer();
    ((Writable) field).write(out);
    return Arrays.toString(Arrays.copyOf(out.getData(), out.getLength()));
  }

  @SuppressWarnings("deprecation") // what the engine reads, too
  private static long bytesRead() {
    return FileSystem.getAllStatistics().stream()
        .mapToLong(statistics -> statistics.getThreadStatistics().getBytesRead())
        .sum();
  }
}
