// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

/** Lines of 5 to 15 random words. */
final class TextGenerator implements Generator {
  private final Quota quota;
  private final long seed;
  private final Words words;
  private final String identity;

  TextGenerator(Options options) {
    int vocabulary = options.vocabulary();
    double exponent = options.exponent(1);
    quota = options.quota(46);
    seed = options.seed();
    words = new Words(vocabulary, exponent);
    identity = "text vocabulary=" + vocabulary + " exponent=" + exponent;
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
