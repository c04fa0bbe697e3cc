// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.util.OptionalInt;

/** Lines of 5 to 15 random words. */
final class TextGenerator implements Generator {
  private final Quota quota;
  private final long seed;
  private final Words words;
  private final String identity;

  TextGenerator(Options options) {
    int vocabulary = options.vocabulary();
    double exponent = options.exponent(1);
    OptionalInt files = options.files();
    Quota size = options.quota(46);
    quota = files.isPresent() ? size.inParts(files.getAsInt()) : size;
    seed = options.seed();
    words = new Words(vocabulary, exponent);
    identity =
        "text vocabulary="
            + vocabulary
            + " exponent="
            + exponent
            + (files.isPresent() ? " files=" + files.getAsInt() : "");
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Quota quota() {
    return quota;
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    SplitMix random = new SplitMix(seed, part);
    return out -> {
      words.append(5 + random.below(11), random, out);
      out.put((byte) '\n');
    };
  }
}
