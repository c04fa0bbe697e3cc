// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends the records of phases, with one thread and one Kafka producer for each of several groups of
 * partitions. Producers are idempotent, so that a repeated request adds no record twice, and a
 * partition has the records in the order of their numbers. One thread calls the methods.
 */
final class Producers implements AutoCloseable {
  /** Records of a partition that are sent before it is the turn of the next one. */
  private static final int BURST = 256;

  private static final long PAUSE_NANOS = 500_000;
  private static final int BATCH_BYTES = 64 << 10;

  /** Of all producers together; enough for a batch of each of the 1024 that there can be. */
  private static final long BUFFER_BYTES = 64L << 20;

  private static final int DELIVERY_MILLIS = 60_000;

  private final long seed;
  private final int partitions;
  private final long epochMinusNanoTime;
  private final AtomicLongArray sent;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final List<Group> groups = new ArrayList<>();
  private final ExecutorService threads;
  private List<Future<?>> running = List.of();

  /**
   * Connects to Kafka when the first records are sent.
   *
   * @param number of producers, at most one for each partition
   * @param dimension whose totals are kept
   */
  Producers(String bootstrap, long seed, int partitions, int number, int dimension) {
    this.seed = seed;
    this.partitions = partitions;
    this.sent = new AtomicLongArray(partitions);
    this.epochMinusNanoTime = System.currentTimeMillis() * 1_000_000 - System.nanoTime();
    this.threads =
        Executors.newFixedThreadPool(
            number,
            work -> {
              Thread thread = new Thread(work, "athanor-producer");
              thread.setDaemon(true);
              return thread;
            });
    for (int g = 0; g < number; g++) {
      groups.add(new Group(bootstrap, g, number, dimension));
    }
  }

  /** Starts to send a phase, the one before having ended. */
  void start(Phase phase) {
    List<Future<?>> all = new ArrayList<>();
    for (Group group : groups) {
      group.delays = new Latencies();
      all.add(threads.submit(() -> group.send(phase)));
    }
    running = all;
  }

  /**
   * Whether all records of the phase have been sent and stored by Kafka, or the phase was
   * cancelled.
   *
   * @throws LoadException if a record could not be sent
   */
  boolean ended() throws LoadException, InterruptedException {
    Exception failed = failure.get();
    if (failed != null) {
      throw new LoadException("a record could not be sent: " + failed.getMessage(), failed);
    }
    for (Future<?> one : running) {
      if (!one.isDone()) {
        return false;
      }
      try {
        one.get();
      } catch (ExecutionException e) {
        throw new LoadException(
            "a record could not be sent: " + e.getCause().getMessage(), e.getCause());
      }
    }
    return true;
  }

  /** The number of records that were given to Kafka's client for a partition. */
  long sent(int partition) {
    return sent.get(partition);
  }

  long[] sent() {
    long[] all = new long[partitions];
    for (int p = 0; p < partitions; p++) {
      all[p] = sent.get(p);
    }
    return all;
  }

  long allSent() {
    long all = 0;
    for (int p = 0; p < partitions; p++) {
      all += sent.get(p);
    }
    return all;
  }

  /** The totals of all records; to be called when a phase has ended. */
  Totals totals() {
    Totals totals = new Totals();
    groups.forEach(group -> totals.add(group.totals));
    return totals;
  }

  /**
   * How late the records of the last phase that count were given to Kafka's client, which may have
   * had to wait for room in its buffer; to be called when the phase has ended.
   */
  Latencies delays() {
    Latencies delays = new Latencies();
    groups.forEach(group -> delays.add(group.delays));
    return delays;
  }

  @Override
  public void close() {
    threads.shutdownNow();
    groups.forEach(group -> group.producer.close(Duration.ZERO));
  }

  /** A producer and its partitions. Its thread owns the state, until a phase has ended. */
  private final class Group {
    private final KafkaProducer<byte[], byte[]> producer;
    private final int[] own;
    private final int dimension;
    private final Totals totals = new Totals();
    private Latencies delays = new Latencies();

    Group(String bootstrap, int group, int groups, int dimension) {
      this.producer = new KafkaProducer<>(settings(bootstrap, groups));
      this.dimension = dimension;
      this.own = new int[(partitions - group + groups - 1) / groups];
      for (int i = 0; i < own.length; i++) {
        own[i] = group + i * groups;
      }
    }

    void send(Phase phase) {
      boolean more = true;
      while (more && !phase.cancelled() && !Thread.currentThread().isInterrupted()) {
        more = false;
        int burst = 0;
        for (int partition : own) {
          burst = Math.max(burst, sendDue(phase, partition));
          more |= sent.get(partition) < phase.end(partition);
        }
        if (more && burst < BURST) {
          LockSupport.parkNanos(PAUSE_NANOS);
        }
      }
      producer.flush();
    }

    /** Sends what is due, but not more than a burst; returns how many records that were. */
    private int sendDue(Phase phase, int partition) {
      int burst = 0;
      long index = sent.get(partition);
      while (burst < BURST && index < phase.end(partition)) {
        long now = System.nanoTime();
        long due = phase.saturating() ? now : phase.due(partition, index);
        if (due > now) {
          break;
        }
        long number = index * partitions + partition;
        byte[] record = StreamRecord.of(seed, number, due + epochMinusNanoTime);
        Future<?> unused =
            producer.send(
                new ProducerRecord<>(Topics.RECORDS, partition, null, record),
                (stored, failed) -> {
                  if (failed != null) {
                    failure.compareAndSet(null, failed);
                  }
                });
        totals.add(StreamRecord.dimension(record, dimension));
        if (phase.counts(due)) {
          delays.add(System.nanoTime() - due);
        }
        index++;
        burst++;
        sent.lazySet(partition, index);
      }
      return burst;
    }
  }

  private static Map<String, Object> settings(String bootstrap, int producers) {
    return Map.of(
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
        bootstrap,
        ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
        ByteArraySerializer.class,
        ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
        ByteArraySerializer.class,
        ProducerConfig.BATCH_SIZE_CONFIG,
        BATCH_BYTES,
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        BUFFER_BYTES / producers,
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        DELIVERY_MILLIS,
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        DELIVERY_MILLIS);
  }
}
