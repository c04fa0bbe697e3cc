// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.LineSource;
import org.athanor.workloads.lines.MalformedRecordException;

/**
 * The reads of a section of a file: those that begin in it. The sections of a file together have
 * each read once. Not thread-safe.
 */
public abstract class ReadScanner implements Closeable {
  private final Configuration configuration;
  private final Path file;
  private final long start;
  private final long length;
  private final boolean splittable;
  private LineSource lines;
  private long offset;

  ReadScanner(Configuration configuration, Path file, long start, long length) {
    this.configuration = configuration;
    this.file = file;
    this.start = start;
    this.length = length;
    splittable = LineSource.splittable(configuration, file);
  }

  /**
   * Opens a section.
   *
   * @param start offset of its first byte; 0 if the file is compressed
   * @param length bytes of the section; for a compressed file those of the whole file as it is
   *     stored
   */
  public static ReadScanner open(
      Configuration configuration, Path file, long start, long length, ReadFormat format)
      throws IOException {
    ReadScanner scanner =
        switch (format) {
          case FASTQ -> new FastqScanner(configuration, file, start, length);
          case FASTA -> new FastaScanner(configuration, file, start, length);
          case SFA -> new SfaScanner(configuration, file, start, length);
        };
    scanner.begin();
    return scanner;
  }

  private void begin() throws IOException {
    long first = start;
    if (start > 0) {
      // From the byte before, so that a line that begins at the start is not taken for a rest.
      try (LineSource search = new LineSource(configuration, file, start - 1)) {
        if (search.read(new Text())) {
          first = firstRead(search);
        }
      }
    }
    lines = new LineSource(configuration, file, first);
    offset = first;
  }

  /**
   * Returns the offset of the first read in some lines, or of the end of the file.
   *
   * @throws MalformedRecordException if there is none where one must be
   */
  abstract long firstRead(LineSource search) throws IOException;

  /** Reads a read from the lines; returns false if there are no more. */
  abstract boolean next(LineSource lines, Read read) throws IOException;

  /** Checks that the lines go on with a read, or end. */
  abstract void checkEnd(LineSource lines) throws IOException;

  /** Returns the offset of the next read. */
  abstract long nextOffset(LineSource lines);

  /**
   * Reads the next read that begins in the section; returns false if there is none.
   *
   * @throws MalformedRecordException if a record is not in the format
   */
  public final boolean next(Read read) throws IOException {
    long next = nextOffset(lines);
    if (splittable && next >= start + length) {
      checkEnd(lines);
      return false;
    }
    offset = next;
    return next(lines, read);
  }

  /** Returns the offset of the last read, in decompressed bytes. */
  public final long offset() {
    return offset;
  }

  /** Returns the share of the section that has been read, from 0 to 1. */
  public final float progress() throws IOException {
    long done = (splittable ? lines.position() : lines.stored()) - start;
    return length == 0 ? 1 : Math.max(0, Math.min(1, (float) done / length));
  }

  @Override
  public final void close() throws IOException {
    lines.close();
  }

  /**
   * Checks bases: letters, and the signs for gaps and unknown bases.
   *
   * @param before lines between this one and the last
   */
  static void checkBases(LineSource lines, long before, Text bases) throws IOException {
    byte[] bytes = bases.getBytes();
    for (int i = 0; i < bases.getLength(); i++) {
      int letter = bytes[i] & ~0x20;
      boolean allowed = letter >= 'A' && letter <= 'Z' && bytes[i] >= 'A';
      if (!allowed && bytes[i] != '.' && bytes[i] != '-' && bytes[i] != '*') {
        throw lines.malformed(
            before,
            "base " + (i + 1) + " is " + shown(bytes[i]) + "; must be a letter such as A, C, G, T");
      }
    }
  }

  static String shown(byte character) {
    return character > ' ' && character < 127
        ? "" + (char) character
        : String.format(Locale.ROOT, "byte 0x%02x", character);
  }
}
