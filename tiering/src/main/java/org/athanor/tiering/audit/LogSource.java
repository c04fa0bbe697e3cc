// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** An open file of a log. It stays readable when it is renamed or deleted. */
final class LogSource implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final LogFile file;
  private final FileChannel channel;

  /** Null if the file is not compressed. */
  private Gunzip uncompressed;

  private long offset;

  private LogSource(LogFile file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a file at its beginning.
   *
   * @throws NoSuchFileException if the name no longer belongs to the file that was listed
   */
  static LogSource open(LogFile file) throws IOException {
    LogSource source = new LogSource(file, FileChannel.open(file.path(), StandardOpenOption.READ));
    try {
      if (!LogFile.of(file.path()).identity().equals(file.identity())) {
        throw new NoSuchFileException(file.path().toString());
      }
      if (file.compressed()) {
        source.uncompressed = new Gunzip(source.channel);
      }
      return source;
    } catch (Throwable e) {
      source.close();
      throw e;
    }
  }

  /**
   * Goes from the beginning of the file to a place, if it has the bytes that are before this place;
   * else closes it.
   *
   * @param footprint is cleared, and gets what is before the place if the file has it
   */
  boolean goTo(LogPosition place, Footprint footprint) throws IOException {
    boolean found = false;
    try {
      found = skipTo(place, footprint);
    } catch (ZipException | EOFException e) {
      // Not a whole compressed file: it does not have those bytes.
    } finally {
      if (!found) {
        footprint.clear();
        close();
      }
    }
    return found;
  }

  private boolean skipTo(LogPosition place, Footprint footprint) throws IOException {
    footprint.clear();
    byte[] buffer = new byte[BUFFER];
    while (offset < place.offset()) {
      long rest = place.offset() - offset;
      boolean isHead = offset < place.summed();
      long wanted = isHead ? place.summed() - offset : rest;
      if (!isHead && uncompressed == null && rest > LogPosition.SUMMED) {
        // A file that can be read anywhere: the bytes between head and tail need not be read.
        footprint.skip(rest - LogPosition.SUMMED);
        offset = place.offset() - LogPosition.SUMMED;
        continue;
      }
      int n = read(buffer, 0, (int) Math.min(buffer.length, wanted));
      if (n <= 0) {
        return false;
      }
      footprint.append(buffer, 0, n);
      if (isHead && offset == place.summed() && footprint.headSum() != place.headSum()) {
        return false;
      }
    }
    return footprint.tailSum() == place.tailSum();
  }

  LogFile file() {
    return file;
  }

  /** Whether bytes may be read again, and more may be appended. */
  boolean isPlain() {
    return uncompressed == null;
  }

  /** Index of the next byte to be read. */
  long offset() {
    return offset;
  }

  /** Makes a byte of a file that is not compressed the next one to be read. */
  void seek(long index) {
    offset = index;
  }

  /**
   * Reads what is there, at most up to the end of the buffer.
   *
   * @return how many bytes, 0 at the end
   */
  int read(byte[] buffer, int from, int length) throws IOException {
    int n;
    if (uncompressed == null) {
      n = channel.read(ByteBuffer.wrap(buffer, from, length), offset);
    } else {
      n = uncompressed.read(buffer, from, length);
    }
    offset += Math.max(0, n);
    return Math.max(0, n);
  }

  /** Whether a file that is not compressed no longer begins with what was read of it. */
  boolean isRewritten(Footprint footprint) throws IOException {
    if (uncompressed != null) {
      return false;
    }
    byte[] head = new byte[footprint.headLength()];
    ByteBuffer target = ByteBuffer.wrap(head);
    while (target.hasRemaining()) {
      if (channel.read(target, target.position()) <= 0) {
        return true;
      }
    }
    return channel.size() < footprint.length() || footprint.isOther(head);
  }

  @Override
  public void close() throws IOException {
    if (uncompressed != null) {
      uncompressed.close();
    }
    channel.close();
  }

  /**
   * Reads the head of the compressed file when that is first asked for, so that opening is cheap.
   */
  private static final class Gunzip implements Closeable {
    private final FileChannel channel;
    private GZIPInputStream in;

    Gunzip(FileChannel channel) {
      this.channel = channel;
    }

    int read(byte[] buffer, int from, int length) throws IOException {
      if (in == null) {
        if (channel.size() == 0) {
          return -1;
        }
        in = new GZIPInputStream(Channels.newInputStream(channel), BUFFER);
      }
      return in.read(buffer, from, length);
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
      }
    }
  }
}
