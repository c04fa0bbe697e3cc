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
 * Hadoop's reader of a sequence file, with what it does not tell: its stream, the file's length and
 * version, and the sync marker.
 */
final class SequenceFileHeader extends SequenceFile.Reader {
  /** Of a sync marker. */
  static final int MARKER_BYTES = 16;

  private static final int VERSION_OFFSET = 3;
  private static final int PLAIN_VERSION = 6;

  // Set by openFile, which the superclass' constructor calls: an initial value would undo it.
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

  /** Whether it is of the version that Hadoop writes, and not compressed. */
  boolean isPlain() {
    return header[VERSION_OFFSET] == PLAIN_VERSION && !isCompressed() && !isBlockCompressed();
  }

  /** Behind the header, if nothing else was read. */
  FSDataInputStream stream() {
    return stream;
  }

  /** Of the file, in bytes. */
  long length() {
    return length;
  }

  /** With which the header of a plain file ends. */
  byte[] marker() {
    return Arrays.copyOfRange(header, header.length - MARKER_BYTES, header.length);
  }

  /** Keeps what is read until the header ends. */
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
