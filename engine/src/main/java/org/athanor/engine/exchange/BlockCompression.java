// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
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
 * must have. A codec that fails is not used any more: blocks then travel as they are, which changes
 * no result. One thread compresses, one decompresses.
 */
public final class BlockCompression implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCompression.class);
  private static final int TRIAL_BYTES = 100_000;

  private final CompressionCodec codec; // null if nothing is compressed
  private final DataOutputBuffer compressed = new DataOutputBuffer(); // that thread only
  private Compressor compressor; // that thread only; null before its first block
  private Decompressor decompressor; // as compressor
  private volatile boolean isOn;

  private BlockCompression(CompressionCodec codec) {
    this.codec = codec;
    this.isOn = codec != null;
  }

  /** Returns one that does not compress. */
  public static BlockCompression none() {
    return new BlockCompression(null);
  }

  /** Returns what a job asks for, if the codec can be used on this machine. */
  public static BlockCompression of(JobConf job) {
    if (!job.getCompressMapOutput()) {
      return none();
    }
    BlockCompression made = none();
    try {
      Class<? extends CompressionCodec> type = job.getMapOutputCompressorClass(DefaultCodec.class);
      made = new BlockCompression(ReflectionUtils.newInstance(type, job));
      made.tryOut();
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      made.switchOff(job.get(MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC), e);
      made.close();
    }
    return made;
  }

  /** Twice, because a codec's objects are used again. */
  private void tryOut() throws IOException {
    byte[] data = new byte[TRIAL_BYTES];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) ((i * i) >>> 8);
    }
    for (int i = 0; i < 2; i++) {
      byte[] small = compress(data, data.length);
      if (!Arrays.equals(decompress(small, small.length, data.length), data)) {
        throw new IOException("it does not restore what it has compressed");
      }
    }
  }

  private void switchOff(String name, Throwable why) {
    isOn = false;
    LOG.warn(
        "map output is not compressed any more on its way to other Workers: codec {}: {}",
        name,
        Failure.of(why).line());
  }

  /** Returns whether blocks can be compressed, and decompressed, on this machine. */
  boolean isOn() {
    return isOn;
  }

  /**
   * Compresses the records of a block.
   *
   * @return a block with other data; the same block if it would not be smaller, or if the codec
   *     fails
   */
  ChunkBlock compress(ChunkBlock block) {
    if (!isOn) {
      return block;
    }
    try {
      byte[] small = compress(block.data(), block.length());
      return small.length < block.length()
          ? new ChunkBlock(small, small.length, block.parts())
          : block;
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      switchOff(codec.getClass().getName(), e);
      return block;
    }
  }

  private byte[] compress(byte[] data, int length) throws IOException {
    if (compressor != null && mayBeUsedAgain(compressor)) {
      compressor.reset();
    } else {
      endCompressor();
      compressor = codec.createCompressor();
    }
    compressed.reset();
    try (OutputStream out = codec.createOutputStream(compressed, compressor)) {
      out.write(data, 0, length);
    }
    return Arrays.copyOf(compressed.getData(), compressed.getLength());
  }

  /**
   * Decompresses the records of a block.
   *
   * @param bytes how many they have
   * @throws WrongMessageException if that is impossible, or the block was not asked for; no others
   *     should be asked for then
   */
  ChunkBlock decompress(ChunkBlock block, int bytes) throws WrongMessageException {
    if (!isOn) {
      throw new WrongMessageException("a compressed block, which nobody asks for");
    }
    try {
      return new ChunkBlock(decompress(block.data(), block.length(), bytes), bytes, block.parts());
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      switchOff(codec.getClass().getName(), e);
      throw new WrongMessageException("a block that cannot be decompressed");
    }
  }

  private byte[] decompress(byte[] data, int length, int bytes) throws IOException {
    if (decompressor != null && mayBeUsedAgain(decompressor)) {
      decompressor.reset();
    } else {
      endDecompressor();
      decompressor = codec.createDecompressor();
    }
    DataInputBuffer small = new DataInputBuffer();
    small.reset(data, length);
    try (InputStream in = codec.createInputStream(small, decompressor)) {
      byte[] records = in.readNBytes(bytes);
      if (records.length < bytes || in.read() >= 0) {
        throw new IOException("a compressed block has not the " + bytes + " bytes that it should");
      }
      return records;
    }
  }

  private static boolean mayBeUsedAgain(Object part) {
    return !part.getClass().isAnnotationPresent(DoNotPool.class);
  }

  /** Gives the codec's memory back. Neither thread may use this any more; may be called again. */
  @Override
  public synchronized void close() {
    endCompressor();
    endDecompressor();
  }

  private void endCompressor() {
    if (compressor != null) {
      end(compressor::end);
      compressor = null;
    }
  }

  private void endDecompressor() {
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
