// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;

/**
 * Reads a local file as Hadoop's checksummed file system does, but in larger pieces and without a
 * lock. Each read verifies exactly the chunks that Hadoop would verify, and counts the bytes that
 * Hadoop would read. In unusual cases (a wrong checksum, a file that changes, an I/O error)
 * Hadoop's own stream takes over at the current position. As Hadoop's specification demands,
 * positioned reads are thread-safe; the other methods are for one thread.
 */
final class LocalInput extends FSInputStream implements IOStatisticsSource, StreamCapabilities {
  /** Number of chunks that Hadoop verifies at once. */
  private static final int CHUNKS_PER_READ = 32;

  private final JobLocalFileSystem files;
  private final Path path;
  private final int bufferBytes;
  private final Window data;
  private final ReadAccount dataAccount;

  /** Empty if the file has no checksums; then each byte is a chunk. */
  private final Optional<ChecksumFile> sums;

  private final Optional<ReadAccount> sumsAccount;
  private final int chunkBytes;

  /** Indexes in the window: the begin of the current chunk, the next byte to read, the end. */
  private int first;

  private int position;
  private int limit;

  /** Offset in the file of the next chunk. */
  private long next;

  private volatile boolean closed;

  /** Hadoop's own stream; null until it is needed. */
  private FSDataInputStream hadoop;

  /** Whether {@link #hadoop} has taken over all reads. */
  private boolean handedOver;

  private LocalInput(
      JobLocalFileSystem files,
      Path path,
      int bufferBytes,
      Window data,
      Optional<ChecksumFile> sums) {
    this.files = files;
    this.path = path;
    this.bufferBytes = bufferBytes;
    this.data = data;
    this.sums = sums;
    this.chunkBytes = sums.map(ChecksumFile::chunkBytes).orElse(1);
    this.dataAccount = new ReadAccount(data.length(), bufferBytes, files.rawStatistics());
    this.sumsAccount = sums.map(file -> accountOf(file, files, bufferBytes));
  }

  private static ReadAccount accountOf(
      ChecksumFile sums, JobLocalFileSystem files, int bufferBytes) {
    ReadAccount account =
        new ReadAccount(
            sums.length(), files.checksumBufferBytes(bufferBytes), files.rawStatistics());
    account.open(ChecksumFile.HEADER_BYTES);
    return account;
  }

  /**
   * Opens {@code path}; returns nothing if Hadoop's own stream must be used.
   *
   * @param bufferBytes size of the buffer that Hadoop would use
   */
  static Optional<LocalInput> open(JobLocalFileSystem files, Path path, int bufferBytes)
      throws IOException {
    File file = files.localFile(path);
    File sumFile = files.localFile(files.getChecksumFile(path));
    if (bufferBytes <= 0
        || !file.isFile()
        || !file.canRead()
        || (sumFile.exists() && !sumFile.canRead())) {
      return Optional.empty();
    }
    Window data = files.window(file);
    Optional<ChecksumFile> sums = Optional.empty();
    boolean readable = false;
    try {
      if (sumFile.exists()) {
        sums = Optional.of(new ChecksumFile(files.window(sumFile)));
      }
      readable = sums.isEmpty() || sums.get().isFor(data.length());
    } finally {
      if (!readable) {
        close(data, sums);
      }
    }
    return readable
        ? Optional.of(new LocalInput(files, path, bufferBytes, data, sums))
        : Optional.empty();
  }

  private static void close(Window data, Optional<ChecksumFile> sums) throws IOException {
    try {
      data.close();
    } finally {
      if (sums.isPresent()) {
        sums.get().close();
      }
    }
  }

  /** Returns the length of the file when it was opened, in bytes. */
  long length() {
    return data.length();
  }

  @Override
  public int read() throws IOException {
    if (position == limit && !nextChunk()) {
      return -1;
    }
    return handedOver ? hadoop.read() : data.bytes()[position++] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int read = 0;
    while (read < length) {
      int got = readSome(bytes, offset + read, length - read);
      if (got < 0) {
        return read == 0 ? -1 : read;
      }
      read += got;
    }
    return read;
  }

  /**
   * Reads at least one byte; returns -1 at the end of the file, and 0 if Hadoop's stream has taken
   * over.
   */
  private int readSome(byte[] bytes, int offset, int length) throws IOException {
    if (handedOver) {
      return hadoop.read(bytes, offset, length);
    }
    if (position == limit) {
      if (length >= chunkBytes) {
        return readChunks(bytes, offset, length);
      }
      if (!nextChunk()) {
        return -1;
      }
    }
    int copied = Math.min(limit - position, length);
    System.arraycopy(data.bytes(), position, bytes, offset, copied);
    position += copied;
    return copied;
  }

  /** Moves to the next chunk; returns false at the end of the file. */
  private boolean nextChunk() throws IOException {
    if (handedOver) {
      return true;
    }
    int granted = grant(chunkBytes);
    if (granted == 0) {
      return !isAtEnd();
    }
    try {
      int at = data.find(next, granted);
      if (agrees(next, at, granted)) {
        first = at;
        position = at;
        limit = at + granted;
        next += granted;
        return true;
      }
    } catch (IOException e) {
      // Hadoop's stream takes over, meets the same error and reports it.
    }
    handOver();
    return true;
  }

