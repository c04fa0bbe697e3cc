// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.archive;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The results of a run in an {@link Archive}.
 *
 * @param directory the entry's directory, which has the file of results
 * @param machine the {@link Fingerprint}'s id
 * @param machineText the machines for readers
 * @param experiment name of the experiment
 * @param started its start
 * @param athanor version of Athanor that ran it
 * @param commit of the project that was measured, in the words of who added it
 * @param trials number of trials, of any outcome
 * @param accepted whether later runs may be compared with it
 */
public record Entry(
    Path directory,
    String machine,
    String machineText,
    String experiment,
    Instant started,
    String athanor,
    Optional<String> commit,
    int trials,
    boolean accepted) {

  /** By start; entries of one moment by their names. */
  static final Comparator<Entry> OLDEST_FIRST =
      Comparator.comparing(Entry::started).thenComparing(Entry::id);

  /** Of the entries of one run: that of its latest results is last. The same in all processes. */
  static final Comparator<Entry> LATEST_LAST =
      Comparator.comparingInt(Entry::trials).thenComparing(Entry::id);

  /** Whether both have results of one run, such as before and after it was resumed. */
  boolean ofSameRun(Entry other) {
    return machine.equals(other.machine)
        && experiment.equals(other.experiment)
        && started.equals(other.started);
  }

  /** The name of the entry, unique on its machine: {@code 20261127T101500Z-1a2b3c4d}. */
  public String id() {
    return directory.getFileName().toString();
  }
}
