// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.LineSource;

/** Reads of SFA: name, bases and qualities in a line, with tabs between them. */
final class SfaScanner extends ReadScanner {
  private final Text line = new Text();

  SfaScanner(Configuration configuration, Path file, long start, long length) {
    super(configuration, file, start, length);
  }

  @Override
  long firstRead(LineSource search) {
    return search.position();
  }

  @Override
  long nextOffset(LineSource lines) {
    return lines.position();
  }

  @Override
  boolean next(LineSource lines, Read read) throws IOException {
    if (!lines.read(line)) {
      return false;
    }
    int first = line.find("\t");
    int second = first < 0 ? -1 : line.find("\t", first + 1);
    if (second < 0 || line.find("\t", second + 1) >= 0) {
      throw lines.malformed("must be name, bases and qualities with tabs between them");
    }
    byte[] bytes = line.getBytes();
    read.name().set(bytes, 0, first);
    read.bases().set(bytes, first + 1, second - first - 1);
    read.qualities().set(bytes, second + 1, line.getLength() - second - 1);
    checkBases(lines, 0, read.bases());
    return true;
  }

  /** The next section begins with the next line. */
  @Override
  void checkEnd(LineSource lines) {}
}
