// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The canonical sequences that are too frequent to tell anything, from the files that Hadoop has
 * brought to the node of a task (distributed cache). Lines of number, tab, count.
 */
final class StopList {
  private final Set<Long> kmers = new HashSet<>();

  /** Reads the files of a task. */
  StopList(Configuration job) {
    for (String file : job.getStrings(MRJobConfig.CACHE_LOCALFILES, new String[0])) {
      java.nio.file.Path local = java.nio.file.Path.of(new Path(file).toUri().getPath());
      try (BufferedReader lines = Files.newBufferedReader(local, StandardCharsets.US_ASCII)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          kmers.add(Long.parseLong(line.substring(0, line.indexOf('\t'))));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Whether a sequence is in the list, in either direction. */
  boolean contains(long kmer) {
    return !kmers.isEmpty() && kmers.contains(Kmers.canonical(kmer));
  }
}
