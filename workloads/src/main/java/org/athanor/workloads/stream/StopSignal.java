// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The message by which the load generator tells a program's driver that the stream has ended. */
public final class StopSignal {
  private static final Duration PATIENCE = Duration.ofMillis(200);

  private StopSignal() {}

  /** Tells whether a job still runs. */
  @FunctionalInterface
  public interface Job {
    /**
     * Whether the job runs.
     *
     * @throws Exception if it has failed
     */
    boolean running() throws Exception;
  }

  /** Waits until the message has come, or the job no longer runs. */
  public static void await(String bootstrap, Job job) throws Exception {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> topic = List.of(new TopicPartition(Topics.STOP, 0));
      consumer.assign(topic);
      consumer.seekToBeginning(topic);
      boolean stopped = false;
      while (!stopped && job.running()) {
        stopped = !consumer.poll(PATIENCE).isEmpty();
      }
    }
  }
}
