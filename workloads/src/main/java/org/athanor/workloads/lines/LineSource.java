// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.lines;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.util.LineReader;

/**
 * The lines of a file from an offset on. Decompresses the file if its name says so; it must then be
 * read from its beginning. Knows the number of each line. Not thread-safe.
 */
public final class LineSource implements Closeable {
  /** Longest line in bytes; longer ones are refused, so that memory is bounded. */
  public static final int LONGEST = 1 << 26;

  private static final int BUFFER = 1 << 16;

  private final Configuration configuration;
  private final Path file;
  private final long start;
  private final FSDataInputStream raw;
  private final Decompressor decompressor;
  private final LineReader reader;
  private long position;
  private long lines;

  /**
   * Opens a file.
   *
   * @param start offset of the first byte to read; 0 if the file is compressed
   */
  public LineSource(Configuration configuration, Path file, long start) throws IOException {
    this.configuration = configuration;
    this.file = file;
    this.start = start;
    position = start;
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(file);
    decompressor = codec == null ? null : CodecPool.getDecompressor(codec);
    raw = file.getFileSystem(configuration).open(file);
    try {
      raw.seek(start);
      InputStream in = codec == null ? raw : codec.createInputStream(raw, decompressor);
      reader = new LineReader(in, BUFFER);
    } catch (IOException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  /** Whether the file can be read from any offset. */
  public static boolean splittable(Configuration configuration, Path file) {
    return new CompressionCodecFactory(configuration).getCodec(file) == null;
  }

  /** Reads the next line without its end; returns false at the end of the file. */
  public boolean read(Text line) throws IOException {
    int consumed = reader.readLine(line, LONGEST, Integer.MAX_VALUE);
    if (consumed == 0) {
      return false;
    }
    lines++;
    if (line.getLength() >= LONGEST) {
      throw malformed("is longer than " + LONGEST + " bytes");
    }
    position += consumed;
    return true;
  }

  /** Returns the offset of the next line, in decompressed bytes. */
  public long position() {
    return position;
  }

  /** Returns the offset that has been read in the file as it is stored, ahead of the lines. */
  public long stored() throws IOException {
    return raw.getPos();
  }

  /** Returns an exception that names the last line. */
  public MalformedRecordException malformed(String problem) throws IOException {
    return malformed(0, problem);
  }

  /** Returns an exception that names the line so many lines before the last. */
  public MalformedRecordException malformed(long before, String problem) throws IOException {
    long number = lines - before;
    if (start > 0) {
      number += linesBefore();
    }
    return new MalformedRecordException(file, number, problem);
  }

  /** Counts the lines before the start, for a message only. */
  private long linesBefore() throws IOException {
    long count = 0;
    try (LineSource all = new LineSource(configuration, file, 0)) {
      Text line = new Text();
      while (all.position < start && all.read(line)) {
        count++;
      }
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    raw.close();
    if (decompressor != null) {
      CodecPool.returnDecompressor(decompressor);
    }
  }
}
