// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.reads.Read;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
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
      ReadFiles files,
      ReadFormat inputFormat,
      List<Path> input,
      ReadFormat outputFormat,
      List<Path> output)
      throws IOException {
    Map<String, String> corrected = new HashMap<>();
    files.forEach(
        output,
        outputFormat,
        read -> corrected.put(read.name().toString(), read.bases().toString()));
    long[] sums = new long[3];
    files.forEach(
        input,
        inputFormat,
        read -> {
          String bases = corrected.get(read.name().toString());
          if (bases != null) {
            compare(read, bases, sums);
          }
        });
    return new CorrectionAccuracy(sums[0], sums[1], sums[2]);
  }

  private static void compare(Read read, String corrected, long[] sums) throws IOException {
    SimulatedName origin = SimulatedName.of(read);
    String before = read.bases().toString();
    for (int i = 0; i < corrected.length(); i++) {
      sums[2] += corrected.charAt(i) == before.charAt(i) ? 0 : 1;
    }
    for (SimulatedName.WrongBase wrong : origin.wrong()) {
      if (wrong.offset() < corrected.length()) {
        sums[0]++;
        sums[1] += corrected.charAt(wrong.offset()) == wrong.right() ? 1 : 0;
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
