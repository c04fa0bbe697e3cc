// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.limit;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;

/**
 * Runs TeraSort as fast as this machine and a JVM allow, as a lower bound for the time of an
 * engine. The program is fixed to rows of 100 bytes with 10-byte keys, two output files and data
 * that fits in memory. It uses no Hadoop class and writes the same bytes as Hadoop's TeraSort.
 *
 * <p>Two threads run three phases, each on its own half. <i>Load:</i> read the rows, count keys per
 * bucket (top 16 bits). <i>Scatter:</i> put one {@link RowWord} per row in its bucket.
 * <i>Write:</i> sort each bucket, copy its rows from the input in that order, write them in large
 * blocks.
 */
public final class TeraSortLimit {
  /**
   * Rows per write: few enough to stay in a core's second-level cache until the kernel copies them.
   */
  private static final int BLOCK_ROWS = 2_500;

  private static final int BUCKETS = 1 << 16;
  private static final int THREADS = 2;

  private final RowInput input;
  private final Path output;

  /** The first eight bytes of each key, in input order. Written by load, read by scatter. */
  private final long[] prefixes;

  /** The rows, grouped by bucket, then sorted. Each thread writes its own positions. */
  private final long[] words;

  /** Per thread and bucket: number of keys in load, next free position in scatter. */
  private final int[][] places = new int[THREADS][BUCKETS];

  /** First position of each bucket, then the row count. Set between load and scatter. */
  private final int[] bucketStarts = new int[BUCKETS + 1];

  /** Position of the first row of the second output file. Set between scatter and write. */
  private int middle;

  private final CyclicBarrier loaded = new CyclicBarrier(THREADS, this::assignPlaces);
  private final CyclicBarrier scattered = new CyclicBarrier(THREADS, this::findMiddle);

  private TeraSortLimit(RowInput input, Path output) {
    this.input = input;
    this.output = output;
    this.prefixes = new long[input.rows()];
    this.words = new long[input.rows()];
  }

  /** Arguments: the TeraGen directory, and the directory to create; paths or {@code file:} URIs. */
  public static void main(String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("usage: TeraSortLimit INPUT_DIRECTORY OUTPUT_DIRECTORY");
      System.exit(2);
    }
    Path output = path(args[1]);
    Files.createDirectory(output);
    new TeraSortLimit(RowInput.open(path(args[0])), output).run();
    Files.createFile(output.resolve("_SUCCESS"));
  }

  private static Path path(String text) {
    return text.startsWith("file:") ? Path.of(URI.create(text)) : Path.of(text);
  }

  private void run() throws Exception {
    Throwable[] failure = new Throwable[1];
    Thread second =
        new Thread(
            () -> {
              try {
                work(1);
              } catch (Throwable t) {
                failure[0] = t;
                loaded.reset();
                scattered.reset();
              }
            });
    second.setDaemon(true);
    second.start();
    work(0);
    second.join();
    if (failure[0] != null) {
      throw new IOException("second thread failed", failure[0]);
    }
  }

  private void work(int thread) throws Exception {
    int firstSegment = input.segmentCount() * thread / THREADS;
    int endSegment = input.segmentCount() * (thread + 1) / THREADS;
    int firstRow = input.firstRow(firstSegment);
    int endRow = thread == THREADS - 1 ? input.rows() : input.firstRow(endSegment);
    for (int segment = firstSegment; segment < endSegment; segment++) {
      load(segment, places[thread]);
    }
    loaded.await();
    scatter(firstRow, endRow, places[thread]);
    scattered.await();
    write(thread);
  }

  private void load(int segment, int[] counts) throws IOException {
    byte[] bytes = input.load(segment);
    int row = input.firstRow(segment);
    for (int at = 0; at < bytes.length; at += RowInput.ROW_BYTES) {
      long prefix = RowInput.prefixAt(bytes, at);
      prefixes[row++] = prefix;
      counts[bucketOf(prefix)]++;
    }
  }

  private void assignPlaces() {
    int next = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      bucketStarts[bucket] = next;
      for (int[] ofThread : places) {
        int count = ofThread[bucket];
        ofThread[bucket] = next;
        next += count;
      }
    }
    bucketStarts[BUCKETS] = next;
  }

  private void scatter(int from, int to, int[] next) {
    for (int row = from; row < to; row++) {
      long prefix = prefixes[row];
      words[next[bucketOf(prefix)]++] = RowWord.of(prefix, row);
    }
  }

  private void findMiddle() {
    int splitRow = SplitPoint.rowOf(input);
    int bucket = bucketOf(input.prefix(splitRow));
    int start = bucketStarts[bucket];
    int end = bucketStarts[bucket + 1];
    sort(start, end);
    middle = start;
    while (middle < end && input.compareKeys(RowWord.row(words[middle]), splitRow) < 0) {
      middle++;
    }
  }

  private void write(int part) throws IOException {
    int from = part == 0 ? 0 : middle;
    int to = part == 0 ? middle : input.rows();
    Path file = output.resolve("part-r-0000" + part);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      RowWriter writer = new RowWriter(channel, input, BLOCK_ROWS);
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        int start = Math.max(from, bucketStarts[bucket]);
        int end = Math.min(to, bucketStarts[bucket + 1]);
        if (start < end) {
          sort(start, end);
          writer.write(words, start, end);
        }
      }
      writer.flush();
    }
  }

  private void sort(int start, int end) {
    Arrays.sort(words, start, end);
    RowWord.orderTies(words, start, end, input);
  }

  private static int bucketOf(long prefix) {
    return (int) (prefix >>> 48);
  }
}
