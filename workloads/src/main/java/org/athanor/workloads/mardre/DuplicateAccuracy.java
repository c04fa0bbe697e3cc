// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.reads.Read;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.reads.ReadScanner;
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

  static DuplicateAccuracy of(
      Configuration configuration, ReadFormat format, Path input, Path output) throws IOException {
    Count before = count(configuration, format, input);
    Count after = count(configuration, format, output);
    long removed = before.reads() - after.reads();
    long lost = before.molecules().size() - (long) after.molecules().size();
    return new DuplicateAccuracy(
        before.reads() - before.molecules().size(), removed, removed - lost);
  }

  private static Count count(Configuration configuration, ReadFormat format, Path reads)
      throws IOException {
    long count = 0;
    Set<Molecule> molecules = new HashSet<>();
    List<Path> files = new ReadFiles(configuration).of(reads);
    Read read = new Read();
    for (Path file : files) {
      long length = file.getFileSystem(configuration).getFileStatus(file).getLen();
      try (ReadScanner scanner = ReadScanner.open(configuration, file, 0, length, format)) {
        while (scanner.next(read)) {
          String name = read.name().toString();
          SimulatedName origin =
              SimulatedName.parse(name)
                  .orElseThrow(
                      () ->
                          new IOException(
                              file
                                  + ": read "
                                  + name
                                  + " is not a simulated one; its name must be"
                                  + " as generated"));
          molecules.add(new Molecule(origin.part(), origin.molecule()));
          count++;
        }
      }
    }
    return new Count(count, molecules);
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
