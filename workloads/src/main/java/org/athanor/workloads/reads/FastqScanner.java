// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.LineSource;
import org.athanor.workloads.lines.MalformedRecordException;

/**
 * Reads of FASTQ, four lines each. A read begins with a line of {@code @} two lines before one of
 * {@code +}: a line of qualities may also begin with {@code @}, but two lines after it there are
 * bases, which do not begin with {@code +}.
 */
final class FastqScanner extends ReadScanner {
  private static final int LINES = 4;

  private final Text separator = new Text();

  FastqScanner(Configuration configuration, Path file, long start, long length) {
    super(configuration, file, start, length);
  }

  @Override
  long firstRead(LineSource search) throws IOException {
    long[] offsets = new long[LINES + 2];
    Text[] lines = new Text[LINES + 2];
    for (int i = 0; i < lines.length; i++) {
      offsets[i] = search.position();
      lines[i] = new Text();
      if (!search.read(lines[i])) {
        // The rest of a read of the section before.
        return search.position();
      }
      if (i >= 2 && beginsWith(lines[i - 2], '@') && beginsWith(lines[i], '+')) {
        return offsets[i - 2];
      }
    }
    throw search.malformed(
        "no read begins in the " + lines.length + " lines up to here; must be lines of @, +");
  }

  @Override
  long nextOffset(LineSource lines) {
    return lines.position();
  }

  @Override
  boolean next(LineSource lines, Read read) throws IOException {
    if (!lines.read(read.name())) {
      return false;
    }
    if (!beginsWith(read.name(), '@')) {
      return ends(lines, read.name());
    }
    drop(read.name());
    require(lines.read(read.bases()), lines, "bases");
    requireSeparator(lines);
    if (!lines.read(read.qualities())) {
      require(read.bases().getLength() == 0, lines, "qualities");
      read.qualities().clear();
    }
    checkBases(lines, 2, read.bases());
    checkQualities(lines, read);
    return true;
  }

  /** Accepts empty lines at the end of the file only. */
  private static boolean ends(LineSource lines, Text first) throws IOException {
    boolean empty = first.getLength() == 0;
    MalformedRecordException wrong = lines.malformed("must begin with @, four lines for each read");
    Text line = new Text();
    while (empty && lines.read(line)) {
      empty = line.getLength() == 0;
    }
    if (!empty) {
      throw wrong;
    }
    return false;
  }

  @Override
  void checkEnd(LineSource lines) throws IOException {
    Text line = new Text();
    if (!lines.read(line)) {
      return;
    }
    if (!beginsWith(line, '@')) {
      boolean unused = ends(lines, line);
      return;
    }
    // The next section finds the read only if it has these lines.
    require(lines.read(line), lines, "bases");
    requireSeparator(lines);
  }

  private void requireSeparator(LineSource lines) throws IOException {
    require(lines.read(separator), lines, "a line that begins with +");
    if (!beginsWith(separator, '+')) {
      throw lines.malformed("must begin with +, after one line of bases");
    }
  }

  private static void checkQualities(LineSource lines, Read read) throws IOException {
    Text qualities = read.qualities();
    if (qualities.getLength() != read.bases().getLength()) {
      throw lines.malformed(
          qualities.getLength()
              + " qualities for "
              + read.bases().getLength()
              + " bases; must be the same number");
    }
    byte[] bytes = qualities.getBytes();
    for (int i = 0; i < qualities.getLength(); i++) {
      if (bytes[i] < Read.QUALITY_BASE || bytes[i] > 126) {
        throw lines.malformed(
            "quality " + (i + 1) + " is " + shown(bytes[i]) + "; must be from ! to ~ (Phred+33)");
      }
    }
  }

  private static void require(boolean present, LineSource lines, String what) throws IOException {
    if (!present) {
      throw lines.malformed("the file ends in a read; " + what + " must follow this line");
    }
  }

  private static boolean beginsWith(Text line, char first) {
    return line.getLength() > 0 && line.getBytes()[0] == first;
  }

  private static void drop(Text line) {
    line.set(line.copyBytes(), 1, line.getLength() - 1);
  }
}
