// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.verify.DuplicateReference.Sample;

/**
 * Single reads, or pairs whose mates are in the directories {@code first} and {@code second} of the
 * input, in the same order.
 */
final class SampleInput {
  private final FastqInput reads;
  private final Optional<FastqInput> mates;

  SampleInput(Configuration configuration, Path input, boolean paired) {
    reads = new FastqInput(configuration, paired ? new Path(input, "first") : input);
    mates =
        paired
            ? Optional.of(new FastqInput(configuration, new Path(input, "second")))
            : Optional.empty();
  }

  /** Returns the bytes of all files as they are stored. */
  long bytes() throws IOException {
    return reads.bytes() + (mates.isPresent() ? mates.get().bytes() : 0);
  }

  /**
   * Gives the reads or pairs in the order of the input. Those that are given, if they are pairs,
   * are in memory.
   *
   * @param wanted by the bases of the read or the first mate
   */
  void read(Predicate<String> wanted, Consumer<Sample> consumer) throws IOException {
    if (mates.isEmpty()) {
      reads.read(
          read -> {
            if (wanted.test(read.bases())) {
              consumer.accept(sample(read));
            }
          });
      return;
    }
    List<Sample> firsts = new ArrayList<>();
    BitSet positions = new BitSet();
    int[] count = new int[2];
    reads.read(
        read -> {
          if (wanted.test(read.bases())) {
            firsts.add(sample(read));
            positions.set(count[0]);
          }
          count[0]++;
        });
    int[] next = new int[1];
    mates
        .get()
        .read(
            read -> {
              if (positions.get(count[1]++)) {
                consumer.accept(firsts.get(next[0]++).with(sample(read)));
              }
            });
    if (count[0] != count[1]) {
      throw new IOException(
          "the input has " + count[0] + " first and " + count[1] + " second mates");
    }
  }

  private static Sample sample(FastqInput.Sample read) {
    return Sample.single(read.name(), read.bases(), read.qualities());
  }
}
