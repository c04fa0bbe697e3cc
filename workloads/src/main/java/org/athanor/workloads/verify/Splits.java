// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Reads an input on all processors, with a Hadoop input format. */
final class Splits {
  private Splits() {}

  /** Receives the records of some splits; used by one thread. */
  interface Consumer<K, V> {
    void accept(K key, V value) throws IOException;
  }

  /**
   * Reads all records.
   *
   * @param consumers supplies a consumer for each thread
   */
  static <K, V> void read(
      Configuration configuration,
      Path input,
      InputFormat<K, V> format,
      Supplier<? extends Consumer<K, V>> consumers)
      throws IOException, InterruptedException {
    Job job = Job.getInstance(configuration);
    FileInputFormat.setInputPaths(job, input);
    Queue<InputSplit> splits = new ConcurrentLinkedQueue<>(format.getSplits(job));
    List<Callable<Void>> readers = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      Consumer<K, V> consumer = consumers.get();
      readers.add(
          () -> {
            for (InputSplit split = splits.poll(); split != null; split = splits.poll()) {
              read(job.getConfiguration(), format, split, consumer);
            }
            return null;
          });
    }
    inParallel(readers);
  }

  /**
   * Digests all records.
   *
   * @param consumers returns a consumer, for each thread, that adds records to a digest
   */
  static <K, V> MultisetDigest digest(
      Configuration configuration,
      Path input,
      InputFormat<K, V> format,
      Function<MultisetDigest, Consumer<K, V>> consumers)
      throws IOException, InterruptedException {
    List<MultisetDigest> digests = new ArrayList<>();
    read(
        configuration,
        input,
        format,
        () -> {
          MultisetDigest digest = new MultisetDigest();
          digests.add(digest);
          return consumers.apply(digest);
        });
    MultisetDigest all = new MultisetDigest();
    digests.forEach(all::add);
    return all;
  }

  private static <K, V> void read(
      Configuration configuration,
      InputFormat<K, V> format,
      InputSplit split,
      Consumer<K, V> consumer)
      throws IOException, InterruptedException {
    TaskAttemptContext context = new TaskAttemptContextImpl(configuration, new TaskAttemptID());
    try (RecordReader<K, V> reader = format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        consumer.accept(reader.getCurrentKey(), reader.getCurrentValue());
      }
    }
  }

  /** Runs tasks on as many threads as there are processors. Stops at the first failure. */
  static <T> List<T> inParallel(List<Callable<T>> tasks) throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<T>> futures = new ArrayList<>();
      tasks.forEach(task -> futures.add(pool.submit(task)));
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof IOException cause) {
        throw cause;
      }
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(failed.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
