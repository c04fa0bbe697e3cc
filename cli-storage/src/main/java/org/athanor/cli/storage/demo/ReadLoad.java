// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.demo;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;

/**
 * Writes and reads the files of a demo by some clients at a time, threads of this process; each
 * takes the next file when it has done one.
 */
public final class ReadLoad {
  private static final int BUFFER = 128 << 10;
  private static final short REPLICAS = 3;

  private final FileSystem client;
  private final DemoFiles files;
  private final int threads;

  /**
   * Uses a client, which stays open.
   *
   * @param threads files that are written or read at a time, from 1
   */
  public ReadLoad(FileSystem client, DemoFiles files, int threads) {
    this.client = client;
    this.files = files;
    this.threads = threads;
  }

  /**
   * Writes all files, with three replicas.
   *
   * @param done told how many are written
   */
  public void write(IntConsumer done) throws IOException, InterruptedException {
    List<Callable<Void>> work = new ArrayList<>();
    for (int file = 0; file < files.count(); file++) {
      int number = file;
      work.add(
          () -> {
            write(number);
            return null;
          });
    }
    run(work, done);
  }

  private void write(int file) throws IOException {
    byte[] content = new byte[BUFFER];
    new Random(file).nextBytes(content);
    try (OutputStream out =
        client.create(new Path(files.path(file)), true, BUFFER, REPLICAS, DemoFiles.BLOCK)) {
      for (long left = files.bytes().get(file); left > 0; left -= BUFFER) {
        out.write(content, 0, (int) Math.min(BUFFER, left));
      }
    }
  }

  /**
   * Reads files as a whole.
   *
   * @param order numbers of the files, one or more
   * @param done told how many were read
   */
  public LoadSummary read(int[] order, IntConsumer done) throws IOException, InterruptedException {
    List<Callable<MeasuredRead>> work = new ArrayList<>();
    for (int file : order) {
      work.add(() -> read(file));
    }
    long begin = System.nanoTime();
    List<MeasuredRead> reads = run(work, done);
    return LoadSummary.of(reads, seconds(begin));
  }

  private MeasuredRead read(int file) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long bytes = 0;
    long fromSsd = 0;
    long begin = System.nanoTime();
    try (FSDataInputStream in = client.open(new Path(files.path(file)), BUFFER)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        bytes += n;
        fromSsd += isFromSsd(in) ? n : 0;
      }
    }
    return new MeasuredRead(bytes, fromSsd, seconds(begin));
  }

  private static boolean isFromSsd(FSDataInputStream in) {
    return in instanceof HdfsDataInputStream hdfs
        && hdfs.getCurrentDatanode() instanceof DatanodeInfoWithStorage node
        && node.getStorageType() == StorageType.SSD;
  }

  private static double seconds(long begin) {
    return (System.nanoTime() - begin) / 1e9;
  }

  /** The results come in any order. */
  private <T> List<T> run(List<Callable<T>> work, IntConsumer done)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      ExecutorCompletionService<T> completion = new ExecutorCompletionService<>(pool);
      work.forEach(completion::submit);
      List<T> results = new ArrayList<>();
      while (results.size() < work.size()) {
        results.add(completion.take().get());
        done.accept(results.size());
      }
      return results;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException failure
          ? failure
          : new IOException(e.getCause().toString(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
