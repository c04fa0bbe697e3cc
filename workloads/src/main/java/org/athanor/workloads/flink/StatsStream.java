// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.time.Duration;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.athanor.workloads.stream.GlobalTotals;
import org.athanor.workloads.stream.StopSignal;
import org.athanor.workloads.stream.StreamArguments;
import org.athanor.workloads.stream.StreamRecord;

/**
 * Keeps minimum, maximum, sum and count of one dimension of a stream. Without a window, each record
 * goes to the one subtask that keeps them, which writes a result for each. With one, the records of
 * a partition are combined in windows of processing time, and a result is written for each
 * combination. The totals are not in checkpoints, which Flink does not make by default.
 */
public final class StatsStream {
  /** Partition, and count, minimum, maximum and sum of some of its records. */
  private static final TypeInformation<Tuple5<Integer, Long, Long, Long, Long>> PART =
      Types.TUPLE(Types.INT, Types.LONG, Types.LONG, Types.LONG, Types.LONG);

  private StatsStream() {}

  public static void main(String[] args) throws Exception {
    StreamArguments arguments = StreamArguments.parseOrExit(StatsStream.class, args);
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.getExecutionEnvironment();
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    flink.configure(configuration);
    flink.setRuntimeMode(RuntimeExecutionMode.STREAMING);
    build(flink, arguments);
    JobClient job = flink.executeAsync(StatsStream.class.getSimpleName());
    try {
      StopSignal.await(arguments.bootstrap(), () -> runs(job));
    } catch (Exception failed) {
      try {
        job.cancel().get();
      } catch (Exception left) {
        failed.addSuppressed(left);
      }
      throw failed;
    }
    job.cancel().get();
  }

  private static boolean runs(JobClient job) throws Exception {
    if (job.getJobStatus().get().isGloballyTerminalState()) {
      // Throws if the job has failed.
      job.getJobExecutionResult().get();
      return false;
    }
    return true;
  }

  private static void build(StreamExecutionEnvironment flink, StreamArguments arguments) {
    KafkaSource<Tuple5<Integer, Long, Long, Long, Long>> records =
        KafkaSource.<Tuple5<Integer, Long, Long, Long, Long>>builder()
            .setBootstrapServers(arguments.bootstrap())
            .setTopics(arguments.records())
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setDeserializer(new Reader(arguments.dimension()))
            .build();
    DataStream<Tuple5<Integer, Long, Long, Long, Long>> parts =
        flink.fromSource(records, WatermarkStrategy.noWatermarks(), arguments.records());
    if (arguments.windowMillis() > 0) {
      parts =
          parts
              .keyBy(part -> part.f0, Types.INT)
              .window(TumblingProcessingTimeWindows.of(Duration.ofMillis(arguments.windowMillis())))
              .aggregate(new Combiner(), PART, PART);
    }
    parts
        .map(new Global(arguments.partitions()))
        .returns(Types.STRING)
        .setParallelism(1)
        .sinkTo(
            KafkaSink.<String>builder()
                .setBootstrapServers(arguments.bootstrap())
                .setRecordSerializer(
                    KafkaRecordSerializationSchema.<String>builder()
                        .setTopic(arguments.results())
                        .setValueSerializationSchema(new SimpleStringSchema())
                        .build())
                .build())
        .setParallelism(1);
  }

  /** Makes a part of each record. */
  private record Reader(int dimension)
      implements KafkaRecordDeserializationSchema<Tuple5<Integer, Long, Long, Long, Long>> {
    @Override
    public void deserialize(
        ConsumerRecord<byte[], byte[]> record,
        Collector<Tuple5<Integer, Long, Long, Long, Long>> parts) {
      long value = StreamRecord.dimension(record.value(), dimension);
      parts.collect(Tuple5.of(record.partition(), 1L, value, value, value));
    }

    @Override
    public TypeInformation<Tuple5<Integer, Long, Long, Long, Long>> getProducedType() {
      return PART;
    }
  }

  /** Combines the parts of a partition. */
  private static final class Combiner
      implements AggregateFunction<
          Tuple5<Integer, Long, Long, Long, Long>,
          Tuple5<Integer, Long, Long, Long, Long>,
          Tuple5<Integer, Long, Long, Long, Long>> {
    private static final long serialVersionUID = 1;

    @Override
    public Tuple5<Integer, Long, Long, Long, Long> createAccumulator() {
      return Tuple5.of(0, 0L, Long.MAX_VALUE, Long.MIN_VALUE, 0L);
    }

    @Override
    public Tuple5<Integer, Long, Long, Long, Long> add(
        Tuple5<Integer, Long, Long, Long, Long> part, Tuple5<Integer, Long, Long, Long, Long> all) {
      all.f0 = part.f0;
      all.f1 += part.f1;
      all.f2 = Math.min(all.f2, part.f2);
      all.f3 = Math.max(all.f3, part.f3);
      all.f4 += part.f4;
      return all;
    }

    @Override
    public Tuple5<Integer, Long, Long, Long, Long> getResult(
        Tuple5<Integer, Long, Long, Long, Long> all) {
      return all;
    }

    @Override
    public Tuple5<Integer, Long, Long, Long, Long> merge(
        Tuple5<Integer, Long, Long, Long, Long> all, Tuple5<Integer, Long, Long, Long, Long> more) {
      return add(more, all);
    }
  }

  /** Adds parts to the totals of the stream, and makes a result of each. */
  private static final class Global
      extends RichMapFunction<Tuple5<Integer, Long, Long, Long, Long>, String> {
    private static final long serialVersionUID = 1;

    private final int partitions;
    private transient GlobalTotals totals;

    Global(int partitions) {
      this.partitions = partitions;
    }

    @Override
    public void open(OpenContext context) {
      totals = new GlobalTotals(partitions);
    }

    @Override
    public String map(Tuple5<Integer, Long, Long, Long, Long> part) {
      totals.add(part.f0, part.f1, part.f2, part.f3, part.f4);
      return totals.text();
    }
  }
}
