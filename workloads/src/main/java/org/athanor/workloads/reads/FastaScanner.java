// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.LineSource;

/** Reads of FASTA: a line that begins with {@code >}, and the lines up to the next such line. */
final class FastaScanner extends ReadScanner {
  private final Text line = new Text();

  /** The line of the next read's name, already read from the file; empty if there is none. */
  private final Text ahead = new Text();

  private long aheadOffset;

  FastaScanner(Configuration configuration, Path file, long start, long length) {
    super(configuration, file, start, length);
  }

  @Override
  long firstRead(LineSource search) throws IOException {
    while (true) {
      long offset = search.position();
      if (!search.read(line) || isName(line)) {
        return offset;
      }
    }
  }

  @Override
  long nextOffset(LineSource lines) {
    return ahead.getLength() > 0 ? aheadOffset : lines.position();
  }

  @Override
  boolean next(LineSource lines, Read read) throws IOException {
    while (ahead.getLength() == 0) {
      if (!lines.read(ahead)) {
        return false;
      }
      if (ahead.getLength() > 0 && !isName(ahead)) {
        throw lines.malformed("must begin with >, as the name of a read");
      }
    }
    read.name().set(ahead.getBytes(), 1, ahead.getLength() - 1);
    read.bases().clear();
    read.qualities().clear();
    ahead.clear();
    for (long offset = lines.position(); lines.read(line); offset = lines.position()) {
      if (isName(line)) {
        ahead.set(line);
        aheadOffset = offset;
        break;
      }
      checkBases(lines, 0, line);
      read.bases().append(line.getBytes(), 0, line.getLength());
      if (read.bases().getLength() > LineSource.LONGEST) {
        throw lines.malformed("the read is longer than " + LineSource.LONGEST + " bases");
      }
    }
    return true;
  }

  /** The next section begins at the next name, whatever is before it. */
  @Override
  void checkEnd(LineSource lines) {}

  private static boolean isName(Text line) {
    return line.getLength() > 0 && line.getBytes()[0] == '>';
  }
}
