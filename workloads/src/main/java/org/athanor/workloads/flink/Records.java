// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.function.SerializableSupplier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Reads, sorts and writes pairs of texts as bytes. */
final class Records {

  private Records() {}

  static DataStream<Tuple2<BytesKey, byte[]>> read(
      StreamExecutionEnvironment flink,
      String uri,
      SerializableSupplier<FileInputFormat<Text, Text>> format)
      throws IOException {
    return HadoopSource.read(
        flink,
        uri,
        format,
        (key, value) -> Tuple2.of(new BytesKey(key.copyBytes()), value.copyBytes()),
        Types.TUPLE(
            Types.VALUE(BytesKey.class), PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
  }

  /**
   * Sends each record to its part and sorts each part by key. Flink spills what does not fit in
   * memory.
   */
  static DataStream<Tuple2<BytesKey, byte[]>> sort(
      DataStream<Tuple2<BytesKey, byte[]>> records, Partitioner<BytesKey> partitioner, int parts) {
    return records
        .partitionCustom(partitioner, record -> record.f0)
        .fullWindowPartition()
        .sortPartition("f0", Order.ASCENDING)
        .setParallelism(parts);
  }

  static void write(
      DataStream<Tuple2<BytesKey, byte[]>> records,
      String uri,
      SerializableSupplier<FileOutputFormat<Text, Text>> format,
      Class<?> program)
      throws Exception {
    HadoopSink.write(
        records,
        HadoopOutput.create(uri, format, Text.class, Text.class),
        record -> new Text(record.f0.get()),
        record -> new Text(record.f1),
        program.getSimpleName());
  }
}
