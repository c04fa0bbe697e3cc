// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.BufferedReader;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads of FASTQ, four lines each, in the order of the input; empty lines at the end of a file. */
final class FastqInput {
  private final InputFiles files;

  FastqInput(Configuration configuration, Path input) {
    files = new InputFiles(configuration, input);
  }

  /** A read; lines without their first characters and ends. */
  record Sample(String name, String bases, String qualities) {}

  /** Receives reads. */
  interface Consumer {
    void accept(Sample read) throws IOException;
  }

  /** Returns the bytes of all files as they are stored. */
  long bytes() throws IOException {
    return files.bytes();
  }

  private static boolean onlyEmptyLines(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (line != null && line.isEmpty()) {
      line = lines.readLine();
    }
    return line == null;
  }

  void read(Consumer consumer) throws IOException {
    files.read(
        (path, lines) -> {
          for (String name = lines.readLine(); name != null; name = lines.readLine()) {
            if (name.isEmpty() && onlyEmptyLines(lines)) {
              break;
            }
            String bases = lines.readLine();
            String separator = lines.readLine();
            String qualities = lines.readLine();
            if (separator == null || !name.startsWith("@") || !separator.startsWith("+")) {
              throw new IOException(path + ": read " + name + " is not in FASTQ");
            }
            consumer.accept(
                new Sample(name.substring(1), bases, qualities == null ? "" : qualities));
          }
        });
  }
}
