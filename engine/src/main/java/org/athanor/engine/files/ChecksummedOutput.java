// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;

/**
 * Writes a file and its checksum file in large pieces (Flame-MR's pipelined output, thesis §3.3.2).
 * The files are the same as those of Hadoop's checksummed stream, which writes each chunk
 * separately. Thread-safe.
 */
final class ChecksummedOutput extends OutputStream
    implements IOStatisticsSource, StreamCapabilities {
  private static final Set<String> SYNCABLE = Set.of("hflush", "hsync");
  private static final int BUFFER_BYTES = 64 << 10;

  /**
   * From this length on, a file has a buffer of {@link #LARGE_BUFFER_BYTES}, with which the kernel
   * needs a third less time per byte. Small files do not have it, to save memory for tasks that
   * write many of them.
   */
  private static final int LARGE_FILE_BYTES = 1 << 20;

  private static final int LARGE_BUFFER_BYTES = 256 << 10;

  private final Path file;
  private final FSDataOutputStream data;
  private final FSDataOutputStream sums;
  private final int chunkBytes;
  private final CRC32 crc = new CRC32();
  private byte[] buffer;
  private ByteBuffer sumBuffer;
  private int buffered;
  private long writtenOut;
  private IOException failure; // a piece may be in the file in part, so nothing more is written
  private boolean closed;

  /**
   * @param file path of the file, for messages
   * @param data stream to the file, which is empty
   * @param sums stream to the checksum file, which is empty
   * @param chunkBytes number of bytes in a chunk, which has one checksum
   */
  ChecksummedOutput(Path file, FSDataOutputStream data, FSDataOutputStream sums, int chunkBytes)
      throws IOException {
    this.file = file;
    this.data = data;
    this.sums = sums;
    this.chunkBytes = chunkBytes;
    allocate(BUFFER_BYTES);
    sums.write(ChecksumFile.VERSION);
    sums.writeInt(chunkBytes);
  }

  private void allocate(int bytes) {
    int chunks = Math.max(1, bytes / chunkBytes);
    buffer = new byte[chunks * chunkBytes];
    sumBuffer = ByteBuffer.allocate(chunks * ChecksumFile.SUM_BYTES);
  }

  /** Returns the number of bytes written to this stream, including buffered ones. */
  synchronized long position() {
    return writtenOut + buffered;
  }

  @Override
  public synchronized void write(int value) throws IOException {
    checkOpen();
    buffer[buffered++] = (byte) value;
    if (buffered == buffer.length) {
      writeOut(buffered);
    }
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    checkOpen();
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int done = 0;
    while (done < length) {
      int piece = Math.min(length - done, buffer.length - buffered);
      System.arraycopy(bytes, offset + done, buffer, buffered, piece);
      buffered += piece;
      done += piece;
      if (buffered == buffer.length) {
        writeOut(buffered);
      }
    }
  }

  /** Writes the complete chunks to the file, as Hadoop's stream does. */
  @Override
  public synchronized void flush() throws IOException {
    int complete = buffered - buffered % chunkBytes;
    if (complete > 0) {
      writeOut(complete);
    }
  }

  private void writeOut(int length) throws IOException {
    sumBuffer.clear();
    for (int done = 0; done < length; done += chunkBytes) {
      crc.reset();
      crc.update(buffer, done, Math.min(chunkBytes, length - done));
      sumBuffer.putInt((int) crc.getValue());
    }
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
    try {
      data.write(buffer, 0, length);
      sums.write(sumBuffer.array(), 0, sumBuffer.position());
    } catch (IOException | FSError e) {
      failure = FileErrors.at("cannot write", file, e);
      throw failure;
    }
    writtenOut += length;
    buffered -= length;
    byte[] written = buffer;
    if (writtenOut >= LARGE_FILE_BYTES && writtenOut - length < LARGE_FILE_BYTES) {
      allocate(LARGE_BUFFER_BYTES);
    }
    System.arraycopy(written, length, buffer, 0, buffered);
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (data;
        sums) {
      if (buffered > 0) {
        writeOut(buffered);
      }
    } catch (IOException | FSError e) {
      // Both streams have buffers of their own, whose last bytes are written now.
      if (failure == null) {
        failure = FileErrors.at("cannot write", file, e);
      }
      throw failure;
    }
  }

  @Override
  public IOStatistics getIOStatistics() {
    return IOStatisticsSupport.retrieveIOStatistics(data);
  }

  /** Returns false for flushing to the device: only a closed file is complete. */
  @Override
  public boolean hasCapability(String capability) {
    return !SYNCABLE.contains(capability.toLowerCase(Locale.ROOT))
        && data.hasCapability(capability);
  }
}
