// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.lines.MalformedRecordException;

/** The hidden file of an output that says how many iterations were done. Stateless. */
public final class IterationCount {
  private static final String NAME = "_iterations";

  private IterationCount() {}

  /** Returns the file of an output. */
  public static Path file(Path output) {
    return new Path(output, NAME);
  }

  /** Writes the file of an output that is complete. */
  public static void write(Configuration configuration, Path output, int iterations)
      throws IOException {
    Path file = file(output);
    try (OutputStream out = file.getFileSystem(configuration).create(file, false)) {
      out.write((iterations + "\n").getBytes(StandardCharsets.US_ASCII));
    }
  }

  /**
   * Returns what the file says, at least 1.
   *
   * @throws FileNotFoundException if there is none
   * @throws MalformedRecordException if it says something else
   */
  public static int read(Configuration configuration, Path output) throws IOException {
    Path file = file(output);
    String text;
    try (InputStream in = file.getFileSystem(configuration).open(file)) {
      text = new String(in.readNBytes(20), StandardCharsets.US_ASCII).strip();
    }
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new MalformedRecordException(file + ": has " + text + "; must be a number from 1");
    }
    return Integer.parseInt(text);
  }
}
