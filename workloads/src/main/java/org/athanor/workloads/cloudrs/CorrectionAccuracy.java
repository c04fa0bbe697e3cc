// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.reads.Read;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.reads.ReadScanner;
import org.athanor.workloads.reads.SimulatedName;

/**
 * How well simulated reads were corrected. Bases of reads that were dropped, and bases that were
 * cut off, do not count. All corrected reads are in memory.
 *
 * @param errors bases that were read wrong
 * @param right of these, the ones that were corrected
 * @param changed bases that were changed
 */
record CorrectionAccuracy(long errors, long right, long changed) {

  static CorrectionAccuracy of(
      Configuration configuration,
      ReadFormat inputFormat,
      Path input,
      ReadFormat outputFormat,
      Path output)
      throws IOException {
    Map<String, String> corrected = new HashMap<>();
    scan(
        configuration,
        outputFormat,
        output,
        read -> corrected.put(read.name().toString(), read.bases().toString()));
    long[] sums = new long[3];
    scan(
        configuration,
        inputFormat,
        input,
        read -> {
          String bases = corrected.get(read.name().toString());
          if (bases != null) {
            compare(read, bases, sums);
          }
        });
    return new CorrectionAccuracy(sums[0], sums[1], sums[2]);
  }

  private static void compare(Read read, String corrected, long[] sums) throws IOException {
    String name = read.name().toString();
    Optional<SimulatedName> origin = SimulatedName.parse(name);
    if (origin.isEmpty()) {
      throw new IOException(
          "read " + name + " is not a simulated one; its name must be as generated");
    }
    String before = read.bases().toString();
    for (int i = 0; i < corrected.length(); i++) {
      sums[2] += corrected.charAt(i) == before.charAt(i) ? 0 : 1;
    }
    for (SimulatedName.WrongBase wrong : origin.get().wrong()) {
      if (wrong.offset() < corrected.length()) {
        sums[0]++;
        sums[1] += corrected.charAt(wrong.offset()) == wrong.right() ? 1 : 0;
      }
    }
  }

  private interface Consumer {
    void accept(Read read) throws IOException;
  }

  private static void scan(
      Configuration configuration, ReadFormat format, Path reads, Consumer consumer)
      throws IOException {
    Read read = new Read();
    for (Path file : new ReadFiles(configuration).of(reads)) {
      long length = file.getFileSystem(configuration).getFileStatus(file).getLen();
      try (ReadScanner scanner = ReadScanner.open(configuration, file, 0, length, format)) {
        while (scanner.next(read)) {
          consumer.accept(read);
        }
      }
    }
  }

  /** Returns the share of the changed bases that are right now; 1 if none was changed. */
  double precision() {
    return changed == 0 ? 1 : (double) right / changed;
  }

  /** Returns the share of the wrong bases that were corrected; 1 if there are none. */
  double recall() {
    return errors == 0 ? 1 : (double) right / errors;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d wrong bases, %,d of them corrected: precision %.4f, recall %.4f",
        errors,
        right,
        precision(),
        recall());
  }
}
