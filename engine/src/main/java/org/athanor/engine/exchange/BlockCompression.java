// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.DoNotPool;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.run.ChunkBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compresses the blocks of a job that go to another machine, if {@code
 * mapreduce.map.output.compress} says so, by the job's codec, which the processes' own class path
 * must have. One thread compresses, one decompresses.
 */
public final class BlockCompression implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCompression.class);

  private final CompressionCodec codec; // null if nothing is compressed
  private Compressor compressor; // the thread that compresses only; null before its first block
  private Decompressor decompressor; // as compressor

  private BlockCompression(CompressionCodec codec) {
    this.codec = codec;
  }

  /** Returns one that does not compress. */
  public static BlockCompression none() {
    return new BlockCompression(null);
  }

  /**
   * Returns what a job asks for. If the codec cannot be used on this machine, that is logged and
   * blocks are sent as they are, which changes no result.
   */
  public static BlockCompression of(JobConf job) {
    if (!job.getCompressMapOutput()) {
      return none();
    }
    try {
      Class<? extends CompressionCodec> type = job.getMapOutputCompressorClass(DefaultCodec.class);
      BlockCompression made = new BlockCompression(ReflectionUtils.newInstance(type, job));
      made.tryOut();
      return made;
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn(
          "map output is not compressed for other Workers: {} cannot be used here: {}",
          job.get(MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC),
          Failure.of(e).line());
      return none();
    }
  }

  private void tryOut() throws IOException {
    byte[] data = new byte[1 << 10];
    DataOutputBuffer compressed = compress(data, data.length);
    decompress(compressed.getData(), compressed.getLength(), data.length);
  }

  /** Returns whether blocks can be compressed, and decompressed, on this machine. */
  boolean isOn() {
    return codec != null;
  }

  /**
   * Compresses the records of a block.
   *
   * @return a block with other data; the same block if it would not be smaller
   */
  ChunkBlock compress(ChunkBlock block) throws IOException {
    if (!isOn()) {
      return block;
    }
    DataOutputBuffer compressed = compress(block.data(), block.length());
    return compressed.getLength() < block.length()
        ? new ChunkBlock(compressed.getData(), compressed.getLength(), block.parts())
        : block;
  }

  private DataOutputBuffer compress(byte[] data, int length) throws IOException {
    if (compressor == null) {
      compressor = codec.createCompressor();
    } else {
      compressor.reset();
    }
    DataOutputBuffer compressed = new DataOutputBuffer(length / 2 + 1);
    try (OutputStream out = codec.createOutputStream(compressed, compressor)) {
      out.write(data, 0, length);
    }
    return compressed;
  }

  /**
   * Decompresses the records of a block.
   *
   * @param bytes how many they have
   */
  ChunkBlock decompress(ChunkBlock block, int bytes) throws IOException {
    if (!isOn()) {
      throw new IOException("a compressed block, which nobody has asked for");
    }
    return new ChunkBlock(decompress(block.data(), block.length(), bytes), bytes, block.parts());
  }

  private byte[] decompress(byte[] data, int length, int bytes) throws IOException {
    renewDecompressor();
    DataInputBuffer compressed = new DataInputBuffer();
    compressed.reset(data, length);
    try (InputStream in = codec.createInputStream(compressed, decompressor)) {
      byte[] records = in.readNBytes(bytes);
      if (records.length < bytes || in.read() >= 0) {
        throw new IOException("a compressed block has not the " + bytes + " bytes that it should");
      }
      return records;
    }
  }

  private void renewDecompressor() {
    if (decompressor != null && !decompressor.getClass().isAnnotationPresent(DoNotPool.class)) {
      decompressor.reset();
      return;
    }
    if (decompressor != null) {
      end(decompressor::end);
    }
    decompressor = codec.createDecompressor();
  }

  /** Gives the codec's memory back. Neither thread may use this any more; may be called again. */
  @Override
  public synchronized void close() {
    if (compressor != null) {
      end(compressor::end);
      compressor = null;
    }
    if (decompressor != null) {
      end(decompressor::end);
      decompressor = null;
    }
  }

  private static void end(Runnable end) {
    try {
      end.run();
    } catch (UnsupportedOperationException e) {
      LOG.debug("a codec that has no memory of its own, such as that of bzip2", e);
    }
  }
}
