// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.LineReader;
import org.athanor.workloads.lines.LineSource;

/** The lines of a text part, decompressed according to its name. Used by one thread. */
final class PartLines implements Closeable {
  private static final int BUFFER = 1 << 16;

  private final PartStream stream;
  private final LineReader reader;
  private long number;

  /**
   * Begins to read a part.
   *
   * @param stream closed with the lines, also if there is an exception
   */
  PartLines(Configuration configuration, PartStream stream)
      throws IOException, WrongOutputException {
    this.stream = stream;
    try {
      reader = new LineReader(content(configuration, stream), BUFFER);
    } catch (IOException | WrongOutputException | RuntimeException | Error e) {
      stream.close();
      throw e;
    }
  }

  /** A codec that this machine does not have is no fault of the content. */
  private static InputStream content(Configuration configuration, PartStream stream)
      throws IOException, WrongOutputException {
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(stream.file());
    try {
      return codec == null ? stream : codec.createInputStream(stream);
    } catch (IOException e) {
      throw stream.wrong(0, e);
    }
  }

  /** Reads the next line; returns false at the end. */
  boolean read(Text line) throws IOException, WrongOutputException {
    try {
      if (reader.readLine(line, LineSource.LONGEST, Integer.MAX_VALUE) == 0) {
        return false;
      }
    } catch (IOException | RuntimeException | InternalError e) { // The last is native code's.
      throw stream.wrong(number, e);
    }
    number++;
    if (line.getLength() >= LineSource.LONGEST) {
      throw new WrongOutputException(
          stream.file().getName()
              + ": line "
              + number
              + " is longer than "
              + LineSource.LONGEST
              + " bytes");
    }
    return true;
  }

  /** Returns the number of the last line, from 1; 0 before the first. */
  long number() {
    return number;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
