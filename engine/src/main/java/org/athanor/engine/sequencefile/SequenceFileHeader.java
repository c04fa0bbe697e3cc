// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.sequencefile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;

/**
 * Hadoop's reader of a sequence file, extended by what it does not expose: its stream, the file's
 * length and version, and the sync marker. One thread.
 */
final class SequenceFileHeader extends SequenceFile.Reader {
  /** Bytes of a sync marker. */
  static final int MARKER_BYTES = 16;

  private static final int VERSION_OFFSET = 3;
  private static final int PLAIN_VERSION = 6;

  // Set by openFile, which the constructor of the superclass calls. No initialisers: they would run
  // after that.
  private FSDataInputStream stream;
  private long length;
  private HeaderStream headerStream;

  private final byte[] header;

  SequenceFileHeader(Configuration conf, Path file) throws IOException {
    super(conf, file(file));
    header = headerStream.endHeader();
  }

  @Override
  protected FSDataInputStream openFile(FileSystem fs, Path file, int bufferSize, long length)
      throws IOException {
    this.stream = super.openFile(fs, file, bufferSize, length);
    this.length = length;
    this.headerStream = new HeaderStream(stream);
    return new FSDataInputStream(headerStream);
  }

  /** Returns whether the file has the version that Hadoop writes, and is not compressed. */
  boolean isPlain() {
    return header[VERSION_OFFSET] == PLAIN_VERSION && !isCompressed() && !isBlockCompressed();
  }

  /** Returns the stream, which is just behind the header if nothing else was read. */
  FSDataInputStream stream() {
    return stream;
  }

  /** Returns the length of the file, in bytes. */
  long length() {
    return length;
  }

  /** Returns the sync marker, with which the header of a plain file ends. */
  byte[] marker() {
    return Arrays.copyOfRange(header, header.length - MARKER_BYTES, header.length);
  }

  /** A stream that records what is read, up to the end of the header. */
  private static final class HeaderStream extends FSInputStream {
    private final FSDataInputStream in;
    private ByteArrayOutputStream header = new ByteArrayOutputStream();

    HeaderStream(FSDataInputStream in) {
      this.in = in;
    }

    byte[] endHeader() {
      byte[] read = header.toByteArray();
      header = null;
      return read;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      if (header != null && read >= 0) {
        header.write(read);
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      if (header != null && read > 0) {
        header.write(bytes, offset, read);
      }
      return read;
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return in.getPos();
    }

    @Override
    public boolean seekToNewSource(long target) throws IOException {
      return in.seekToNewSource(target);
    }

    @Override
    public int available() throws IOException {
      return in.available();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
