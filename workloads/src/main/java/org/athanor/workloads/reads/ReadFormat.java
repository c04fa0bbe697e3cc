// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.LineSource;
import org.athanor.workloads.lines.MalformedRecordException;

/** The format of a file of reads. */
public enum ReadFormat {
  /** Four lines a read: {@code @NAME}, bases, {@code +}, qualities. */
  FASTQ("@", "\n", "\n+\n"),
  /** A line {@code >NAME}, then lines of bases. */
  FASTA(">", "\n", ""),
  /** A line with name, bases and qualities, and tabs between them; tabs in a name become spaces. */
  SFA("", "\t", "\t");

  private final String mark;
  private final String afterName;
  private final String afterBases;

  /**
   * A format.
   *
   * @param mark what is before a name
   * @param afterBases what is between bases and qualities; empty if there are no qualities
   */
  ReadFormat(String mark, String afterName, String afterBases) {
    this.mark = mark;
    this.afterName = afterName;
    this.afterBases = afterBases;
  }

  /** Returns the usual end of a file's name, such as {@code .fastq}. */
  public String extension() {
    return "." + name().toLowerCase(Locale.ROOT);
  }

  /** Sets {@code lines} to the lines of a read, without the end of the last line. */
  public void print(Read read, Text lines) {
    lines.clear();
    append(mark, lines);
    append(read.name(), lines);
    if (this == SFA) {
      // A tab would begin the bases.
      byte[] bytes = lines.getBytes();
      for (int i = 0; i < lines.getLength(); i++) {
        bytes[i] = bytes[i] == '\t' ? (byte) ' ' : bytes[i];
      }
    }
    append(afterName, lines);
    append(read.bases(), lines);
    if (!afterBases.isEmpty()) {
      append(afterBases, lines);
      append(read.qualities(), lines);
    }
  }

  private static void append(String signs, Text lines) {
    byte[] bytes = signs.getBytes(StandardCharsets.US_ASCII);
    lines.append(bytes, 0, bytes.length);
  }

  private static void append(Text text, Text lines) {
    lines.append(text.getBytes(), 0, text.getLength());
  }

  /**
   * Returns the format of a file, by its first line; FASTQ for an empty file. Decompresses it if
   * its name says so.
   *
   * @throws MalformedRecordException if that line begins no format
   */
  public static ReadFormat of(Configuration configuration, Path file) throws IOException {
    Text line = new Text();
    try (LineSource lines = new LineSource(configuration, file, 0)) {
      if (!lines.read(line) || line.find("@") == 0) {
        return FASTQ;
      }
    }
    if (line.find(">") == 0) {
      return FASTA;
    }
    String first = line.toString();
    if (first.chars().filter(sign -> sign == '\t').count() == 2) {
      return SFA;
    }
    throw new MalformedRecordException(
        file, 1, "must begin with @ (FASTQ) or > (FASTA), or have two tabs (SFA)");
  }
}
