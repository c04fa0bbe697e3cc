// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.athanor.engine.files.FileErrors;
import org.athanor.engine.files.OwnerOnly;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An append-only file for blocks that do not fit into memory. Created on first write, deleted by
 * {@link #close}. A job has one, so any number of runs needs one open file. Thread-safe: writers
 * reserve their part of the file before they write. When a thread is interrupted while it reads or
 * writes, the JDK closes the channel for all threads; the others open it again and repeat the
 * operation. With a {@link SpillCipher} the records in the file are encrypted.
 */
public final class SpillFile implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SpillFile.class);

  /** Opens files that other users cannot read. */
  public static final Opener PRIVATELY = SpillFile::openPrivately;

  private final Path path;
  private final Opener opener;
  private final SpillCipher cipher; // null if the file is not encrypted
  private final AtomicLong end = new AtomicLong();
  private final Object lock = new Object();
  private volatile FileChannel channel;

  @GuardedBy("lock")
  private boolean closed;

  /** Opens the file. Tests replace it to simulate failures. */
  @FunctionalInterface
  public interface Opener {
    FileChannel open(Path path, OpenOption... options) throws IOException;
  }

  public SpillFile(Path path) {
    this(path, PRIVATELY, null);
  }

  /** A file whose blocks are encrypted. */
  public SpillFile(Path path, SpillCipher cipher) {
    this(path, PRIVATELY, cipher);
  }

  private static FileChannel openPrivately(Path path, OpenOption... options) throws IOException {
    return FileChannel.open(path, Set.of(options), OwnerOnly.file(path));
  }

  SpillFile(Path path, Opener opener) {
    this(path, opener, null);
  }

  /**
   * A file that is opened in a certain way.
   *
   * @param cipher null if its blocks are not to be encrypted
   */
  public SpillFile(Path path, Opener opener, SpillCipher cipher) {
    this.path = path;
    this.opener = opener;
    this.cipher = cipher;
  }

  /** Returns the bytes written so far, block headers included. */
  public long bytes() {
    return end.get();
  }

  /**
   * Writes a block.
   *
   * @return the block's position, for {@link #read}
   * @throws IOException if writing fails; the message names the file
   */
  long write(byte[] block, int length) throws IOException {
    long position = end.getAndAdd((long) RecordLayout.BLOCK_HEADER + length);
    byte[] stored = cipher == null ? block : cipher.encrypt(block, length, position);
    CRC32C checksum = new CRC32C();
    checksum.update(stored, 0, length);
    byte[] header = new byte[RecordLayout.BLOCK_HEADER];
    RecordLayout.setInt(header, RecordLayout.BLOCK_LENGTH, length);
    RecordLayout.setInt(header, RecordLayout.BLOCK_CHECKSUM, (int) checksum.getValue());
    try {
      writeFully(ByteBuffer.wrap(header), position);
      writeFully(ByteBuffer.wrap(stored, 0, length), position + RecordLayout.BLOCK_HEADER);
    } catch (IOException e) {
      throw new SpillException(FileErrors.at("cannot spill map output to", path, e));
    }
    return position;
  }

  /**
   * Reads a block, into {@code into} if it is large enough, otherwise into a new array of the
   * block's size.
   */
  byte[] read(long position, int length, byte[] into) throws IOException {
    try {
      ByteBuffer header = ByteBuffer.allocate(RecordLayout.BLOCK_HEADER);
      readFully(header, position);
      if (RecordLayout.getInt(header.array(), RecordLayout.BLOCK_LENGTH) != length) {
        throw new IOException("block at " + position + " has a length other than the one written");
      }
      byte[] block = into.length >= length ? into : new byte[length];
      readFully(ByteBuffer.wrap(block, 0, length), position + RecordLayout.BLOCK_HEADER);
      CRC32C checksum = new CRC32C();
      checksum.update(block, 0, length);
      if (RecordLayout.getInt(header.array(), RecordLayout.BLOCK_CHECKSUM)
          != (int) checksum.getValue()) {
        throw new IOException("block at " + position + " fails its checksum");
      }
      if (cipher != null) {
        cipher.decrypt(block, length, position);
      }
      return block;
    } catch (IOException e) {
      throw new SpillException(FileErrors.at("cannot read spilled map output from", path, e));
    }
  }

  private FileChannel open() throws IOException {
    FileChannel open = channel;
    if (open != null && open.isOpen()) {
      return open;
    }
    synchronized (lock) {
      if (closed) {
        throw new IOException("the job has ended");
      }
      if (channel == null) {
        Files.createDirectories(path.getParent());
        channel =
            opener.open(
                path,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
      } else if (!channel.isOpen()) {
        channel = opener.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
      }
      return channel;
    }
  }

  private interface Transfer {
    int apply(FileChannel channel, ByteBuffer bytes, long position) throws IOException;
  }

  private void writeFully(ByteBuffer bytes, long position) throws IOException {
    transfer(bytes, position, FileChannel::write);
  }

  private void readFully(ByteBuffer bytes, long position) throws IOException {
    transfer(bytes, position, FileChannel::read);
  }

  private void transfer(ByteBuffer bytes, long position, Transfer transfer) throws IOException {
    int begin = bytes.position();
    while (bytes.hasRemaining()) {
      long at = position + bytes.position() - begin;
      FileChannel open = open();
      try {
        if (transfer.apply(open, bytes, at) < 0) {
          throw new IOException("file ends at byte " + at);
        }
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (ClosedChannelException e) {
        LOG.debug("{} was closed by another thread's interrupt; opening it again", path);
      }
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (lock) {
      closed = true;
      if (channel != null) {
        try {
          channel.close();
        } finally {
          Files.deleteIfExists(path);
        }
      }
    }
  }
}
