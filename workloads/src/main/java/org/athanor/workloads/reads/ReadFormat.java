// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.io.compress.Decompressor;

/** The format of a file of reads. */
public enum ReadFormat {
  /** Four lines a read: {@code @NAME}, bases, {@code +}, qualities. */
  FASTQ('@', ".fastq"),
  /** A line {@code >NAME}, then lines of bases. */
  FASTA('>', ".fasta");

  private static final byte[] SEPARATOR = "\n+\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LINE_END = {'\n'};

  private final char mark;
  private final String extension;

  ReadFormat(char mark, String extension) {
    this.mark = mark;
    this.extension = extension;
  }

  /** Returns the character that begins a read. */
  public char mark() {
    return mark;
  }

  /** Returns the usual end of a file's name, such as {@code .fastq}. */
  public String extension() {
    return extension;
  }

  /** Sets {@code lines} to the lines of a read, without the end of the last line. */
  public void print(Read read, Text lines) {
    lines.clear();
    lines.append(new byte[] {(byte) mark}, 0, 1);
    append(read.name(), lines);
    lines.append(LINE_END, 0, 1);
    append(read.bases(), lines);
    if (this == FASTQ) {
      lines.append(SEPARATOR, 0, SEPARATOR.length);
      append(read.qualities(), lines);
    }
  }

  private static void append(Text text, Text lines) {
    lines.append(text.getBytes(), 0, text.getLength());
  }

  /**
   * Returns the format of a file, by its first character; FASTQ for an empty file. Decompresses it
   * if its name says so.
   *
   * @throws MalformedReadException if it begins with another character
   */
  public static ReadFormat of(Configuration configuration, Path file) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(file);
    try (InputStream raw = file.getFileSystem(configuration).open(file)) {
      if (codec == null) {
        return of(file, raw.read());
      }
      Decompressor decompressor = CodecPool.getDecompressor(codec);
      try (InputStream in = codec.createInputStream(raw, decompressor)) {
        return of(file, in.read());
      } finally {
        CodecPool.returnDecompressor(decompressor);
      }
    }
  }

  private static ReadFormat of(Path file, int first) throws MalformedReadException {
    for (ReadFormat format : values()) {
      if (first < 0 || first == format.mark()) {
        return format;
      }
    }
    throw new MalformedReadException(
        file, 1, "must begin with @ (FASTQ) or > (FASTA), not with " + (char) first);
  }
}
