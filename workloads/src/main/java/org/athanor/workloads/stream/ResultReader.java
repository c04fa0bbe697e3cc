// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the running results. Not thread-safe. */
final class ResultReader implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMillis(10);
  private static final TopicPartition TOPIC = new TopicPartition(Topics.RESULTS, 0);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final int partitions;

  /**
   * @param partitions of the input
   */
  ResultReader(String bootstrap, int partitions) {
    this.partitions = partitions;
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false);
    consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    consumer.assign(List.of(TOPIC));
    consumer.seekToBeginning(List.of(TOPIC));
  }

  /**
   * The latest of the results that have come since the last call, which has all records that the
   * others have; waits up to 10 ms for one.
   */
  Optional<RunningResult> poll() {
    ConsumerRecords<byte[], byte[]> results = consumer.poll(PATIENCE);
    List<ConsumerRecord<byte[], byte[]>> inOrder = results.records(TOPIC);
    if (inOrder.isEmpty()) {
      return Optional.empty();
    }
    byte[] last = inOrder.get(inOrder.size() - 1).value();
    return Optional.of(RunningResult.parse(new String(last, StandardCharsets.UTF_8), partitions));
  }

  /** Whether all results that were written so far have been read. */
  boolean atEnd() {
    return consumer.position(TOPIC) >= consumer.endOffsets(List.of(TOPIC)).get(TOPIC);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
