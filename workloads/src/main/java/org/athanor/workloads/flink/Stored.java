// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;

/**
 * Records that one job stores for the next, in sequence files and in the form of Flink's
 * serialiser. The cluster's own cache is not used, because it frees data only at the next
 * heartbeat, up to ten seconds later.
 */
final class Stored<T> {
  private final StreamExecutionEnvironment flink;
  private final TypeInformation<T> type;
  private final FileSystem files;
  private final Path directory;
  private final JobExecutionResult result;

  private Stored(
      DataStream<T> records, FileSystem files, Path directory, JobExecutionResult result) {
    this.flink = records.getExecutionEnvironment();
    this.type = records.getType();
    this.files = files;
    this.directory = directory;
    this.result = result;
  }

  /** Runs the job that computes the records. */
  static <T> Stored<T> store(DataStream<T> records, Path directory, String job) throws Exception {
    HadoopOutput<NullWritable, BytesWritable> output =
        HadoopOutput.create(
            directory.toString(),
            SequenceFileOutputFormat<NullWritable, BytesWritable>::new,
            NullWritable.class,
            BytesWritable.class);
    JobExecutionResult result =
        HadoopSink.write(
            records,
            output,
            record -> NullWritable.get(),
            new Encoding<>(serializer(records.getExecutionEnvironment(), records.getType())),
            job);
    return new Stored<>(records, directory.getFileSystem(new Configuration()), directory, result);
  }

  /** Returns the total of a tally of the job. */
  double tally(String name) {
    return result.<Double>getAccumulatorResult(name);
  }

  DataStream<T> read() throws IOException {
    return HadoopSource.read(
        flink,
        directory.toString(),
        SequenceFileInputFormat<NullWritable, BytesWritable>::new,
        new Decoding<>(serializer(flink, type)),
        type);
  }

  void delete() throws IOException {
    files.delete(directory, true);
  }

  private static <T> TypeSerializer<T> serializer(
      StreamExecutionEnvironment flink, TypeInformation<T> type) {
    return type.createSerializer(flink.getConfig().getSerializerConfig());
  }

  /** Serialises each record into the same object. */
  private static final class Encoding<T> implements SerializableFunction<T, BytesWritable> {
    private static final long serialVersionUID = 1;
    private final TypeSerializer<T> serializer;
    private transient DataOutputSerializer buffer;
    private transient BytesWritable encoded;

    Encoding(TypeSerializer<T> serializer) {
      this.serializer = serializer;
    }

    @Override
    public BytesWritable apply(T element) {
      if (buffer == null) {
        buffer = new DataOutputSerializer(64);
        encoded = new BytesWritable();
      }
      buffer.clear();
      try {
        serializer.serialize(element, buffer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      encoded.set(buffer.getSharedBuffer(), 0, buffer.length());
      return encoded;
    }
  }

  private static final class Decoding<T>
      implements HadoopSource.Conversion<NullWritable, BytesWritable, T> {
    private static final long serialVersionUID = 1;
    private final TypeSerializer<T> serializer;
    private transient DataInputDeserializer buffer;

    Decoding(TypeSerializer<T> serializer) {
      this.serializer = serializer;
    }

    @Override
    public T convert(NullWritable key, BytesWritable encoded) throws IOException {
      if (buffer == null) {
        buffer = new DataInputDeserializer();
      }
      buffer.setBuffer(encoded.getBytes(), 0, encoded.getLength());
      return serializer.deserialize(buffer);
    }
  }
}