  /** Reads whole chunks directly into {@code bytes}; returns the same as {@link #readSome}. */
  private int readChunks(byte[] bytes, int offset, int length) throws IOException {
    int granted = grant(length);
    if (granted == 0) {
      return isAtEnd() ? -1 : 0;
    }
    try {
      int done = 0;
      while (done < granted) {
        int at = data.find(next + done, Math.min(chunkBytes, granted - done));
        int piece = Math.min(data.sizeFrom(at), granted - done);
        if (piece < granted - done) {
          piece -= piece % chunkBytes;
        }
        if (!agrees(next + done, at, piece)) {
          break;
        }
        System.arraycopy(data.bytes(), at, bytes, offset + done, piece);
        done += piece;
      }
      if (done == granted) {
        next += granted;
        return granted;
      }
    } catch (IOException e) {
      // Hadoop's stream takes over, meets the same error and reports it.
    }
    handOver();
    return 0;
  }

  /**
   * Counts the bytes that Hadoop would read at once from here on, if {@code wanted} bytes, at least
   * a chunk, are to be read. Returns their number, which is 0 at the end of the file.
   */
  private int grant(int wanted) throws IOException {
    checkOpen();
    clearChunk();
    int granted = wanted;
    if (sums.isPresent()) {
      int sumBytes = ChecksumFile.SUM_BYTES * Math.min(wanted / chunkBytes, CHUNKS_PER_READ);
      ReadAccount account = sumsAccount.get();
      account.moveTo(sums.get().position(next));
      int chunks = account.read(sumBytes) / ChecksumFile.SUM_BYTES;
      if (chunks > 0) {
        granted = Math.min(wanted, chunks * chunkBytes);
      }
    }
    dataAccount.moveTo(next);
    return dataAccount.read(granted);
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  private boolean agrees(long offset, int at, int length) throws IOException {
    return sums.isEmpty() || sums.get().agrees(offset, data.bytes(), at, length);
  }

  /** Returns false if the file has grown meanwhile; then Hadoop's stream takes over. */
  private boolean isAtEnd() throws IOException {
    if (data.hasItsLength()) {
      return true;
    }
    handOver();
    return false;
  }

  private void clearChunk() {
    first = 0;
    position = 0;
    limit = 0;
  }

  private void handOver() throws IOException {
    hadoopStream().seek(getPos());
    clearChunk();
    handedOver = true;
  }

  private synchronized FSDataInputStream hadoopStream() throws IOException {
    checkOpen();
    if (hadoop == null) {
      hadoop = files.openWithHadoop(path, bufferBytes);
      sumsAccount.ifPresent(ReadAccount::uncountOpening);
    }
    return hadoop;
  }

  @Override
  public long getPos() throws IOException {
    return handedOver ? hadoop.getPos() : next - (limit - position);
  }

  @Override
  public void seek(long target) throws IOException {
    if (handedOver) {
      hadoop.seek(target);
      return;
    }
    if (target < 0) {
      throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK);
    }
    long start = next - (limit - first);
    if (target >= start && target < next) {
      position = first + (int) (target - start);
      return;
    }
    clearChunk();
    long chunk = target - target % chunkBytes;
    next = chunk;
    int left = (int) (target - chunk);
    while (left > 0 && nextChunk()) {
      if (handedOver) {
        hadoop.seek(target);
        return;
      }
      int skipped = Math.min(left, limit - position);
      position += skipped;
      left -= skipped;
    }
    if (left > 0 && next > chunk) {
      nextChunk(); // counts as Hadoop does, which tries to read at the end a second time
    }
  }

  @Override
  public long skip(long bytes) throws IOException {
    if (bytes <= 0) {
      return 0;
    }
    seek(getPos() + bytes);
    return bytes;
  }

  @Override
  public int available() throws IOException {
    return handedOver
        ? hadoop.available()
        : (int) Math.min(Integer.MAX_VALUE, dataAccount.available() + (limit - position));
  }

  @Override
  public boolean seekToNewSource(long target) throws IOException {
    if (!handedOver) {
      handOver();
    }
    return hadoop.seekToNewSource(target);
  }

  /** Reads by a stream of its own, as Hadoop does, so that any thread may call it. */
  @Override
  public int read(long position, byte[] bytes, int offset, int length) throws IOException {
    validatePositionedReadArgs(position, bytes, offset, length);
    if (length == 0) {
      return 0;
    }
    Optional<LocalInput> opened = open(files, path, files.streamBufferBytes());
    if (opened.isEmpty()) {
      try (FSDataInputStream in = files.openWithHadoop(path, bufferBytes)) {
        return in.read(position, bytes, offset, length);
      }
    }
    try (LocalInput in = opened.get()) {
      in.seek(position);
      return in.read(bytes, offset, length);
    }
  }

  @Override
  public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
      throws IOException {
    hadoopStream().readVectored(ranges, allocate);
  }

  @Override
  public int maxReadSizeForVectorReads() {
    return probe().maxReadSizeForVectorReads();
  }

  @Override
  public boolean hasCapability(String capability) {
    return probe().hasCapability(capability);
  }

  private FSDataInputStream probe() {
    try {
      return hadoopStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public IOStatistics getIOStatistics() {
    return dataAccount.streamStatistics();
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    clearChunk();
    try {
      close(data, sums);
      if (hadoop != null) {
        hadoop.close();
      }
    } finally {
      dataAccount.close();
      sumsAccount.ifPresent(ReadAccount::close);
    }
  }
}
