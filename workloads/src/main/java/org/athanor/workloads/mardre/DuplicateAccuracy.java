// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.reads.SimulatedName;

/**
 * How well duplicates of simulated reads were found. All but one of the reads of a molecule are
 * duplicates. In memory is one entry for each molecule.
 *
 * @param duplicates reads that should be removed
 * @param removed reads that were removed
 * @param right of the removed ones, those whose molecule still has a read
 */
record DuplicateAccuracy(long duplicates, long removed, long right) {

  private record Molecule(int part, long number) {}

  private record Count(long reads, Set<Molecule> molecules) {}

  /**
   * Compares reads before and after.
   *
   * @param before files of the input's reads, or of its first mates
   * @param after files of those that were kept
   */
  static DuplicateAccuracy of(
      ReadFiles files, ReadFormat format, List<Path> before, List<Path> after) throws IOException {
    Count all = count(files, format, before);
    Count kept = count(files, format, after);
    long removed = all.reads() - kept.reads();
    long lost = all.molecules().size() - (long) kept.molecules().size();
    return new DuplicateAccuracy(all.reads() - all.molecules().size(), removed, removed - lost);
  }

  private static Count count(ReadFiles files, ReadFormat format, List<Path> reads)
      throws IOException {
    long[] count = {0};
    Set<Molecule> molecules = new HashSet<>();
    files.forEach(
        reads,
        format,
        read -> {
          SimulatedName origin = SimulatedName.of(read);
          molecules.add(new Molecule(origin.part(), origin.molecule()));
          count[0]++;
        });
    return new Count(count[0], molecules);
  }

  /** Returns the share of the removed reads that are duplicates; 1 if none was removed. */
  double precision() {
    return removed == 0 ? 1 : (double) right / removed;
  }

  /** Returns the share of the duplicates that were removed; 1 if there are none. */
  double recall() {
    return duplicates == 0 ? 1 : (double) right / duplicates;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d duplicates, %,d of them removed: precision %.4f, recall %.4f",
        duplicates,
        right,
        precision(),
        recall());
  }
}
